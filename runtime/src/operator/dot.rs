//! Matrix products.
use super::columns::Columns;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, Stypes, with_float};
use crate::array::{Array, Element};
use lacuna::dot::{dense_csr_scratch, dense_dense_scratch, transpose_plan_row_sparse};
use lacuna::infer::Stype::{self, Csr, Dense, RowSparse};
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{CsrMut, DenseMut, RowSparseMut, Value};
use std::time::Instant;

/// `op(A) op(B)` of two matrices, each transposed or not.
///
/// | A | B | transposed | result |
/// |---|---|---|---|
/// | dense | dense | none, A or B | dense |
/// | csr | dense, row_sparse | none | dense |
/// | csr | dense, row_sparse | A | row_sparse; dense as a gradient that is stored so |
/// | dense | csr | none or B | dense |
///
/// Gradients: of the dense or row_sparse operand a product of the same table; of a csr one on its own pattern ([`sddmm`](lacuna::dot::sddmm())), which MXNet does not have.
///
/// Source: MXNet `dot`. (There the product of a dense matrix and a csr is a csr on CPUs, though it has no more zeros than a dense one.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dot {
    /// A is transposed.
    pub transpose_a: bool,
    /// B is transposed.
    pub transpose_b: bool,
}

const NAME: &str = "dot";

/// A matrix, and whether it is transposed.
#[derive(Clone, Copy)]
pub(super) struct Factor<'a>(pub &'a Array, pub bool);

impl Factor<'_> {
    /// Rows and columns as they are multiplied.
    fn shape(self, operator: &'static str, operand: usize) -> Result<[usize; 2], OperatorError> {
        let Self(array, transposed) = self;
        match *array.shape() {
            [rows, columns] => Ok(if transposed { [columns, rows] } else { [rows, columns] }),
            _ => Err(OperatorError::Shape { operator, operand, expected: "a matrix", found: array.shape().to_vec() }),
        }
    }
}

impl Operator for Dot {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [a, b] = inputs.all(NAME)?;
        with_float!(NAME, a, V => product::<V>(NAME, context, Factor(a, self.transpose_a), Factor(b, self.transpose_b), None, output))
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let ([a, b], Self { transpose_a, transpose_b }) = (call.inputs.all(NAME)?, *self);
        let outer = call.gradient;
        let (left, right) = match (operand, transpose_a, transpose_b) {
            (0, false, _) => (Factor(outer, false), Factor(b, !transpose_b)),
            (0, true, _) => (Factor(b, transpose_b), Factor(outer, true)),
            (_, _, false) => (Factor(a, !transpose_a), Factor(outer, false)),
            (_, _, true) => (Factor(outer, true), Factor(a, transpose_a)),
        };
        if operand == 0 && a.stype() == Csr {
            return if transpose_a || transpose_b || b.stype() != Dense {
                Err(call.inputs.no_path(NAME))
            } else {
                with_float!(NAME, a, V => sddmm::<V>(context, a, b, outer, gradient))
            };
        }
        with_float!(NAME, a, V => product::<V>(NAME, context, left, right, call.stype, gradient))
    }
}

