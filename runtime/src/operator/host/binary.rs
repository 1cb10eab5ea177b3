//! Functions of two numbers, and their gradients.
use super::view::gather;
use super::{Host, View};
use crate::operator::backend::{Backend, Done};
use crate::operator::{Binary, OperatorError, Stypes, with_float};
use lacuna::cast::accumulate_indptr;
use lacuna::infer::Stype::{Csr, RowSparse};
use lacuna::rows::add_n_ids;
use lacuna::{Broadcast, CsrMut, KernelError, RowSparseMut, Value, binary};
use lacuna_arrays::array::{Array, Element};

fn of_values<V: Value>(host: Host<'_>, function: Binary, [a, b]: [&[V]; 2], out: &mut [V]) -> Result<(), KernelError> {
    let cpu = host.context.cpu;
    match function {
        Binary::Add => cpu.add(a, b, out),
        Binary::Subtract => cpu.subtract(a, b, out),
        Binary::Multiply => cpu.multiply(a, b, out),
        Binary::Divide => cpu.divide(a, b, out),
        Binary::Modulo => cpu.modulo(a, b, out),
        Binary::Power => cpu.power(a, b, out),
        Binary::Maximum => cpu.maximum(a, b, out),
        Binary::Minimum => cpu.minimum(a, b, out),
        Binary::Hypot => cpu.hypot(a, b, out),
        Binary::Equal => cpu.equal(a, b, out),
        Binary::NotEqual => cpu.not_equal(a, b, out),
        Binary::Greater => cpu.greater(a, b, out),
        Binary::GreaterEqual => cpu.greater_equal(a, b, out),
        Binary::Lesser => cpu.greater(b, a, out),
        Binary::LesserEqual => cpu.greater_equal(b, a, out),
        Binary::LogicalAnd | Binary::LogicalOr | Binary::LogicalXor => {
            let (left, right) = (host.scratch(a.len()), host.scratch(b.len()));
            cpu.not_equal_scalar(a, V::ZERO, left)?;
            cpu.not_equal_scalar(b, V::ZERO, right)?;
            match function {
                Binary::LogicalAnd => cpu.multiply(left, right, out),
                Binary::LogicalOr => cpu.maximum(left, right, out),
                _ => cpu.not_equal(left, right, out),
            }
        }
    }
}

/// Of an operand, at each place of the result.
fn gradient_of_values<V: Value>(
    host: Host<'_>,
    (function, operand): (Binary, usize),
    [outer, a, b, result]: [&[V]; 4],
    out: &mut [V],
) -> Result<(), KernelError> {
    let (cpu, slope) = (host.context.cpu, host.scratch(outer.len()));
    let second = || host.scratch::<V>(outer.len());
    match (function, operand) {
        (Binary::Add, _) | (Binary::Subtract | Binary::Modulo, 0) => {
            out.copy_from_slice(outer);
            return Ok(());
        }
        (Binary::Subtract, _) => return cpu.negative(outer, out),
        (Binary::Multiply, 0) => return cpu.multiply(outer, b, out),
        (Binary::Multiply, _) => return cpu.multiply(outer, a, out),
        (Binary::Divide, 0) => return cpu.divide(outer, b, out),
        (Binary::Divide, _) => {
            // -g (a / b) / b, of which nothing overflows that the result does not.
            let quotients = second();
            cpu.divide(outer, b, slope)?;
            cpu.multiply(slope, result, quotients)?;
            return cpu.negative(quotients, out);
        }
        (Binary::Modulo, _) => {
            let [quotients, whole] = [second(), second()];
            cpu.divide(a, b, quotients)?;
            cpu.floor(quotients, whole)?;
            cpu.negative(whole, slope)?;
        }
        (Binary::Power, 0) => {
            let [less, power] = [second(), second()];
            cpu.plus_scalar(b, -V::narrow(1.0), less)?;
            cpu.power(a, less, power)?;
            cpu.multiply(power, b, slope)?;
        }
        (Binary::Power, _) => {
            let logarithm = second();
            cpu.log(a, logarithm)?;
            cpu.multiply(result, logarithm, slope)?;
        }
        (Binary::Maximum, 0) => cpu.greater_equal(a, b, slope)?,
        (Binary::Maximum, _) => cpu.greater(b, a, slope)?,
        (Binary::Minimum, 0) => cpu.greater_equal(b, a, slope)?,
        (Binary::Minimum, _) => cpu.greater(a, b, slope)?,
        (Binary::Hypot, 0) => cpu.divide(a, result, slope)?,
        (Binary::Hypot, _) => cpu.divide(b, result, slope)?,
        // Steps.
        _ => {
            out.fill(V::ZERO);
            return Ok(());
        }
    }
    cpu.multiply(outer, slope, out)
}

