//! Operands of any kernel: how they go to a device, how they are lent to a function there, and how they come back.
use lacuna::call::{AnyOperand, AnyRule, Erase};
use lacuna::random::Stream;
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, RowSparse, RowSparseMut, Storage, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{
    Buffer, DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, DeviceRowsMut, Error, Gpu, Pattern,
};

/// An operand on the device, and where it comes back to if the kernel writes it.
pub(super) enum Held<'a, D: Driver, V, I> {
    Csr(DeviceCsr<D, V, I>),
    CsrMut(DeviceCsr<D, V, I>, CsrMut<'a, V, I>),
    Dense(DeviceDense<D, V>),
    DenseMut(DeviceDense<D, V>, DenseMut<'a, V>),
    RowSparse(DeviceRowSparse<D, V, I>),
    RowSparseMut(DeviceRowSparse<D, V, I>, RowSparseMut<'a, V, I>),
    List(Vec<DeviceRowSparse<D, V, I>>),
    Row(Buffer<D, V>),
    Column(Buffer<D, V>),
    Plan(DevicePlan<D, I>),
    Values(Buffer<D, V>),
    ValuesMut(Buffer<D, V>, &'a mut [V]),
    Indices(Buffer<D, I>),
    IndicesMut(Buffer<D, I>, &'a mut [I]),
    /// Also there, for what takes it as a broadcast operand.
    Scalar(V, Buffer<D, V>),
    Size(usize),
    Stream(Stream),
    Rule(AnyRule),
    /// What no device needs.
    Cursors,
}

/// Sends the operands of a call to a device, in their order.
pub(super) struct Sender<'g, D: Driver, I> {
    gpu: &'g Gpu<D>,
    /// Ids and pattern of the plan of the call: outputs with its ids share the pattern.
    plan: Option<(Vec<I>, Pattern<D, I>)>,
}

impl<'g, D: Driver, I: Index> Sender<'g, D, I> {
    pub(super) const fn new(gpu: &'g Gpu<D>) -> Self {
        Self { gpu, plan: None }
    }

    /// An operand on the device, outputs as they are, so that it shows if a refused call has written one. Nothing for
    /// operands of other types.
    pub(super) fn send<'a, V: Storage>(
        &mut self,
        operand: &mut AnyOperand<'a>,
    ) -> Result<Option<Held<'a, D, V, I>>, Error> {
        let gpu = self.gpu;
        Ok(Some(match operand {
            AnyOperand::Csr(_) => {
                let Some(csr) = Csr::<V, I>::restore(operand) else { return Ok(None) };
                Held::Csr(DeviceCsr::upload(gpu, csr)?)
            }
            AnyOperand::CsrMut(_) => {
                let Some(csr) = CsrMut::<V, I>::restore(operand) else { return Ok(None) };
                Held::CsrMut(DeviceCsr::upload(gpu, csr.as_csr())?, csr)
            }
            AnyOperand::Dense(_) => {
                let Some(dense) = Dense::<V>::restore(operand) else { return Ok(None) };
                Held::Dense(DeviceDense::upload(gpu, dense)?)
            }
            AnyOperand::DenseMut(_) => {
                let Some(dense) = DenseMut::<V>::restore(operand) else { return Ok(None) };
                Held::DenseMut(DeviceDense::upload(gpu, dense.as_dense())?, dense)
            }
            AnyOperand::RowSparse(_) => {
                let Some(array) = RowSparse::<V, I>::restore(operand) else { return Ok(None) };
                Held::RowSparse(DeviceRowSparse::upload(gpu, array)?)
            }
            AnyOperand::RowSparseMut(_) => {
                let Some(array) = RowSparseMut::<V, I>::restore(operand) else { return Ok(None) };
                Held::RowSparseMut(self.send_rows(array.as_row_sparse())?, array)
            }
            AnyOperand::Row(values) => {
                let Some(values) = V::of_array(*values) else { return Ok(None) };
                Held::Row(Buffer::upload_values(gpu, values)?)
            }
            AnyOperand::Column(values) => {
                let Some(values) = V::of_array(*values) else { return Ok(None) };
                Held::Column(Buffer::upload_values(gpu, values)?)
            }
            AnyOperand::SegmentPlan(_) => {
                let Some(plan) = SegmentPlan::<I>::restore(operand) else { return Ok(None) };
                let there = DevicePlan::upload(gpu, &plan)?;
                self.plan = Some((plan.ids().to_vec(), there.pattern().clone()));
                Held::Plan(there)
            }
            AnyOperand::Array(array) => match (V::of_array(*array), I::of_array(*array)) {
                (Some(values), _) => Held::Values(Buffer::upload_values(gpu, values)?),
                (None, Some(places)) => Held::Indices(Buffer::upload(gpu, places)?),
                (None, None) => return Ok(None),
            },
            AnyOperand::ArrayMut(array) => {
                if let Some(values) = V::of_array_mut(array) {
                    Held::ValuesMut(Buffer::upload_values(gpu, values)?, values)
                } else if let Some(places) = I::of_array_mut(array) {
                    Held::IndicesMut(Buffer::upload(gpu, places)?, places)
                } else {
                    Held::Cursors
                }
            }
            AnyOperand::Scalar(scalar) => {
                let Some(value) = V::of_scalar(*scalar) else { return Ok(None) };
                Held::Scalar(value, Buffer::upload_values(gpu, &[value])?)
            }
            AnyOperand::Size(size) => Held::Size(*size),
            AnyOperand::Stream(stream) => Held::Stream(*stream),
            AnyOperand::Rule(rule) => Held::Rule(*rule),
            _ => return Ok(None),
        }))
    }

    /// As [`send`](Self::send), of an operand that may be a list, which there is of values to compute with.
    pub(super) fn send_any<'a, V: Value>(
        &mut self,
        operand: &mut AnyOperand<'a>,
    ) -> Result<Option<Held<'a, D, V, I>>, Error> {
        if !matches!(operand, AnyOperand::RowSparseList(_)) {
            return self.send(operand);
        }
        let Some(list) = <&[RowSparse<V, I>]>::restore(operand) else { return Ok(None) };
        let there = list.iter().map(|&array| DeviceRowSparse::upload(self.gpu, array));
        Ok(Some(Held::List(there.collect::<Result<_, _>>()?)))
    }

    fn send_rows<V: Storage>(&self, array: RowSparse<'_, V, I>) -> Result<DeviceRowSparse<D, V, I>, Error> {
        match self.plan.as_ref().filter(|(ids, _)| ids == array.indices()) {
            Some((_, pattern)) => DeviceRowSparse::with_pattern(self.gpu, pattern, array.row_length(), array.data()),
            None => DeviceRowSparse::upload(self.gpu, array),
        }
    }
}

