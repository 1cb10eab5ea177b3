//! Products of matrices.
use super::Host;
use super::columns::Columns;
use crate::operator::backend::{Backend, Done, Factor};
use crate::operator::{Context, OperatorError, Stypes, backend, with_float};
use lacuna::dot::{dense_csr_scratch, dense_dense_scratch, transpose_plan_row_sparse};
use lacuna::infer::Stype::{self, Csr, Dense, RowSparse};
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{CsrMut, DenseMut, RowSparseMut, Value};
use lacuna_arrays::array::{Array, Element};
use std::time::Instant;

impl backend::Products for Host<'_> {
    fn product(&self, factors: [Factor<'_>; 2], shape: [usize; 2], stype: Option<Stype>, out: &mut Array) -> Done {
        with_float!(self.operator, factors[0].0, V => product::<V>(*self, factors, shape, stype, out))
    }

    fn sampled_product(&self, pattern: &Array, a: &Array, b: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, pattern, V => {
            let csr = pattern.as_csr::<V>()?;
            let out = out.reuse_structure::<V>(pattern)?;
            let indices = self.context.arena.alloc_slice_copy(csr.indices());
            let out = CsrMut::trusted(csr.rows(), csr.columns(), csr.indptr(), indices, out)?;
            Ok(self.context.cpu.sddmm(a.as_dense()?, b.as_dense()?, out)?)
        })
    }
}

fn product<V: Element + Value>(
    host: Host<'_>,
    factors: [Factor<'_>; 2],
    shape: [usize; 2],
    stype: Option<Stype>,
    out: &mut Array,
) -> Done {
    let (context, [rows, columns]) = (host.context, shape);
    let Context { cpu, arena, .. } = context;
    let [Factor(left, transpose_a), Factor(right, transpose_b)] = factors;
    let terms = left.shape().get(usize::from(!transpose_a)).copied().unwrap_or_default();
    let buffers = |entries: usize| PlanBuffers {
        ids: arena.alloc_slice_fill_default(entries),
        segments: arena.alloc_slice_fill_default(entries + 1),
        rows: arena.alloc_slice_fill_default(entries),
        entries: arena.alloc_slice_fill_default(entries),
    };
    match (left.stype(), right.stype(), transpose_a, transpose_b) {
        (Dense, Dense, false, _) | (Dense, Dense, _, false) => {
            let mut products = Products::new(context, &[[rows, columns, terms]]);
            let form = Form::of(transpose_a, transpose_b);
            products.multiply(form, left.as_dense()?, right.as_dense()?, dense_out::<V>(out, shape)?)?;
        }
        // There is no such kernel: A is transposed before.
        (Dense, Dense, true, true) => {
            let a = left.as_dense::<V>()?;
            let at = |i: usize| a.data().get(i % terms * rows + i / terms).copied().unwrap_or(V::ZERO);
            let transposed = arena.alloc_slice_fill_with(rows * terms, at);
            let mut products = Products::new(context, &[[rows, columns, terms]]);
            let a = lacuna::Dense::new(rows, terms, transposed)?;
            products.multiply(Form::Right, a, right.as_dense()?, dense_out::<V>(out, shape)?)?;
        }
        (Csr, Dense, false, false) => cpu.csr_dense(left.as_csr::<V>()?, right.as_dense()?, dense_out(out, shape)?)?,
        (Csr, RowSparse, false, false) => {
            cpu.csr_row_sparse(left.as_csr::<V>()?, right.as_row_sparse()?, dense_out(out, shape)?)?;
        }
        (Csr, Dense, true, false) => {
            let a = left.as_csr::<V>()?;
            let grouped = Columns::of(context, a)?;
            let plan = grouped.plan()?;
            if stype == Some(Dense) {
                cpu.csr_t_dense_to_dense(&plan, a.values(), right.as_dense()?, dense_out(out, shape)?)?;
            } else {
                let out = out.reuse_row_sparse::<V>(&shape, plan.ids())?;
                cpu.csr_t_dense(
                    &plan,
                    a.values(),
                    right.as_dense()?,
                    RowSparseMut::trusted(rows, columns, plan.ids(), out)?,
                )?;
            }
        }
        (Csr, RowSparse, true, false) => {
            let (a, b) = (left.as_csr::<V>()?, right.as_row_sparse()?);
            let scratch = arena.alloc_slice_fill_default(plan_scratch(a.nnz()));
            let plan = transpose_plan_row_sparse(a, b, 0..a.columns(), buffers(a.nnz()), scratch)?;
            let out = out.reuse_row_sparse::<V>(&shape, plan.ids())?;
            cpu.csr_t_row_sparse(&plan, a.values(), b, RowSparseMut::trusted(rows, columns, plan.ids(), out)?)?;
        }
        (Dense, Csr, false, false) => {
            let (a, b) = (left.as_dense()?, right.as_csr::<V>()?);
            let scratch = host.scratch(dense_csr_scratch(terms, columns).saturating_mul(cpu.threads.max(1)));
            cpu.dense_csr(a, b, scratch, dense_out(out, shape)?)?;
        }
        (Dense, Csr, false, true) => cpu.dense_csr_t(left.as_dense()?, right.as_csr::<V>()?, dense_out(out, shape)?)?,
        (Dense, RowSparse, false, true) => {
            cpu.dense_row_sparse_t(left.as_dense::<V>()?, right.as_row_sparse()?, dense_out(out, shape)?)?;
        }
        (left, right, ..) => return Err(host.no_path(Stypes(vec![left, right]))),
    }
    Ok(())
}

/// Which factor of a dense product is transposed.
#[derive(Clone, Copy, Debug)]
pub(in crate::operator) enum Form {
    Neither,
    Left,
    Right,
}

impl Form {
    /// Of products that are not transposed on both sides.
    const fn of(left: bool, right: bool) -> Self {
        match (left, right) {
            (true, _) => Self::Left,
            (_, true) => Self::Right,
            _ => Self::Neither,
        }
    }
}

/// Products of dense matrices, one after the other in the same scratch.
pub(in crate::operator) struct Products<'a, V> {
    context: &'a Context,
    scratch: &'a mut [V],
}

