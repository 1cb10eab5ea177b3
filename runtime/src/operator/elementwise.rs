//! Functions of two arrays of one shape, and of an array and a row.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::cast::accumulate_indptr;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::rows::add_n_ids;
use lacuna::{Broadcast, CsrMut, KernelError, RowSparseMut, RowsMut, Value, binary};

/// `a + b`.
///
/// | operands | result |
/// |---|---|
/// | both dense, csr or row_sparse | stored as they are, on the union of the patterns |
/// | dense and row_sparse | dense |
///
/// Gradient: that of the result. Source: MXNet `elemwise_add`.
#[derive(Clone, Copy, Debug)]
pub struct Add;

/// `a - b`, stored as the result of [`Add`].
///
/// Gradient: that of the result, and its negative. Source: MXNet `elemwise_sub`.
#[derive(Clone, Copy, Debug)]
pub struct Subtract;

/// `a * b`, element by element.
///
/// | operands | result |
/// |---|---|
/// | both dense, csr or row_sparse | stored as they are, on the intersection of the patterns |
/// | dense and row_sparse | row_sparse, of the ids of the sparse operand |
/// | dense and csr | csr, of its pattern |
///
/// Gradient: that of the result times the other operand. Source: MXNet `elemwise_mul`.
#[derive(Clone, Copy, Debug)]
pub struct Multiply;

/// `a / b`, element by element, of dense arrays, or of a csr and a dense array on the pattern of the csr.
///
/// Gradients: `g / b` and `-g a / b^2`, of dense arrays. Source: MXNet `elemwise_div`; of a csr `broadcast_div`.
#[derive(Clone, Copy, Debug)]
pub struct Divide;

/// `a + b`, with one row `b` for all rows of a dense `a`: a bias.
///
/// Gradients: that of the result, and its sums over the rows. Source: MXNet `broadcast_add`.
#[derive(Clone, Copy, Debug)]
pub struct AddRow;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// What kernels of rows take: a matrix of the first dimension and all others.
pub(super) fn rows<V: Element + Value>(array: &Array) -> Result<Broadcast<'_, V, i64>, OperatorError> {
    Ok(if array.stype() == RowSparse { array.as_row_sparse()?.into() } else { array.as_dense()?.into() })
}

fn same_shape(operator: &'static str, a: &Array, b: &Array) -> Result<(), OperatorError> {
    if a.shape() == b.shape() {
        return Ok(());
    }
    Err(OperatorError::Shape { operator, operand: 1, expected: "that of the first", found: b.shape().to_vec() })
}

impl Kind {
    fn forward<V: Element + Value>(
        self,
        operator: &'static str,
        context: &Context,
        inputs: Inputs<'_>,
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        let [a, b] = inputs.all(operator)?;
        same_shape(operator, a, b)?;
        let (left, right) = (values::<V>(operator, 0, a)?, values::<V>(operator, 1, b)?);
        let (cpu, arena) = (context.cpu, &context.arena);
        match (a.stype(), b.stype(), self) {
            (Dense, Dense, _) => {
                let out = output.reuse_dense(a.shape())?;
                match self {
                    Self::Add => cpu.add(left, right, out)?,
                    Self::Subtract => cpu.subtract(left, right, out)?,
                    Self::Multiply => cpu.multiply(left, right, out)?,
                    Self::Divide => cpu.divide(left, right, out)?,
                }
            }
            (RowSparse, RowSparse, Self::Add | Self::Subtract) => {
                let operands = [a.as_row_sparse::<V>()?, b.as_row_sparse()?];
                let ids = arena.alloc_slice_fill_default(operands[0].stored_rows() + operands[1].stored_rows());
                let stored = add_n_ids(&operands, &mut [0; 2], ids)?;
                self.rows::<V>(context, [a, b], ids.get(..stored).unwrap_or_default(), output)?;
            }
            (RowSparse, RowSparse, Self::Multiply) => {
                let operands = [a.as_row_sparse::<V>()?, b.as_row_sparse()?];
                let ids = arena.alloc_slice_fill_default(operands[0].stored_rows().min(operands[1].stored_rows()));
                let stored = binary::rows_intersection_ids(operands[0], operands[1], ids)?;
                self.rows::<V>(context, [a, b], ids.get(..stored).unwrap_or_default(), output)?;
            }
            (RowSparse, Dense, Self::Multiply) => self.rows::<V>(context, [a, b], a.indices().unwrap_or_default(), output)?,
            (Dense, RowSparse, Self::Multiply) => self.rows::<V>(context, [a, b], b.indices().unwrap_or_default(), output)?,
            (RowSparse, Dense, Self::Add | Self::Subtract) | (Dense, RowSparse, Self::Add | Self::Subtract) => {
                output.reuse_dense::<V>(a.shape())?;
                let out = output.as_dense_mut::<V>()?;
                self.on_rows(context, [a, b], out.into())?;
            }
            (Csr, Csr, Self::Add | Self::Subtract | Self::Multiply) => self.csr::<V>(context, a, b, output)?,
            (Csr, Dense, Self::Multiply | Self::Divide) => {
                let out = output.reuse_structure(a)?;
                let operands = (a.as_csr::<V>()?, rows(b)?);
                if self == Self::Divide {
                    cpu.entries_divide(operands.0, operands.1, out)?
                } else {
                    cpu.entries_multiply(operands.0, operands.1, out)?
                }
            }
            (Dense, Csr, Self::Multiply) => cpu.entries_multiply(b.as_csr::<V>()?, rows(a)?, output.reuse_structure(b)?)?,
            _ => return Err(inputs.no_path(operator)),
        }
        Ok(())
    }