/// What a function takes of an operand of a kind: `lent!(Dense operand)`, nothing for another kind.
macro_rules! lent {
    (Csr $held:ident $V:ident) => {
        $held.csr()
    };
    (CsrMut $held:ident $V:ident) => {
        $held.csr_mut()
    };
    (Dense $held:ident $V:ident) => {
        $held.dense()
    };
    (DenseMut $held:ident $V:ident) => {
        $held.dense_mut()
    };
    (RowSparse $held:ident $V:ident) => {
        $held.row_sparse()
    };
    (RowSparseMut $held:ident $V:ident) => {
        $held.row_sparse_mut()
    };
    (RowSparseList $held:ident $V:ident) => {
        $held.list()
    };
    (RowsMut $(($one:tt))? $held:ident $V:ident) => {
        $held.rows_mut()
    };
    (Broadcast $held:ident $V:ident) => {
        $held.broadcast()
    };
    (Plan $held:ident $V:ident) => {
        $held.plan()
    };
    (Values $held:ident $V:ident) => {
        $held.values()
    };
    (ValuesMut $held:ident $V:ident) => {
        $held.values_mut()
    };
    (Indices $held:ident $V:ident) => {
        $held.indices()
    };
    (IndicesMut $held:ident $V:ident) => {
        $held.indices_mut()
    };
    (Scalar $held:ident $V:ident) => {
        $held.scalar()
    };
    (Size $held:ident $V:ident) => {
        $held.size()
    };
    (Stream $held:ident $V:ident) => {
        $held.stream()
    };
    (Cursors $held:ident $V:ident) => {
        $held.cursors()
    };
    (Rule($rule:ident $own:tt) $held:ident $V:ident) => {
        $held.rule::<lacuna::optim::$rule<$V>>()
    };
}
pub(super) use lent;

