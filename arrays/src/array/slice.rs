//! Rows and columns of an array.
use super::create::rows_of;
use super::dtype::Stored;
use super::{Array, ArrayError, Storage, Values, with_values};
use lacuna::Index;
use lacuna::infer::Stype;
use std::ops::Range;

/// A bound as Python takes it: a negative one counts from the end, and one outside is the nearest inside.
fn bound(place: Option<i64>, rows: usize, otherwise: usize) -> usize {
    match place {
        None => otherwise,
        Some(place) if place < 0 => rows.saturating_sub(usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX)),
        Some(place) => usize::try_from(place).unwrap_or(usize::MAX).min(rows),
    }
}

impl Array {
    /// `self[begin:end]`: rows as an array of their own, of the same storage type. A negative bound counts from the
    /// end, one outside is the nearest inside, and `None` is the end that it stands at. Cost: one copy of the rows.
    ///
    /// # Errors
    /// [`ArrayError::Unsupported`] for a row_sparse array, which MXNet does not slice either; [`ArrayError::Rank`] for
    /// an array without dimensions.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([3, 2]), vec![0, 1, 2, 3], vec![0, 1, 0], vec![1.0_f32, 2.0, 3.0])?;
    /// let b = a.slice_rows(Some(1), None)?;
    /// assert_eq!((b.shape(), b.indptr(), b.data()), (&[2, 2][..], Some(&[0, 1, 2][..]), Some(&[2.0_f32, 3.0][..])));
    /// // Here MXNet gives all rows.
    /// assert_eq!(a.slice_rows(None, Some(0))?.shape(), [0, 2]);
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn slice_rows(&self, begin: Option<i64>, end: Option<i64>) -> Result<Self, ArrayError> {
        let (rows, _) = rows_of(&self.shape)?;
        let begin = bound(begin, rows, 0);
        self.rows(begin..bound(end, rows, rows).max(begin))
    }

