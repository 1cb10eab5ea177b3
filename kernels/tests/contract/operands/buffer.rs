//! Memory that a kernel writes, with memory around and between that it must not.
const GUARD: usize = 40;

/// Elements between guards; of rows with a stride, only the rows belong to the kernel.
pub struct Buffer<T> {
    data: Vec<T>,
    drawn: Vec<T>,
    columns: usize,
    stride: usize,
}

impl<T: Copy + PartialEq> Buffer<T> {
    pub fn new(contents: Vec<T>, mark: T) -> Self {
        Self::with_stride(contents, mark, 1, 1)
    }

    /// Rows of `columns` elements, `stride` apart.
    pub fn with_stride(contents: Vec<T>, mark: T, columns: usize, stride: usize) -> Self {
        let guard = [mark; GUARD];
        let mut data = [&guard[..], &contents, &guard].concat();
        let is_gap = |k: usize| stride > 0 && k % stride >= columns;
        for (k, element) in data[GUARD..GUARD + contents.len()].iter_mut().enumerate() {
            if is_gap(k) {
                *element = mark;
            }
        }
        Self { drawn: data.clone(), data, columns, stride }
    }

    pub fn slice(&mut self) -> &mut [T] {
        let end = self.data.len() - GUARD;
        &mut self.data[GUARD..end]
    }

    pub fn len(&self) -> usize {
        self.data.len() - 2 * GUARD
    }

    pub fn bits(&self, bits: impl Fn(T) -> u64) -> Vec<u64> {
        self.data[GUARD..self.data.len() - GUARD].iter().map(|&element| bits(element)).collect()
    }

    pub fn reset(&mut self) {
        self.data.copy_from_slice(&self.drawn);
    }

    pub fn assert_intact(&self) {
        let inside =
            |k: usize| (GUARD..self.data.len() - GUARD).contains(&k) && (self.stride == 0 || (k - GUARD) % self.stride < self.columns);
        for (k, (now, drawn)) in self.data.iter().zip(&self.drawn).enumerate() {
            assert!(inside(k) || now == drawn, "written outside: element {} of {}", k as isize - GUARD as isize, self.len());
        }
    }
}