    fn rows<V: Element + Value>(
        self,
        context: &Context,
        [a, b]: [&Array; 2],
        ids: &[i64],
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        output.reuse_row_sparse::<V>(a.shape(), ids)?;
        let row_length = a.shape().iter().skip(1).product();
        let out = output.data_mut().unwrap_or_default();
        let out = RowSparseMut::trusted(a.shape().first().copied().unwrap_or_default(), row_length, ids, out)?;
        self.on_rows::<V>(context, [a, b], out.into())
    }

    fn on_rows<V: Element + Value>(self, context: &Context, [a, b]: [&Array; 2], out: RowsMut<'_, V, i64>) -> Result<(), OperatorError> {
        let (left, right) = (rows(a)?, rows(b)?);
        let done = match self {
            Self::Add => context.cpu.rows_add(left, right, out),
            Self::Subtract => context.cpu.rows_subtract(left, right, out),
            Self::Multiply => context.cpu.rows_multiply(left, right, out),
            Self::Divide => context.cpu.rows_divide(left, right, out),
        };
        Ok(done?)
    }

    fn csr<V: Element + Value>(self, context: &Context, a: &Array, b: &Array, output: &mut Array) -> Result<(), OperatorError> {
        let (cpu, left, right) = (context.cpu, a.as_csr::<V>()?, b.as_csr::<V>()?);
        let structure = || -> Result<_, KernelError> {
            let indptr = context.arena.alloc_slice_fill_default::<i64>(left.rows() + 1);
            let counts = indptr.get_mut(1..).unwrap_or_default();
            if self == Self::Multiply {
                cpu.csr_intersection_nnz(left, right, counts)?;
            } else {
                cpu.csr_union_nnz(left, right, counts)?;
            }
            let stored = accumulate_indptr(indptr)?;
            Ok((indptr, stored))
        };
        let (indptr, stored) = structure()?;
        let (indices, data) = output.reuse_csr::<V>([left.rows(), left.columns()], indptr, stored)?;
        let out = CsrMut::new(left.rows(), left.columns(), indptr, indices, data)?;
        let done = match self {
            Self::Subtract => cpu.csr_subtract(left, right, out),
            Self::Multiply => cpu.csr_multiply(left, right, out),
            Self::Add | Self::Divide => cpu.csr_add(left, right, out),
        };
        Ok(done?)
    }
}

/// The gradient of the output, or its negative.
fn passed_on(context: &Context, gradient: &Array, negative: bool, to: &mut Array) -> Result<(), OperatorError> {
    if !negative {
        return Ok(to.reuse_copy(gradient)?);
    }
    with_float!("elemwise_sub", gradient, V => {
        let out = to.reuse_structure::<V>(gradient)?;
        Ok(context.cpu.negative(values::<V>("elemwise_sub", 0, gradient)?, out)?)
    })
}

