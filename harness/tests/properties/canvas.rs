//! Memory for a result, with guards between its rows and around it.
use crate::random::Real;
use lacuna::{DenseMut, Index, RowSparseMut};

const GUARD: f64 = -7.25;
/// Elements in front: not a multiple of a vector, so that results are not aligned.
const FRONT: usize = 3;
const BACK: usize = 70;

pub struct Canvas<V> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: Vec<V>,
}

impl<V: Real> Canvas<V> {
    pub fn new(rows: usize, columns: usize, pad: usize) -> Self {
        let stride = columns + pad;
        Self { rows, columns, stride, data: vec![V::narrow(GUARD); FRONT + rows * stride + BACK] }
    }

    /// One that holds `rows` of `columns` already.
    pub fn holding(values: &[V], columns: usize, pad: usize) -> Self {
        let mut canvas = Self::new(values.len().checked_div(columns).unwrap_or(0), columns, pad);
        for row in 0..canvas.rows {
            let start = FRONT + row * canvas.stride;
            canvas.data[start..start + columns].copy_from_slice(&values[row * columns..(row + 1) * columns]);
        }
        canvas
    }

    /// The elements, in a slice that ends with the last row.
    pub fn slice(&mut self) -> &mut [V] {
        let extent = if self.rows == 0 || self.columns == 0 { 0 } else { (self.rows - 1) * self.stride + self.columns };
        &mut self.data[FRONT..FRONT + extent]
    }

    /// As a matrix of `rows` rows (more than were given at first only if it has no columns).
    pub fn dense(&mut self, rows: usize) -> DenseMut<'_, V> {
        let (columns, stride) = (self.columns, self.stride);
        DenseMut::with_stride(rows, columns, stride, self.slice()).unwrap()
    }

    /// As the stored rows `ids` of `rows` rows.
    pub fn row_sparse<'a, I: Index>(&'a mut self, rows: usize, ids: &'a [I]) -> RowSparseMut<'a, V, I> {
        let columns = self.columns;
        RowSparseMut::new(rows, columns, ids, self.slice()).unwrap()
    }

    /// The elements without gaps, if no guard was written.
    pub fn finish(self) -> Result<Vec<V>, String> {
        let mut values = Vec::with_capacity(self.rows * self.columns);
        for (at, &value) in self.data.iter().enumerate() {
            let inside =
                at.checked_sub(FRONT).filter(|&at| self.stride > 0 && at / self.stride < self.rows && at % self.stride < self.columns);
            if inside.is_some() {
                values.push(value);
            } else if value.key() != V::narrow(GUARD).key() {
                return Err(format!("written outside of the result: element {at} of {:?} is {value}", self.data.len()));
            }
        }
        Ok(values)
    }
}
