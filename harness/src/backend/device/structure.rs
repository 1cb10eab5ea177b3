//! Structure calls on a device.
use super::OnDevice;
use lacuna::call::{Answer, Call, Operator};
use lacuna::checks::{capacity, index_fits};
use lacuna::error::Operand;
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Dense, Error as Refusal, Index, KernelError, RowSparse, Storage, Value};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{
    Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, Error, Gpu, Pattern, binary, cast, dot, embedding, rows,
};
use std::ops::Range;

/// Counts of the rows of two matrices.
fn pair_nnz<D: Driver, V: Value, I: Index>(
    device: &OnDevice<D>,
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    counts: &mut [I],
    count: impl FnOnce(&Gpu<D>, &DeviceCsr<D, V, I>, &DeviceCsr<D, V, I>, &mut Buffer<D, I>) -> Result<(), Error>,
) -> Result<(), KernelError> {
    device.run(|gpu| {
        let rows = a.rows();
        let (a, b) = (DeviceCsr::upload(gpu, a)?, DeviceCsr::upload(gpu, b)?);
        let mut indptr = Buffer::upload(gpu, &vec![I::default(); rows + 1])?;
        count(gpu, &a, &b, &mut indptr)?;
        capacity(Operand::Output, rows, counts.len())?;
        gpu.finish()?;
        counts[..rows].copy_from_slice(&indptr.download(gpu)?[1..]);
        Ok(())
    })
}