impl Operator for Add {
    fn name(&self) -> &'static str {
        "elemwise_add"
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [a, _] = inputs.all(self.name())?;
        with_float!(self.name(), a, V => Kind::Add.forward::<V>(self.name(), context, inputs, output))
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        passed_on(context, call.gradient, false, gradient)
    }
}

impl Operator for Subtract {
    fn name(&self) -> &'static str {
        "elemwise_sub"
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [a, _] = inputs.all(self.name())?;
        with_float!(self.name(), a, V => Kind::Subtract.forward::<V>(self.name(), context, inputs, output))
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        passed_on(context, call.gradient, operand == 1, gradient)
    }
}

impl Operator for Multiply {
    fn name(&self) -> &'static str {
        "elemwise_mul"
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [a, _] = inputs.all(self.name())?;
        with_float!(self.name(), a, V => Kind::Multiply.forward::<V>(self.name(), context, inputs, output))
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [a, b] = call.inputs.all(self.name())?;
        let other = if operand == 0 { b } else { a };
        self.forward(context, Inputs::from(&[call.gradient, other][..]), gradient)
    }
}

impl Operator for Divide {
    fn name(&self) -> &'static str {
        "elemwise_div"
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [a, _] = inputs.all(self.name())?;
        with_float!(self.name(), a, V => Kind::Divide.forward::<V>(self.name(), context, inputs, output))
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [a, b] = call.inputs.all(self.name())?;
        if [a, b, call.gradient].iter().any(|array| array.stype() != Dense) {
            return Err(call.inputs.no_path(self.name()));
        }
        with_float!(self.name(), a, V => {
            let (outer, divisor) = (values::<V>(self.name(), 0, call.gradient)?, values::<V>(self.name(), 1, b)?);
            let cpu = context.cpu;
            let out = gradient.reuse_dense(a.shape())?;
            if operand == 0 {
                return Ok(cpu.divide(outer, divisor, out)?);
            }
            // -g (a / b) / b, of which nothing overflows that the result does not.
            let quotients = context.arena.alloc_slice_fill_copy(out.len(), V::default());
            cpu.divide(outer, divisor, quotients)?;
            cpu.multiply(quotients, values::<V>(self.name(), 0, call.output)?, out)?;
            cpu.negative(out, quotients)?;
            out.copy_from_slice(quotients);
            Ok(())
        })
    }
}

impl Operator for AddRow {
    fn name(&self) -> &'static str {
        "broadcast_add"
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [a, row] = inputs.all(self.name())?;
        if [a, row].iter().any(|array| array.stype() != Dense) {
            return Err(inputs.no_path(self.name()));
        }
        with_float!(self.name(), a, V => add_row::<V>(self.name(), context, a, row, output))
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [_, row] = call.inputs.all(self.name())?;
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(self.name()));
        }
        if operand == 0 {
            return passed_on(context, call.gradient, false, gradient);
        }
        with_float!(self.name(), row, V => sum_rows::<V>(context, call.gradient, row.shape(), gradient))
    }
}

/// `a + row`, in the memory of an array.
fn add_row<V: Element + Value>(
    operator: &'static str,
    context: &Context,
    a: &Array,
    row: &Array,
    output: &mut Array,
) -> Result<(), OperatorError> {
    let (matrix, values) = (a.as_dense::<V>()?, values::<V>(operator, 1, row)?);
    if values.len() != matrix.columns() {
        return Err(OperatorError::Shape {
            operator,
            operand: 1,
            expected: "one element for each column of the first",
            found: row.shape().to_vec(),
        });
    }
    output.reuse_dense::<V>(a.shape())?;
    let out: RowsMut<'_, V, i64> = output.as_dense_mut::<V>()?.into();
    Ok(context.cpu.rows_add(matrix.into(), Broadcast::Row(values), out)?)
}

/// The sums over the rows of a matrix, as an array of this shape.
pub(super) fn sum_rows<V: Element + Value>(
    context: &Context,
    matrix: &Array,
    shape: &[usize],
    to: &mut Array,
) -> Result<(), OperatorError> {
    let out = to.reuse_dense::<V>(shape)?;
    Ok(context.cpu.sum_columns(matrix.as_dense::<V>()?, out)?)
}
