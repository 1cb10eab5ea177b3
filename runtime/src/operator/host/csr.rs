//! Parts of csr arrays, and csr arrays one below the other.
use super::Host;
use crate::operator::backend::Done;
use crate::operator::{Inputs, OperatorError, with_float};
use lacuna::infer::Stype;
use lacuna::slice::{columns_indptr, take_indptr};
use lacuna::{Csr, CsrMut, Value};
use lacuna_arrays::array::{Array, Element};

impl Host<'_> {
    /// A sparse array of the shape and dtype of another one, that stores nothing.
    pub fn nothing(&self, like: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, like, V => {
            match *like.shape() {
                [rows, columns] if like.stype() == Stype::Csr => {
                    let indptr = self.context.arena.alloc_slice_fill_default::<i64>(rows + 1);
                    out.reuse_csr::<V>([rows, columns], indptr, 0)?;
                }
                _ => drop(out.reuse_row_sparse::<V>(like.shape(), &[])?),
            }
            Ok(())
        })
    }

    /// Rows and columns from these places on, as a csr of this shape.
    pub fn slice_csr(&self, x: &Array, [row, column]: [usize; 2], shape: [usize; 2], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (csr, [rows, columns]) = (x.as_csr::<V>()?, shape);
            let (indptr, arena) = (csr.indptr(), &self.context.arena);
            // The rows alone: their pointers begin with 0.
            let pointers = indptr.get(row..).and_then(|rest| rest.get(..rows + 1)).unwrap_or_default();
            let (first, end) = (pointers.first().copied().unwrap_or(0), pointers.last().copied().unwrap_or(0));
            let own = arena.alloc_slice_fill_iter(pointers.iter().map(|pointer| pointer - first));
            let stored = first as usize..end as usize;
            let (indices, values) = (csr.indices().get(stored.clone()), csr.values().get(stored));
            let part = Csr::trusted(
                rows, csr.columns(), own, indices.unwrap_or_default(), values.unwrap_or_default()
            )?;
            let new = arena.alloc_slice_fill_default::<i64>(rows + 1);
            let stored = columns_indptr(part, column..column + columns, new)?;
            let (indices, data) = out.reuse_csr::<V>(shape, new, stored)?;
            Ok(self.context.cpu.columns(part, column, CsrMut::new(rows, columns, new, indices, data)?)?)
        })
    }

    /// The rows of the ids, as a csr.
    pub fn take_csr(&self, x: &Array, ids: &[i64], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let csr = x.as_csr::<V>()?;
            let indptr = self.context.arena.alloc_slice_fill_default::<i64>(ids.len() + 1);
            let (stored, columns) = (take_indptr(csr, ids, indptr)?, csr.columns());
            let (indices, data) = out.reuse_csr::<V>([ids.len(), columns], indptr, stored)?;
            Ok(self.context.cpu.take(csr, ids, CsrMut::new(ids.len(), columns, indptr, indices, data)?)?)
        })
    }

    /// The rows of all csr arrays, one array after the other.
    pub fn join_csr(&self, parts: Inputs<'_>, shape: [usize; 2], out: &mut Array) -> Done {
        let Some(first) = parts.get(0) else { return Ok(()) };
        with_float!(self.operator, first, V => join::<V>(*self, parts, shape, out))
    }
}

fn join<V: Element + Value>(host: Host<'_>, parts: Inputs<'_>, shape: [usize; 2], out: &mut Array) -> Done {
    let indptr = host.context.arena.alloc_slice_fill_default::<i64>(shape[0] + 1);
    let (mut row, mut stored) = (0, 0);
    for part in parts.iter() {
        let csr = part.as_csr::<V>()?;
        for (to, pointer) in indptr.iter_mut().skip(row).zip(csr.indptr()) {
            *to = stored + pointer;
        }
        row += csr.rows();
        stored += csr.indptr().last().copied().unwrap_or(0);
    }
    let length = usize::try_from(stored).map_err(|_| OperatorError::Variable)?;
    let (indices, data) = out.reuse_csr::<V>(shape, indptr, length)?;
    let mut place = 0;
    for part in parts.iter() {
        let csr = part.as_csr::<V>()?;
        let end = place + csr.nnz();
        if let (Some(indices), Some(data)) = (indices.get_mut(place..end), data.get_mut(place..end)) {
            indices.copy_from_slice(csr.indices());
            data.copy_from_slice(csr.values());
        }
        place = end;
    }
    Ok(())
}