    /// `self[rows, columns]`: a range of the first dimension and one of the second, with bounds as those of
    /// [`slice_rows`](Self::slice_rows), as an array of the same storage type and rank. MXNet's `slice` of a csr. Cost:
    /// two searches in each row of a csr, and one copy of what stays.
    ///
    /// # Errors
    /// As there, and [`ArrayError::Rank`] for an array with one dimension.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// let a = Array::csr(Some([3, 4]), vec![0, 2, 2, 4], vec![0, 3, 1, 2], vec![1.0_f32, 2.0, 3.0, 4.0])?;
    /// let b = a.slice([Some(1), None], [Some(1), Some(-1)])?;
    /// assert_eq!((b.shape(), b.indptr(), b.indices()), (&[2, 2][..], Some(&[0, 0, 2][..]), Some(&[0, 1][..])));
    /// assert_eq!(b.data(), Some(&[3.0_f32, 4.0][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    pub fn slice(&self, rows: [Option<i64>; 2], columns: [Option<i64>; 2]) -> Result<Self, ArrayError> {
        let part = self.slice_rows(rows[0], rows[1])?;
        let Some(&length) = part.shape.get(1) else {
            return Err(ArrayError::Rank { stype: self.stype(), expected: "2 or more", found: self.shape.len() });
        };
        let begin = bound(columns[0], length, 0);
        part.columns(begin..bound(columns[1], length, length).max(begin))
    }

    /// A range, which is inside, of the second dimension of an array that has one.
    fn columns(&self, range: Range<usize>) -> Result<Self, ArrayError> {
        let mut shape = self.shape.clone();
        let length = shape.get(1).copied().unwrap_or_default();
        if let Some(columns) = shape.get_mut(1) {
            *columns = range.len();
        }
        let storage = match &self.storage {
            Storage::Csr { indptr, indices, data } => {
                let inside = |pointers: &[i64]| {
                    let [begin, end] = [0, 1].map(|k| pointers.get(k).map_or(0, |pointer: &i64| pointer.to_usize()));
                    let row = indices.get(begin..end).unwrap_or_default();
                    let place = |column: usize| begin + row.partition_point(|index| index.to_usize() < column);
                    place(range.start)..place(range.end)
                };
                let ranges: Vec<_> = indptr.windows(2).map(inside).collect();
                let mut end = 0;
                let ends = ranges.iter().map(|range| {
                    end += i64::from_usize(range.len());
                    end
                });
                let new_indptr = std::iter::once(0).chain(ends).collect();
                let first = i64::from_usize(range.start);
                let kept = |range: &Range<usize>| indices.get(range.clone()).unwrap_or_default().iter();
                let new_indices = ranges.iter().flat_map(kept).map(|index| index - first).collect();
                Storage::Csr { indptr: new_indptr, indices: new_indices, data: parts(data, &ranges) }
            }
            Storage::Dense { data } => {
                let inner: usize = shape.iter().skip(2).product();
                let rows = 0..shape.first().copied().unwrap_or_default();
                let ranges = rows.map(|row| (row * length + range.start) * inner..(row * length + range.end) * inner);
                Storage::Dense { data: parts(data, &ranges.collect::<Vec<_>>()) }
            }
            // Refused before.
            other => other.clone(),
        };
        Self::from_storage(shape, storage)
    }

    /// `self[row]` with one row: of a csr a matrix of one row, of a dense array that row, without its dimension. A
    /// negative number counts from the end.
    ///
    /// # Errors
    /// [`ArrayError::Row`] if there is no such row, [`ArrayError::Unsupported`] for a row_sparse array.
    pub fn row(&self, row: i64) -> Result<Self, ArrayError> {
        let (rows, _) = rows_of(&self.shape)?;
        let count = i64::try_from(rows).unwrap_or(i64::MAX);
        let place = if row < 0 { row.checked_add(count) } else { Some(row) };
        let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < rows);
        let place = place.ok_or(ArrayError::Row { row, rows })?;
        let mut row = self.rows(place..place + 1)?;
        if self.stype() == Stype::Dense {
            row.shape.remove(0);
        }
        Ok(row)
    }

    /// Rows of a range that is inside.
    fn rows(&self, range: Range<usize>) -> Result<Self, ArrayError> {
        let (_, row_length) = rows_of(&self.shape)?;
        let mut shape = self.shape.clone();
        if let Some(rows) = shape.first_mut() {
            *rows = range.len();
        }
        let storage = match &self.storage {
            Storage::Dense { data } => {
                Storage::Dense { data: part(data, range.start * row_length..range.end * row_length) }
            }
            Storage::Csr { indptr, indices, data } => {
                let indptr = indptr.get(range.start..=range.end).unwrap_or(&[0]);
                let start = indptr.first().copied().unwrap_or_default();
                let places = start.to_usize()..indptr.last().map_or(0, |pointer| pointer.to_usize());
                let indices = indices.get(places.clone()).unwrap_or_default().to_vec();
                Storage::Csr {
                    indptr: indptr.iter().map(|pointer| pointer - start).collect(),
                    indices,
                    data: part(data, places),
                }
            }
            Storage::Device(resident) => return Err(resident.on_device("a slice")),
            Storage::RowSparse { .. } => {
                return Err(ArrayError::Unsupported { operation: "a slice", stype: Stype::RowSparse });
            }
        };
        Self::from_storage(shape, storage)
    }
}

fn part(values: &Values, places: Range<usize>) -> Values {
    parts(values, &[places])
}

fn parts(values: &Values, ranges: &[Range<usize>]) -> Values {
    fn joined<V: Copy>(values: &[V], ranges: &[Range<usize>]) -> Vec<V> {
        ranges.iter().flat_map(|range| values.get(range.clone()).unwrap_or_default()).copied().collect()
    }
    with_values!(values, |values| Stored::wrap(joined(values, ranges)))
}
