//! Rows by number.
use super::create::rows_of;
use super::dtype::Stored;
use super::{Array, ArrayError, Element, Memory, Storage, with_values};
use lacuna::Index;
use lacuna::infer::Stype;
use lacuna::slice::{Outside, resolve_ids};
use std::ops::Range;

impl Array {
    /// The rows of these numbers, in this order and as often as they are named, as an array of the same storage type.
    /// Cost: one copy of the rows.
    ///
    /// # Errors
    /// [`ArrayError::Row`] for the first number that is no row, [`ArrayError::Unsupported`] for a row_sparse array,
    /// [`ArrayError::Rank`] for an array without dimensions.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([3, 2]), vec![0, 1, 2, 3], vec![0, 1, 0], vec![1.0_f32, 2.0, 3.0])?;
    /// let b = a.take_rows(&[2, 1, 2])?;
    /// assert_eq!((b.shape(), b.indices(), b.data()), (&[3, 2][..], Some(&[0, 1, 0][..]), Some(&[3.0_f32, 2.0, 3.0][..])));
    /// assert_eq!(a.take_rows(&[3]).unwrap_err().to_string(), "row 3 is out of range: there are 3 rows");
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn take_rows(&self, rows: &[usize]) -> Result<Self, ArrayError> {
        let mut out = Self::default();
        self.take_rows_into(rows, &mut out)?;
        Ok(out)
    }

    /// The rows of these ids, as [`take_rows`](Self::take_rows); ids outside mean what `outside` says: MXNet's `take`
    /// with `mode='clip'`, `'wrap'`, and `'raise'` for `None`.
    ///
    /// # Errors
    /// As there, also for a negative id; [`ArrayError::Kernel`] for any id of an array without rows.
    ///
    /// ```
    /// use lacuna::slice::Outside;
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([3, 2]), vec![0, 1, 2, 3], vec![0, 1, 0], vec![1.0_f32, 2.0, 3.0])?;
    /// let values = |outside| a.take_ids(&[-1, 1, 4], outside).map(|rows| rows.data::<f32>().unwrap().to_vec());
    /// assert_eq!((values(Some(Outside::Clip))?, values(Some(Outside::Wrap))?), (vec![1.0, 2.0, 3.0], vec![3.0, 2.0, 2.0]));
    /// assert_eq!(values(None).unwrap_err().to_string(), "row -1 is out of range: there are 3 rows");
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn take_ids(&self, ids: &[i64], outside: Option<Outside>) -> Result<Self, ArrayError> {
        let (rows, _) = rows_of(&self.shape)?;
        let mut ids = ids.to_vec();
        if let Some(outside) = outside {
            resolve_ids(&mut ids, rows, outside)?;
        }
        let place = |&row: &i64| usize::try_from(row).map_err(|_| ArrayError::Row { row, rows });
        self.take_rows(&ids.iter().map(place).collect::<Result<Vec<_>, _>>()?)
    }

    /// As [`take_rows`](Self::take_rows), into another array, whatever it was: its memory is used again if storage type
    /// and dtype are the same.
    ///
    /// # Errors
    /// As there; then the other array is as it was, except for [`ArrayError::Memory`], after which it is empty.
    pub fn take_rows_into(&self, rows: &[usize], out: &mut Self) -> Result<(), ArrayError> {
        let (count, row_length) = rows_of(&self.shape)?;
        if self.stype() == Stype::RowSparse {
            return Err(ArrayError::Unsupported { operation: "rows by number", stype: Stype::RowSparse });
        }
        if let Some(&row) = rows.iter().find(|&&row| row >= count) {
            return Err(ArrayError::Row { row: i64::try_from(row).unwrap_or(i64::MAX), rows: count });
        }
        self.expect_host("rows by number")?;
        let mut memory = out.take_memory();
        let storage = match &self.storage {
            Storage::Csr { indptr, indices, data } => {
                let entries = rows.iter().fold(0_usize, |sum, &row| sum.saturating_add(entries_of(indptr, row).len()));
                let (mut new_indptr, mut new_indices) = memory.places(rows.len().saturating_add(1), entries)?;
                new_indptr.push(0);
                let mut end = 0_i64;
                for &row in rows {
                    let range = entries_of(indptr, row);
                    end += i64::from_usize(range.len());
                    new_indptr.push(end);
                    new_indices.extend_from_slice(indices.get(range).unwrap_or_default());
                }
                let ranges = rows.iter().map(|&row| entries_of(indptr, row));
                let data = with_values!(data, |values| Stored::wrap(copied(values, ranges, entries, &mut memory)?));
                Storage::Csr { indptr: new_indptr, indices: new_indices, data }
            }
            Storage::Device(resident) => return Err(resident.on_device("rows by number")),
            Storage::Dense { data } | Storage::RowSparse { data, .. } => {
                let ranges = rows.iter().map(|&row| row * row_length..(row + 1) * row_length);
                let length = rows.len().saturating_mul(row_length);
                Storage::Dense {
                    data: with_values!(data, |values| Stored::wrap(copied(values, ranges, length, &mut memory)?)),
                }
            }
        };
        let shape = std::iter::once(rows.len()).chain(self.shape.iter().skip(1).copied()).collect();
        *out = Self { shape, storage };
        Ok(())
    }
}

/// The entries of a row of a csr.
fn entries_of(indptr: &[i64], row: usize) -> Range<usize> {
    let place = |row: usize| indptr.get(row).map_or(0, |pointer| pointer.to_usize());
    place(row)..place(row + 1)
}

fn copied<V: Element>(
    values: &[V],
    ranges: impl Iterator<Item = Range<usize>>,
    length: usize,
    memory: &mut Memory,
) -> Result<Vec<V>, ArrayError> {
    let mut out = memory.values(length)?;
    for range in ranges {
        out.extend_from_slice(values.get(range).unwrap_or_default());
    }
    Ok(out)
}
