//! Operands of any kernel: how they go to a device, and how they come back.
use lacuna::call::{AnyOperand, Erase};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, RowSparse, RowSparseMut, Storage, Value};
use lacuna_cuda::call::DeviceOperand;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Error, Gpu};
use std::cell::OnceCell;

/// Where an operand comes back to, if the kernel writes it.
pub(super) enum Back<'a, V, I> {
    Csr(CsrMut<'a, V, I>),
    Dense(DenseMut<'a, V>),
    RowSparse(RowSparseMut<'a, V, I>),
    Values(&'a mut [V]),
    Indices(&'a mut [I]),
    Nowhere,
}

/// An operand there, and where it comes back to.
pub(super) type Sent<'p, 'a, D, V, I> = (DeviceOperand<'p, D, V, I>, Back<'a, V, I>);

/// Sends the operands of a call to a device, in their order.
pub(super) struct Sender<'g, D: Driver, I> {
    gpu: &'g Gpu<D>,
    /// The plan of the call, and its ids: outputs with these share its pattern.
    plan: &'g OnceCell<(Vec<I>, DevicePlan<D, I>)>,
}

impl<'g, D: Driver, I: Index> Sender<'g, D, I> {
    /// `plan` is where the plan of the call will be.
    pub(super) const fn new(gpu: &'g Gpu<D>, plan: &'g OnceCell<(Vec<I>, DevicePlan<D, I>)>) -> Self {
        Self { gpu, plan }
    }

    /// An operand on the device, outputs as they are, so that it shows if a refused call has written one. Nothing for
    /// operands of other types.
    pub(super) fn send<'a, V: Storage>(
        &self,
        operand: &mut AnyOperand<'a>,
    ) -> Result<Option<Sent<'g, 'a, D, V, I>>, Error> {
        let gpu = self.gpu;
        let read = match operand {
            AnyOperand::CsrMut(_) => {
                let Some(csr) = CsrMut::<V, I>::restore(operand) else { return Ok(None) };
                return Ok(Some((DeviceOperand::Csr(DeviceCsr::upload(gpu, csr.as_csr())?), Back::Csr(csr))));
            }
            AnyOperand::DenseMut(_) => {
                let Some(dense) = DenseMut::<V>::restore(operand) else { return Ok(None) };
                return Ok(Some((
                    DeviceOperand::Dense(DeviceDense::upload(gpu, dense.as_dense())?),
                    Back::Dense(dense),
                )));
            }
            AnyOperand::RowSparseMut(_) => {
                let Some(array) = RowSparseMut::<V, I>::restore(operand) else { return Ok(None) };
                return Ok(Some((
                    DeviceOperand::RowSparse(self.send_rows(array.as_row_sparse())?),
                    Back::RowSparse(array),
                )));
            }
            AnyOperand::ArrayMut(array) => {
                if let Some(values) = V::of_array_mut(array) {
                    return Ok(Some((
                        DeviceOperand::Values(Buffer::upload_values(gpu, values)?),
                        Back::Values(values),
                    )));
                }
                if let Some(places) = I::of_array_mut(array) {
                    return Ok(Some((DeviceOperand::Indices(Buffer::upload(gpu, places)?), Back::Indices(places))));
                }
                DeviceOperand::Scratch
            }
            AnyOperand::Csr(_) => {
                let Some(csr) = Csr::<V, I>::restore(operand) else { return Ok(None) };
                DeviceOperand::Csr(DeviceCsr::upload(gpu, csr)?)
            }
            AnyOperand::Dense(_) => {
                let Some(dense) = Dense::<V>::restore(operand) else { return Ok(None) };
                DeviceOperand::Dense(DeviceDense::upload(gpu, dense)?)
            }
            AnyOperand::RowSparse(_) => {
                let Some(array) = RowSparse::<V, I>::restore(operand) else { return Ok(None) };
                DeviceOperand::RowSparse(DeviceRowSparse::upload(gpu, array)?)
            }
            AnyOperand::Row(values) => {
                let Some(values) = V::of_array(*values) else { return Ok(None) };
                DeviceOperand::Row(Buffer::upload_values(gpu, values)?)
            }
            AnyOperand::Column(values) => {
                let Some(values) = V::of_array(*values) else { return Ok(None) };
                DeviceOperand::Column(Buffer::upload_values(gpu, values)?)
            }
            AnyOperand::SegmentPlan(_) => {
                let Some(plan) = SegmentPlan::<I>::restore(operand) else { return Ok(None) };
                let there = DevicePlan::upload(gpu, &plan)?;
                DeviceOperand::Plan(&self.plan.get_or_init(|| (plan.ids().to_vec(), there)).1)
            }
            AnyOperand::Array(array) => match (V::of_array(*array), I::of_array(*array)) {
                (Some(values), _) => DeviceOperand::Values(Buffer::upload_values(gpu, values)?),
                (None, Some(places)) => DeviceOperand::Indices(Buffer::upload(gpu, places)?),
                (None, None) => return Ok(None),
            },
            AnyOperand::Scalar(scalar) => {
                let Some(value) = V::of_scalar(*scalar) else { return Ok(None) };
                DeviceOperand::Scalar(value, Some(Buffer::upload_values(gpu, &[value])?))
            }
            AnyOperand::Size(size) => DeviceOperand::Size(*size),
            AnyOperand::Stream(stream) => DeviceOperand::Stream(*stream),
            AnyOperand::Rule(rule) => DeviceOperand::Rule(*rule),
            _ => return Ok(None),
        };
        Ok(Some((read, Back::Nowhere)))
    }

    /// As [`send`](Self::send), of an operand that may be a list, which there is of values to compute with.
    pub(super) fn send_any<'a, V: Value>(
        &self,
        operand: &mut AnyOperand<'a>,
    ) -> Result<Option<Sent<'g, 'a, D, V, I>>, Error> {
        if !matches!(operand, AnyOperand::RowSparseList(_)) {
            return self.send(operand);
        }
        let Some(list) = <&[RowSparse<V, I>]>::restore(operand) else { return Ok(None) };
        let there = list.iter().map(|&array| DeviceRowSparse::upload(self.gpu, array));
        Ok(Some((DeviceOperand::List(there.collect::<Result<_, _>>()?), Back::Nowhere)))
    }

    fn send_rows<V: Storage>(&self, array: RowSparse<'_, V, I>) -> Result<DeviceRowSparse<D, V, I>, Error> {
        match self.plan.get().filter(|(ids, _)| ids == array.indices()) {
            Some((_, plan)) => {
                DeviceRowSparse::with_pattern(self.gpu, plan.pattern(), array.row_length(), array.data())
            }
            None => DeviceRowSparse::upload(self.gpu, array),
        }
    }
}

impl<V: Storage, I: Index> Back<'_, V, I> {
    /// Brings an output back.
    pub(super) fn fetch<D: Driver>(self, gpu: &Gpu<D>, there: &DeviceOperand<'_, D, V, I>) -> Result<(), Error> {
        match (there, self) {
            (DeviceOperand::Csr(there), Self::Csr(mut to)) => {
                let found = there.download(gpu)?;
                for row in 0..to.rows() {
                    let entries = found.indptr[row].to_usize()..found.indptr[row + 1].to_usize();
                    let (indices, values) = to.row_mut(row);
                    indices.copy_from_slice(&found.indices[entries.clone()]);
                    values.copy_from_slice(&found.values[entries]);
                }
            }
            (DeviceOperand::Dense(there), Self::Dense(to)) => there.download(gpu, to)?,
            (DeviceOperand::RowSparse(there), Self::RowSparse(mut to)) => {
                to.data_mut().copy_from_slice(&there.download(gpu)?.data);
            }
            (DeviceOperand::Values(there), Self::Values(to)) => to.copy_from_slice(&there.download_values(gpu)?),
            (DeviceOperand::Indices(there), Self::Indices(to)) => to.copy_from_slice(&there.download(gpu)?),
            _ => {}
        }
        Ok(())
    }
}