impl<D: Driver + Send> OnDevice<D>
where
    D::Memory: Send,
{
    /// A structure call: on the device, where it has a way for it.
    pub(super) fn structure<V: Value, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
        Ok(match call.operator {
            Operator::dense_row_nnz => {
                let [dense, counts] = call.operands()?;
                self.dense_row_nnz(dense.typed::<Dense<V>>()?, counts.typed::<&mut [I]>()?)?.into()
            }
            Operator::dense_row_ids => {
                let [dense, first_row, ids] = call.operands()?;
                self.dense_row_ids(dense.typed::<Dense<V>>()?, first_row.typed()?, ids.typed::<&mut [I]>()?)?.into()
            }
            Operator::transpose_plan_row_sparse => {
                let [a, b, first, end, buffers, scratch] = call.operands()?;
                let columns = first.typed()?..end.typed()?;
                self.transpose_plan_row_sparse(
                    a.typed::<Csr<V, I>>()?,
                    b.typed()?,
                    columns,
                    buffers.typed()?,
                    scratch.typed()?,
                )?
                .into()
            }
            Operator::csr_union_nnz => {
                let [a, b, counts] = call.operands()?;
                self.csr_union_nnz(a.typed::<Csr<V, I>>()?, b.typed()?, counts.typed()?)?.into()
            }
            Operator::csr_intersection_nnz => {
                let [a, b, counts] = call.operands()?;
                self.csr_intersection_nnz(a.typed::<Csr<V, I>>()?, b.typed()?, counts.typed()?)?.into()
            }
            Operator::rows_intersection_ids => {
                let [left, right, ids] = call.operands()?;
                self.rows_intersection_ids(left.typed::<RowSparse<V, I>>()?, right.typed()?, ids.typed()?)?.into()
            }
            Operator::add_n_ids => {
                let [inputs, _, ids] = call.operands()?;
                self.add_n_ids(inputs.typed::<&[RowSparse<V, I>]>()?, ids.typed()?)?.into()
            }
            _ => return self.structure_of_stored::<V, I>(call),
        })
    }

    /// The same, of those that do not look at values.
    pub(super) fn structure_of_stored<V: Storage, I: Index>(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
        Ok(match call.operator {
            Operator::transpose_plan => {
                let [a, first, end, buffers, scratch] = call.operands()?;
                let columns = first.typed()?..end.typed()?;
                self.transpose_plan(a.typed::<Csr<V, I>>()?, columns, buffers.typed()?, scratch.typed()?)?.into()
            }
            Operator::accumulate_indptr => {
                let [indptr] = call.operands()?;
                self.accumulate_indptr(indptr.typed::<&mut [I]>()?)?.into()
            }
            Operator::retain_ids => {
                let [data, ids] = call.operands()?;
                self.retain_ids(data.typed::<RowSparse<V, I>>()?, ids.typed()?)?.into()
            }
            Operator::coalesce_plan => {
                let [input, buffers, _] = call.operands()?;
                self.coalesce_plan(input.typed::<RowSparse<V, I>>()?, buffers.typed()?)?.into()
            }
            Operator::bag_plan => {
                let [bags, padding, buffers, _] = call.operands()?;
                self.bag_plan(bags.typed::<Csr<V, I>>()?, padding.typed()?, buffers.typed()?)?.into()
            }
            _ => return call.run(),
        })
    }

    fn dense_row_nnz<V: Value, I: Index>(&self, dense: Dense<'_, V>, counts: &mut [I]) -> Result<(), KernelError> {
        self.run(|gpu| {
            let rows = dense.rows();
            capacity(Operand::Output, rows, counts.len())?;
            let dense = DeviceDense::upload(gpu, dense)?;
            let mut indptr = Buffer::upload(gpu, &vec![I::default(); rows + 1])?;
            cast::dense_row_nnz(gpu, &dense, &mut indptr)?;
            gpu.finish()?;
            counts[..rows].copy_from_slice(&indptr.download(gpu)?[1..]);
            Ok(())
        })
    }

    fn dense_row_ids<V: Value, I: Index>(
        &self,
        dense: Dense<'_, V>,
        first_row: usize,
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        self.run(|gpu| {
            index_fits::<I>(first_row.saturating_add(dense.rows()).saturating_sub(1))?;
            let dense = DeviceDense::upload(gpu, dense)?;
            let pattern = cast::dense_row_ids::<_, V, I>(gpu, &dense)?;
            gpu.finish()?;
            let found = pattern.download(gpu)?;
            for (id, row) in ids.iter_mut().zip(&found) {
                *id = I::from_usize(row.to_usize() + first_row);
            }
            capacity(Operand::Ids, found.len(), ids.len())?;
            Ok(found.len())
        })
    }

    fn transpose_plan<'p, V: Storage, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        if columns != (0..a.columns()) {
            // The grid cuts the work, not the caller.
            return lacuna::dot::transpose_plan(a, columns, buffers, scratch);
        }
        self.run(|gpu| {
            let plan = dot::transpose_plan(gpu, &DeviceCsr::upload(gpu, a)?)?;
            gpu.finish()?;
            plan.download(gpu, buffers)
        })
    }

    fn transpose_plan_row_sparse<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        if columns != (0..a.columns()) {
            return lacuna::dot::transpose_plan_row_sparse(a, b, columns, buffers, scratch);
        }
        self.run(|gpu| {
            let plan =
                dot::transpose_plan_row_sparse(gpu, &DeviceCsr::upload(gpu, a)?, &DeviceRowSparse::upload(gpu, b)?)?;
            gpu.finish()?;
            plan.download(gpu, buffers)
        })
    }

    fn accumulate_indptr<I: Index>(&self, indptr: &mut [I]) -> Result<usize, KernelError> {
        self.run(|gpu| {
            let mut there = Buffer::upload(gpu, indptr)?;
            cast::accumulate_indptr(gpu, &mut there)?;
            gpu.finish()?;
            indptr.copy_from_slice(&there.download(gpu)?);
            Ok(indptr.last().map_or(0, |last| last.to_usize()))
        })
    }

    fn csr_union_nnz<V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: Csr<'_, V, I>,
        counts: &mut [I],
    ) -> Result<(), KernelError> {
        pair_nnz(self, a, b, counts, |gpu, a, b, indptr| binary::csr_union_nnz(gpu, a, b, indptr))
    }

    fn csr_intersection_nnz<V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: Csr<'_, V, I>,
        counts: &mut [I],
    ) -> Result<(), KernelError> {
        pair_nnz(self, a, b, counts, |gpu, a, b, indptr| binary::csr_intersection_nnz(gpu, a, b, indptr))
    }

    fn rows_intersection_ids<V: Value, I: Index>(
        &self,
        left: RowSparse<'_, V, I>,
        right: RowSparse<'_, V, I>,
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        self.run(|gpu| {
            let pattern = binary::rows_intersection_ids(
                gpu,
                &DeviceRowSparse::upload(gpu, left)?,
                &DeviceRowSparse::upload(gpu, right)?,
            )?;
            gpu.finish()?;
            let found = pattern.download(gpu)?;
            for (id, found) in ids.iter_mut().zip(&found) {
                *id = *found;
            }
            capacity(Operand::Ids, found.len(), ids.len())?;
            Ok(found.len())
        })
    }

    fn retain_ids<V: Storage, I: Index>(&self, data: RowSparse<'_, V, I>, ids: &[I]) -> Result<usize, KernelError> {
        self.run(|gpu| {
            let data = DeviceRowSparse::upload(gpu, data)?;
            let pattern = rows::retain_ids(gpu, &data, &Pattern::upload(gpu, data.rows(), ids)?)?;
            gpu.finish()?;
            Ok(pattern.download(gpu)?.len())
        })
    }

    fn coalesce_plan<'p, V: Storage, I: Index>(
        &self,
        input: RowSparse<'_, V, I>,
        buffers: PlanBuffers<'p, I>,
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.run(|gpu| {
            let plan = rows::coalesce_plan(gpu, &DeviceRowSparse::upload(gpu, input)?)?;
            gpu.finish()?;
            plan.download(gpu, buffers)
        })
    }

    fn bag_plan<'p, V: Storage, I: Index>(
        &self,
        bags: Csr<'_, V, I>,
        padding: usize,
        buffers: PlanBuffers<'p, I>,
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        self.run(|gpu| {
            let plan = embedding::bag_plan(gpu, &DeviceCsr::upload(gpu, bags)?, padding)?;
            gpu.finish()?;
            plan.download(gpu, buffers)
        })
    }

    fn add_n_ids<V: Value, I: Index>(
        &self,
        inputs: &[RowSparse<'_, V, I>],
        ids: &mut [I],
    ) -> Result<usize, KernelError> {
        self.run(|gpu| {
            let inputs =
                inputs.iter().map(|&input| DeviceRowSparse::upload(gpu, input)).collect::<Result<Vec<_>, _>>()?;
            let pattern = rows::add_n_ids(gpu, &inputs.iter().collect::<Vec<_>>())?;
            gpu.finish()?;
            let found = pattern.download(gpu)?;
            for (id, found) in ids.iter_mut().zip(&found) {
                *id = *found;
            }
            capacity(Operand::Ids, found.len(), ids.len())?;
            Ok(found.len())
        })
    }
}