impl<'a> Host<'a> {
    /// The numbers of a dense array, repeated to this shape.
    fn repeated<'x, V: Element + Value>(
        &self,
        operand: usize,
        array: &'x Array,
        shape: &[usize],
    ) -> Result<&'x [V], OperatorError>
    where
        'a: 'x,
    {
        let own = self.values(operand, array)?;
        if array.size() == shape.iter().product::<usize>() {
            return Ok(own);
        }
        let all = self.scratch::<V>(shape.iter().product());
        gather(&View::repeated(array.shape(), shape).unwrap_or_default(), own, all);
        Ok(all)
    }

    /// A function of two dense arrays, each repeated to this shape.
    pub fn binary(&self, function: Binary, [a, b]: [&Array; 2], shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, a, V => {
            let operands = [self.repeated::<V>(0, a, shape)?, self.repeated(1, b, shape)?];
            Ok(of_values(*self, function, operands, out.reuse_dense(shape)?)?)
        })
    }

    /// The gradient of an operand of [`binary`](Self::binary), at each place of the result.
    pub fn binary_gradient(
        &self,
        of: (Binary, usize),
        outer: &Array,
        [a, b]: [&Array; 2],
        result: &Array,
        out: &mut Array,
    ) -> Done {
        with_float!(self.operator, a, V => {
            let shape = outer.shape();
            let operands = [self.repeated::<V>(0, a, shape)?, self.repeated(1, b, shape)?];
            let (outer, result) = (self.values(0, outer)?, self.values(0, result)?);
            let out = out.reuse_dense(shape)?;
            Ok(gradient_of_values(*self, of, [outer, operands[0], operands[1], result], out)?)
        })
    }

    /// A function of two csr or two row_sparse arrays of one shape, on the union of their patterns.
    pub fn binary_union(&self, function: Binary, a: &Array, b: &Array, out: &mut Array) -> Done {
        if !matches!(function, Binary::Maximum | Binary::Minimum | Binary::Hypot) {
            return Err(self.no_path(Stypes(vec![a.stype(), b.stype()])));
        }
        with_float!(self.operator, a, V => match [a.stype(), b.stype()] {
            [Csr, Csr] => self.csr_union::<V>(function, [a, b], out),
            [RowSparse, RowSparse] => self.row_union::<V>(function, [a, b], out),
            stypes => Err(self.no_path(Stypes(stypes.to_vec()))),
        })
    }

    fn csr_union<V: Element + Value>(&self, function: Binary, [a, b]: [&Array; 2], out: &mut Array) -> Done {
        let (cpu, left, right) = (self.context.cpu, a.as_csr::<V>()?, b.as_csr::<V>()?);
        let indptr = self.context.arena.alloc_slice_fill_default::<i64>(left.rows() + 1);
        cpu.csr_union_nnz(left, right, indptr.get_mut(1..).unwrap_or_default())?;
        let (stored, shape) = (accumulate_indptr(indptr)?, [left.rows(), left.columns()]);
        let (indices, data) = out.reuse_csr::<V>(shape, indptr, stored)?;
        let out = CsrMut::new(left.rows(), left.columns(), indptr, indices, data)?;
        let done = match function {
            Binary::Maximum => cpu.csr_maximum(left, right, out),
            Binary::Minimum => cpu.csr_minimum(left, right, out),
            _ => binary::csr(binary::Hypot, left, right, out),
        };
        Ok(done?)
    }

    fn row_union<V: Element + Value>(&self, function: Binary, [a, b]: [&Array; 2], out: &mut Array) -> Done {
        let (cpu, operands) = (self.context.cpu, [a.as_row_sparse::<V>()?, b.as_row_sparse()?]);
        let most = operands[0].stored_rows() + operands[1].stored_rows();
        let ids = self.context.arena.alloc_slice_fill_default(most);
        let stored = add_n_ids(&operands, &mut [0; 2], ids)?;
        let (ids, rows, row_length) =
            (ids.get(..stored).unwrap_or_default(), operands[0].rows(), operands[0].row_length());
        let data = out.reuse_row_sparse::<V>(a.shape(), ids)?;
        let (out, [left, right]) =
            (RowSparseMut::trusted(rows, row_length, ids, data)?.into(), operands.map(Broadcast::from));
        let done = match function {
            Binary::Maximum => cpu.rows_maximum(left, right, out),
            Binary::Minimum => cpu.rows_minimum(left, right, out),
            _ => binary::rows(binary::Hypot, left, right, out),
        };
        Ok(done?)
    }

    /// Products or quotients of the entries of a csr with a dense array that is repeated to its shape.
    pub fn entries(&self, divides: bool, csr: &Array, other: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, csr, V => {
            let (cpu, left, values) = (self.context.cpu, csr.as_csr::<V>()?, self.values::<V>(1, other)?);
            let other = match (other.shape(), values) {
                (_, &[number]) => Broadcast::Scalar(number),
                (&[rows, 1], _) if rows == left.rows() => Broadcast::Column(values),
                (&[columns] | &[1, columns], _) if columns == left.columns() => Broadcast::Row(values),
                _ => Broadcast::Dense(other.as_dense()?),
            };
            let out = out.reuse_structure(csr)?;
            Ok(if divides { cpu.entries_divide(left, other, out) } else { cpu.entries_multiply(left, other, out) }?)
        })
    }
}