impl<'a, V: Value> Products<'a, V> {
    /// For products of so many rows, columns and terms.
    pub fn new(context: &'a Context, sizes: &[[usize; 3]]) -> Self {
        let length = sizes
            .iter()
            .map(|&[rows, columns, terms]| dense_dense_scratch(rows, columns, terms))
            .max()
            .unwrap_or_default();
        // A part of the scratch for each thread.
        let length = length.saturating_mul(context.cpu.threads.max(1));
        Self { context, scratch: context.arena.alloc_slice_fill_copy(length, V::ZERO) }
    }

    pub fn multiply(
        &mut self,
        form: Form,
        a: lacuna::Dense<'_, V>,
        b: lacuna::Dense<'_, V>,
        out: DenseMut<'_, V>,
    ) -> Result<(), OperatorError> {
        let (cpu, began) = (self.context.cpu, Instant::now());
        let done = match form {
            Form::Neither => cpu.dense_dense(a, b, self.scratch, out),
            Form::Left => cpu.dense_t_dense(a, b, self.scratch, out),
            Form::Right => cpu.dense_dense_t(a, b, self.scratch, out),
        };
        self.context.dense_products.set(self.context.dense_products.get() + began.elapsed());
        Ok(done?)
    }
}

/// A dense matrix in the memory of an array.
fn dense_out<V: Element>(out: &mut Array, [rows, columns]: [usize; 2]) -> Result<DenseMut<'_, V>, OperatorError> {
    Ok(DenseMut::new(rows, columns, out.reuse_dense(&[rows, columns])?)?)
}
