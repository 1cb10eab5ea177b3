//! Memory that a kernel writes, with memory around and between that it must not.
use crate::Real;
use lacuna::{DenseMut, Index, RowSparseMut};
use std::ops::Range;

/// Elements in front: not a multiple of a vector, so that results are not aligned.
const FRONT: usize = 43;
const BACK: usize = 70;

/// Elements between guards. Of rows with a stride, only the rows belong to the kernel.
pub struct Guarded<T> {
    data: Vec<T>,
    drawn: Vec<T>,
    columns: usize,
    stride: usize,
}

impl<T: Copy + PartialEq> Guarded<T> {
    /// These elements, with `mark` around them.
    pub fn new(contents: Vec<T>, mark: T) -> Self {
        Self::strided(contents, mark, 1, 1)
    }

    /// Rows of `columns` elements, `stride` apart, with `mark` around them and in the gaps.
    pub fn strided(contents: Vec<T>, mark: T, columns: usize, stride: usize) -> Self {
        let mut data = [&[mark; FRONT][..], &contents, &[mark; BACK]].concat();
        for gap in gaps(contents.len(), columns, stride) {
            data[gap].fill(mark);
        }
        Self { drawn: data.clone(), data, columns, stride }
    }

    pub fn slice(&mut self) -> &mut [T] {
        let end = self.data.len() - BACK;
        &mut self.data[FRONT..end]
    }

    fn contents(&self) -> &[T] {
        &self.data[FRONT..self.data.len() - BACK]
    }

    pub fn len(&self) -> usize {
        self.contents().len()
    }

    pub fn is_empty(&self) -> bool {
        self.contents().is_empty()
    }

    pub fn bits(&self, bits: impl Fn(T) -> u64) -> Vec<u64> {
        self.contents().iter().map(|&element| bits(element)).collect()
    }

    /// Back to what it was at first.
    pub fn reset(&mut self) {
        self.data.copy_from_slice(&self.drawn);
    }

    /// Tells what was written that belongs to nobody.
    pub fn check(&self) -> Result<(), String> {
        let end = self.data.len() - BACK;
        let guards = [0..FRONT, end..self.data.len()].into_iter().chain(gaps(self.len(), self.columns, self.stride));
        let written = guards.flatten().filter(|&place| self.data[place] != self.drawn[place]).min();
        written.map_or(Ok(()), |place| {
            Err(format!("written outside: element {} of {}", place as isize - FRONT as isize, self.len()))
        })
    }

    pub fn assert_intact(&self) {
        self.check().unwrap_or_else(|told| panic!("{told}"));
    }

    /// The elements without gaps, if nothing else was written.
    pub fn finish(self) -> Result<Vec<T>, String> {
        self.check()?;
        let contents = self.contents();
        if self.stride <= self.columns {
            return Ok(contents.to_vec());
        }
        let mut rows = Vec::with_capacity(contents.len());
        for row in contents.chunks(self.stride) {
            rows.extend_from_slice(&row[..self.columns.min(row.len())]);
        }
        Ok(rows)
    }
}

/// Places between the rows of so many elements. Few, or none: tests are not optimised.
fn gaps(length: usize, columns: usize, stride: usize) -> impl Iterator<Item = Range<usize>> {
    let step = if columns < stride { stride } else { usize::MAX };
    let starts = (0..length).step_by(step).filter(move |_| columns < stride);
    starts.map(move |row| FRONT + (row + columns).min(length)..FRONT + (row + stride).min(length))
}

impl<V: Real> Guarded<V> {
    /// Rows that nothing has written yet, `pad` elements between them.
    pub fn rows(rows: usize, columns: usize, pad: usize) -> Self {
        Self::holding(&vec![Self::mark(); rows * columns], columns, pad)
    }

    /// Rows of these values.
    pub fn holding(values: &[V], columns: usize, pad: usize) -> Self {
        let gap = vec![Self::mark(); pad];
        let rows = values.len().div_ceil(columns.max(1));
        let mut contents = Vec::with_capacity(values.len() + rows * pad);
        for row in values.chunks(columns.max(1)) {
            contents.extend_from_slice(row);
            contents.extend_from_slice(&gap);
        }
        contents.truncate(contents.len().saturating_sub(pad));
        Self::strided(contents, Self::mark(), columns, columns + pad)
    }

    /// What no kernel writes by chance.
    fn mark() -> V {
        V::narrow(-7.25)
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
}