/// `op(A) op(B)` into an array whose memory is taken, stored as asked for if there is a path to that.
pub(super) fn product<V: Element + Value>(
    operator: &'static str,
    context: &Context,
    a: Factor<'_>,
    b: Factor<'_>,
    stype: Option<Stype>,
    output: &mut Array,
) -> Result<(), OperatorError> {
    let (Factor(left, transpose_a), Factor(right, transpose_b)) = (a, b);
    let ([rows, terms], [inner, columns]) = (a.shape(operator, 0)?, b.shape(operator, 1)?);
    if terms != inner {
        return Err(OperatorError::Shape {
            operator,
            operand: 1,
            expected: "as many rows as the first has columns",
            found: right.shape().to_vec(),
        });
    }
    values::<V>(operator, 0, left)?;
    values::<V>(operator, 1, right)?;
    let (Context { cpu, arena, .. }, shape) = (context, [rows, columns]);
    let scratch = |length| arena.alloc_slice_fill_copy(length, V::ZERO);
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
            products.multiply(form, left.as_dense()?, right.as_dense()?, dense_out::<V>(output, shape)?)?;
        }
        (Csr, Dense, false, false) => cpu.csr_dense(left.as_csr::<V>()?, right.as_dense()?, dense_out(output, shape)?)?,
        (Csr, RowSparse, false, false) => {
            cpu.csr_row_sparse(left.as_csr::<V>()?, right.as_row_sparse()?, dense_out(output, shape)?)?;
        }
        (Csr, Dense, true, false) => {
            let a = left.as_csr::<V>()?;
            let grouped = Columns::of(context, a)?;
            let plan = grouped.plan()?;
            if stype == Some(Dense) {
                cpu.csr_t_dense_to_dense(&plan, a.values(), right.as_dense()?, dense_out(output, shape)?)?;
            } else {
                let out = output.reuse_row_sparse::<V>(&shape, plan.ids())?;
                cpu.csr_t_dense(&plan, a.values(), right.as_dense()?, RowSparseMut::trusted(rows, columns, plan.ids(), out)?)?;
            }
        }
        (Csr, RowSparse, true, false) => {
            let (a, b) = (left.as_csr::<V>()?, right.as_row_sparse()?);
            let scratch = arena.alloc_slice_fill_default(plan_scratch(a.nnz()));
            let plan = transpose_plan_row_sparse(a, b, 0..a.columns(), buffers(a.nnz()), scratch)?;
            let out = output.reuse_row_sparse::<V>(&shape, plan.ids())?;
            cpu.csr_t_row_sparse(&plan, a.values(), b, RowSparseMut::trusted(rows, columns, plan.ids(), out)?)?;
        }
        (Dense, Csr, false, false) => {
            let (a, b) = (left.as_dense()?, right.as_csr::<V>()?);
            let scratch = scratch(dense_csr_scratch(terms, columns).saturating_mul(cpu.threads.max(1)));
            cpu.dense_csr(a, b, scratch, dense_out(output, shape)?)?;
        }
        (Dense, Csr, false, true) => cpu.dense_csr_t(left.as_dense()?, right.as_csr::<V>()?, dense_out(output, shape)?)?,
        (Dense, RowSparse, false, true) => {
            cpu.dense_row_sparse_t(left.as_dense::<V>()?, right.as_row_sparse()?, dense_out(output, shape)?)?;
        }
        (left, right, ..) => return Err(OperatorError::NoPath { operator, stypes: Stypes(vec![left, right]) }),
    }
    Ok(())
}

/// Which factor of a dense product is transposed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
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
pub(super) struct Products<'a, V> {
    context: &'a Context,
    scratch: &'a mut [V],
}

impl<'a, V: Value> Products<'a, V> {
    /// For products of so many rows, columns and terms.
    pub fn new(context: &'a Context, sizes: &[[usize; 3]]) -> Self {
        let length = sizes.iter().map(|&[rows, columns, terms]| dense_dense_scratch(rows, columns, terms)).max().unwrap_or_default();
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
pub(super) fn dense_out<V: Element>(output: &mut Array, [rows, columns]: [usize; 2]) -> Result<DenseMut<'_, V>, OperatorError> {
    Ok(DenseMut::new(rows, columns, output.reuse_dense(&[rows, columns])?)?)
}

/// The gradient of a csr on its own pattern: `G B^T` where it stores something.
fn sddmm<V: Element + Value>(context: &Context, a: &Array, b: &Array, outer: &Array, gradient: &mut Array) -> Result<(), OperatorError> {
    let pattern = a.as_csr::<V>()?;
    let out = gradient.reuse_structure::<V>(a)?;
    let indices = context.arena.alloc_slice_copy(pattern.indices());
    let out = CsrMut::trusted(pattern.rows(), pattern.columns(), pattern.indptr(), indices, out)?;
    Ok(context.cpu.sddmm(outer.as_dense()?, b.as_dense()?, out)?)
}
