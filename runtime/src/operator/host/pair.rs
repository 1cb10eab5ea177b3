//! Functions of two arrays of one shape.
use super::{Host, matrix, matrix_mut};
use crate::operator::backend::{Backend, Done, Pair};
use crate::operator::{Context, OperatorError, Stypes, with_float};
use lacuna::cast::accumulate_indptr;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::rows::add_n_ids;
use lacuna::{Broadcast, CsrMut, DenseMut, KernelError, RowSparseMut, RowsMut, Value, binary};
use lacuna_arrays::array::{Array, Element};

/// What kernels of rows take: a matrix of the first dimension and all others.
fn rows<V: Element + Value>(array: &Array) -> Result<Broadcast<'_, V, i64>, OperatorError> {
    if array.stype() == RowSparse {
        return Ok(array.as_row_sparse()?.into());
    }
    let values = array.as_dense::<V>()?.data();
    Ok(matrix(array, values)?.into())
}

/// A dense matrix of the shape of `like`, in the memory of an array.
fn whole<'o, V: Element>(output: &'o mut Array, like: &Array) -> Result<DenseMut<'o, V>, OperatorError> {
    Ok(matrix_mut(like.shape(), output.reuse_dense(like.shape())?)?)
}

impl Host<'_> {
    /// Quotients of the stored rows of a row_sparse array and a dense or row_sparse one.
    pub fn divide_stored(&self, a: &Array, b: &Array, out: &mut Array) -> Done {
        let ids = a.indices().unwrap_or_default();
        with_float!(self.operator, a, V => Pair::Divide.rows::<V>(self.context, [a, b], ids, out))
    }
}

impl Pair {
    pub(super) fn write<V: Element + Value>(self, host: Host<'_>, [a, b]: [&Array; 2], output: &mut Array) -> Done {
        let (left, right) = (host.values::<V>(0, a)?, host.values::<V>(1, b)?);
        let context = host.context;
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
            (RowSparse, Dense, Self::Multiply) => {
                self.rows::<V>(context, [a, b], a.indices().unwrap_or_default(), output)?
            }
            (Dense, RowSparse, Self::Multiply) => {
                self.rows::<V>(context, [a, b], b.indices().unwrap_or_default(), output)?
            }
            (RowSparse, Dense, Self::Add | Self::Subtract) | (Dense, RowSparse, Self::Add | Self::Subtract) => {
                self.on_rows(context, [a, b], whole::<V>(output, a)?.into())?;
            }
            (Csr, Csr, Self::Add | Self::Subtract | Self::Multiply) => self.csr::<V>(context, a, b, output)?,
            (Csr, Dense, Self::Multiply) => {
                cpu.entries_multiply(a.as_csr::<V>()?, rows(b)?, output.reuse_structure(a)?)?
            }
            (Csr, Dense, Self::Add) => {
                cpu.csr_broadcast_add(a.as_csr::<V>()?, rows(b)?, whole(output, a)?)?;
            }
            (Dense, Csr, Self::Add) => {
                cpu.csr_broadcast_add(b.as_csr::<V>()?, rows(a)?, whole(output, a)?)?;
            }
            (Csr, Dense, Self::Subtract) => {
                cpu.csr_broadcast_subtract(a.as_csr::<V>()?, rows(b)?, whole(output, a)?)?;
            }
            (Dense, Csr, Self::Subtract) => {
                cpu.broadcast_subtract_csr(rows(a)?, b.as_csr::<V>()?, whole(output, a)?)?;
            }
            // 0 / 0 is NaN, so that every element counts.
            (RowSparse | Dense, RowSparse | Dense, Self::Divide) => {
                self.on_rows(context, [a, b], whole::<V>(output, a)?.into())?;
            }
            (Dense, Csr, Self::Multiply) => {
                cpu.entries_multiply(b.as_csr::<V>()?, rows(a)?, output.reuse_structure(b)?)?
            }
            (left, right, _) => return Err(host.no_path(Stypes(vec![left, right]))),
        }
        Ok(())
    }

    fn rows<V: Element + Value>(self, context: &Context, [a, b]: [&Array; 2], ids: &[i64], output: &mut Array) -> Done {
        output.reuse_row_sparse::<V>(a.shape(), ids)?;
        let row_length = a.shape().iter().skip(1).product();
        let out = output.data_mut().unwrap_or_default();
        let out = RowSparseMut::trusted(a.shape().first().copied().unwrap_or_default(), row_length, ids, out)?;
        self.on_rows::<V>(context, [a, b], out.into())
    }

    fn on_rows<V: Element + Value>(self, context: &Context, [a, b]: [&Array; 2], out: RowsMut<'_, V, i64>) -> Done {
        let (left, right) = (rows(a)?, rows(b)?);
        let done = match self {
            Self::Add => context.cpu.rows_add(left, right, out),
            Self::Subtract => context.cpu.rows_subtract(left, right, out),
            Self::Multiply => context.cpu.rows_multiply(left, right, out),
            Self::Divide => context.cpu.rows_divide(left, right, out),
        };
        Ok(done?)
    }

    fn csr<V: Element + Value>(self, context: &Context, a: &Array, b: &Array, output: &mut Array) -> Done {
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
