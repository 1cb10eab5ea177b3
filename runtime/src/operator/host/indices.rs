//! Elements by their indices along an axis.
use super::Host;
use crate::operator::backend::Done;
use crate::operator::take::{Along, Outside};
use crate::operator::{OperatorError, with_float};
use lacuna::Value;
use lacuna_arrays::array::{Array, Element, with_values};

impl<'a> Host<'a> {
    /// Indices from 0 to `end`, of numbers whose fractions count for nothing.
    pub fn indices(&self, array: &Array, end: usize, outside: Outside) -> Result<&'a [i64], OperatorError> {
        let limit = i64::try_from(end).unwrap_or(i64::MAX);
        let ids = self.context.arena.alloc_slice_fill_default::<i64>(array.size());
        let mut wrong = None;
        with_values!(array.values(), |values| read(values, ids));
        for (element, id) in ids.iter_mut().enumerate() {
            match outside {
                Outside::Clip => *id = (*id).clamp(0, (limit - 1).max(0)),
                Outside::Wrap => *id = id.checked_rem_euclid(limit).unwrap_or(0),
                Outside::Raise if (0..limit).contains(id) => {}
                Outside::Raise => wrong = wrong.or(Some((element, *id as f64))),
            }
        }
        match wrong {
            Some((element, found)) => Err(OperatorError::Id { operator: self.operator, element, found, end }),
            None => Ok(ids),
        }
    }

    /// The numbers of the rows that are named, of a matrix with a row for each place before and on the axis.
    pub fn rows_along(&self, ids: &[i64], along: Along, out: &mut Array) -> Done {
        let out = out.reuse_dense::<i64>(&[along.before * ids.len()])?;
        for (part, rows) in out.chunks_exact_mut(ids.len().max(1)).enumerate() {
            let first = (part * along.length) as i64;
            rows.iter_mut().zip(ids).for_each(|(row, id)| *row = first + id);
        }
        Ok(())
    }

    /// The parts along an axis, as a dense array of this shape.
    pub fn take(&self, x: &Array, ids: &[i64], along: Along, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (from, to) = (self.values::<V>(0, x)?, out.reuse_dense::<V>(shape)?);
            let whole = (along.length * along.behind).max(1);
            let mut parts = to.chunks_exact_mut(along.behind.max(1));
            for from in from.chunks_exact(whole) {
                for (&id, to) in ids.iter().zip(parts.by_ref()) {
                    let first = id as usize * along.behind;
                    to.iter_mut().zip(from.iter().skip(first)).for_each(|(to, value)| *to = *value);
                }
            }
            Ok(())
        })
    }

    /// One element along an axis for each place of the others.
    pub fn pick(&self, x: &Array, ids: &[i64], along: Along, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let from = self.values::<V>(0, x)?;
            for ((to, id), place) in out.reuse_dense::<V>(shape)?.iter_mut().zip(ids).zip(0..) {
                *to = from.get(picked(along, place, *id)).copied().unwrap_or_default();
            }
            Ok(())
        })
    }

    /// The gradient of [`pick`](Self::pick).
    pub fn unpick(&self, x: &Array, ids: &[i64], along: Along, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (from, to) = (self.values::<V>(0, x)?, out.reuse_dense::<V>(shape)?);
            to.fill(V::default());
            for ((number, id), place) in from.iter().zip(ids).zip(0..) {
                if let Some(to) = to.get_mut(picked(along, place, *id)) {
                    *to = *number;
                }
            }
            Ok(())
        })
    }

    /// How many numbers are larger than this one.
    pub fn count_above(&self, x: &Array, least: f64) -> Result<usize, OperatorError> {
        fn count<V: Element>(values: &[V], least: f64) -> usize {
            values.iter().filter(|number| V::number(**number) > least).count()
        }
        with_float!(self.operator, x, V => Ok(count(self.values::<V>(0, x)?, least)))
    }

    /// One number at the place of each index, another one elsewhere.
    pub fn one_hot(&self, indices: &Array, [on, off]: [f64; 2], shape: &[usize], out: &mut Array) -> Done {
        let depth = shape.last().copied().unwrap_or(1);
        let ids = self.context.arena.alloc_slice_fill_default::<i64>(indices.size());
        with_values!(indices.values(), |values| read(values, ids));
        with_float!(self.operator, indices, V => {
            let out = out.reuse_dense::<V>(shape)?;
            out.fill(V::narrow(off));
            for (row, id) in out.chunks_exact_mut(depth.max(1)).zip(ids) {
                if let Some(to) = usize::try_from(*id).ok().and_then(|id| row.get_mut(id)) {
                    *to = V::narrow(on);
                }
            }
            Ok(())
        })
    }
}

fn read<V: Element>(values: &[V], ids: &mut [i64]) {
    ids.iter_mut().zip(values).for_each(|(id, value)| *id = V::number(*value) as i64);
}

/// Where the element of an index stands, of the place of the result.
fn picked(along: Along, place: usize, id: i64) -> usize {
    let behind = along.behind.max(1);
    (place / behind * along.length + id as usize) * along.behind + place % behind
}