/// Operands that are lent as they lie there.
macro_rules! lends {
    ($($name:ident -> $type:ty: $pattern:pat => $lent:expr;)*) => {
        impl<'a, D: Driver, V: Storage, I: Index> Held<'a, D, V, I> {
            $(
                pub(super) fn $name(&mut self) -> Option<$type> {
                    match self {
                        $pattern => Some($lent),
                        _ => None,
                    }
                }
            )*
        }
    };
}
lends! {
    csr -> &DeviceCsr<D, V, I>: Self::Csr(there) => there;
    csr_mut -> &mut DeviceCsr<D, V, I>: Self::CsrMut(there, _) => there;
    dense -> &DeviceDense<D, V>: Self::Dense(there) => there;
    dense_mut -> &mut DeviceDense<D, V>: Self::DenseMut(there, _) => there;
    row_sparse -> &DeviceRowSparse<D, V, I>: Self::RowSparse(there) => there;
    row_sparse_mut -> &mut DeviceRowSparse<D, V, I>: Self::RowSparseMut(there, _) => there;
    list -> &[DeviceRowSparse<D, V, I>]: Self::List(there) => there;
    plan -> &DevicePlan<D, I>: Self::Plan(there) => there;
    values -> &Buffer<D, V>: Self::Values(there) => there;
    values_mut -> &mut Buffer<D, V>: Self::ValuesMut(there, _) => there;
    indices -> &Buffer<D, I>: Self::Indices(there) => there;
    indices_mut -> &mut Buffer<D, I>: Self::IndicesMut(there, _) => there;
    scalar -> V: Self::Scalar(value, _) => *value;
    size -> usize: Self::Size(size) => *size;
    stream -> Stream: Self::Stream(stream) => *stream;
    cursors -> (): Self::Cursors => ();
}

impl<'a, D: Driver, V: Storage, I: Index> Held<'a, D, V, I> {
    pub(super) fn rows_mut(&mut self) -> Option<DeviceRowsMut<'_, D, V, I>> {
        match self {
            Self::DenseMut(there, _) => Some(there.into()),
            Self::RowSparseMut(there, _) => Some(there.into()),
            _ => None,
        }
    }

    pub(super) fn broadcast(&mut self) -> Option<DeviceBroadcast<'_, D, V, I>> {
        Some(match self {
            Self::Dense(there) => DeviceBroadcast::Dense(there),
            Self::RowSparse(there) => DeviceBroadcast::RowSparse(there),
            Self::Row(there) => DeviceBroadcast::Row(there),
            Self::Column(there) => DeviceBroadcast::Column(there),
            Self::Scalar(_, there) => DeviceBroadcast::Scalar(there),
            _ => return None,
        })
    }

    pub(super) fn rule<R: Erase<'a>>(&mut self) -> Option<R> {
        if let Self::Rule(rule) = self { R::restore(&mut AnyOperand::Rule(*rule)) } else { None }
    }

    /// Brings an output back.
    pub(super) fn fetch(self, gpu: &Gpu<D>) -> Result<(), Error> {
        match self {
            Self::CsrMut(there, mut to) => {
                let found = there.download(gpu)?;
                for row in 0..to.rows() {
                    let entries = found.indptr[row].to_usize()..found.indptr[row + 1].to_usize();
                    let (indices, values) = to.row_mut(row);
                    indices.copy_from_slice(&found.indices[entries.clone()]);
                    values.copy_from_slice(&found.values[entries]);
                }
            }
            Self::DenseMut(there, to) => there.download(gpu, to)?,
            Self::RowSparseMut(there, mut to) => to.data_mut().copy_from_slice(&there.download(gpu)?.data),
            Self::ValuesMut(there, to) => to.copy_from_slice(&there.download_values(gpu)?),
            Self::IndicesMut(there, to) => to.copy_from_slice(&there.download(gpu)?),
            _ => {}
        }
        Ok(())
    }
}
