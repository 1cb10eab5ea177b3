//! Memory that a kernel writes, with memory around and between that it must not.
use crate::Real;
use lacuna::{DenseMut, Index, RowSparseMut};

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
        let is_gap = |k: usize| stride > 0 && k % stride >= columns;
        data[FRONT..FRONT + contents.len()]
            .iter_mut()
            .enumerate()
            .filter(|(k, _)| is_gap(*k))
            .for_each(|(_, gap)| *gap = mark);
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

    fn is_inside(&self, place: usize) -> bool {
        let end = self.data.len() - BACK;
        (FRONT..end).contains(&place) && (self.stride == 0 || (place - FRONT) % self.stride < self.columns)
    }

    /// Tells what was written that belongs to nobody.
    pub fn check(&self) -> Result<(), String> {
        let mut places = self.data.iter().zip(&self.drawn).enumerate();
        let written = places.find(|&(place, (now, drawn))| now != drawn && !self.is_inside(place));
        written.map_or(Ok(()), |(place, _)| {
            Err(format!("written outside: element {} of {}", place as isize - FRONT as isize, self.len()))
        })
    }

    pub fn assert_intact(&self) {
        self.check().unwrap_or_else(|told| panic!("{told}"));
    }

    /// The elements without gaps, if nothing else was written.
    pub fn finish(self) -> Result<Vec<T>, String> {
        self.check()?;
        Ok((0..self.data.len()).filter(|&place| self.is_inside(place)).map(|place| self.data[place]).collect())
    }
}

impl<V: Real> Guarded<V> {
    /// Rows that nothing has written yet, `pad` elements between them.
    pub fn rows(rows: usize, columns: usize, pad: usize) -> Self {
        Self::holding(&vec![Self::mark(); rows * columns], columns, pad)
    }

    /// Rows of these values.
    pub fn holding(values: &[V], columns: usize, pad: usize) -> Self {
        let gap = vec![Self::mark(); pad];
        let rows = values.chunks(columns.max(1)).map(|row| [row, &gap].concat());
        let mut contents = rows.collect::<Vec<_>>().concat();
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
