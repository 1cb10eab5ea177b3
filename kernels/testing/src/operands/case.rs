//! The numbers of one case: few dimensions and one pattern, so that operands often fit together.
use crate::{Random, cut};
use lacuna::optim::Update;
use lacuna::{Index, Value};

/// What arrays hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// What the formats ask for.
    WellFormed,
    /// Anything: indices negative, huge and in any order, pointers that run backwards, more dimensions than memory.
    Garbage,
}

/// Where a well-formed dense matrix has its zeros, by row and column: a csr to be filled has room for the others.
pub fn is_zero(row: usize, column: usize) -> bool {
    (3 * row + 5 * column) % 4 == 1
}

/// Rows of this many columns and more use tiles of every width and the rest of each.
pub const ROW_ENDS: [usize; 7] = [1, 2, 3, 5, 17, 33, 70];

/// The `k`th of some numbers that sums round: none of them zero.
pub fn number<V: Value>(k: usize) -> V {
    let integer = |n: usize| V::narrow(n as f64);
    let positive = integer(k % 11 + 1) / integer(k % 7 + 3);
    if k.is_multiple_of(3) { -positive } else { positive }
}

/// Draws the operands of one case.
pub struct Draw {
    pub random: Random,
    pub contents: Contents,
    dimensions: [usize; 2],
    /// What the columns are instead, for some operands.
    columns: Option<usize>,
    /// Well-formed ids are the rows whose bits are set.
    pattern: u64,
    /// Ids without any rule.
    garbage: Vec<i64>,
}

impl Draw {
    pub fn new(seed: u64, contents: Contents, dimensions: &[usize]) -> Self {
        let mut random = Random::seeded(seed);
        let first = random.one_of(dimensions);
        // As often as not there is but one dimension.
        let second = if random.once_in(2) { first } else { random.one_of(dimensions) };
        let pattern = random.one_of(&[u64::MAX, 0]) | random.bits() | random.bits();
        let pattern = if random.once_in(8) { 0 } else { pattern };
        // More than 32 entries are sorted in another way.
        let longest = random.one_of(&[3, 12, 60]);
        let garbage = (0..random.below(longest)).map(|_| random.index(first)).collect();
        Self { random, contents, dimensions: [first, second], columns: None, pattern, garbage }
    }

    pub fn is_garbage(&self) -> bool {
        self.contents == Contents::Garbage
    }

    /// True once in `of` cases.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.random.once_in(of)
    }

    /// One of the dimensions of the case, and seldom another.
    pub fn dimension(&mut self) -> usize {
        if self.once_in(16) { self.random.below(4) } else { self.random.one_of(&self.dimensions) }
    }

    /// A number of columns.
    pub fn columns(&mut self) -> usize {
        let Some(columns) = self.columns else { return self.dimension() };
        if self.once_in(16) { self.dimension() } else { columns }
    }

    /// Draws an operand that most often has so many columns.
    pub fn with_columns<T>(&mut self, columns: usize, draw: impl FnOnce(&mut Self) -> T) -> T {
        self.columns = Some(columns);
        let drawn = draw(self);
        self.columns = None;
        drawn
    }

    /// Instead of a dimension that takes no memory, seldom one that none would be enough for.
    pub fn or_huge(&mut self, dimension: usize, most: usize) -> usize {
        if self.is_garbage() && self.once_in(8) {
            self.random.one_of(&[usize::MAX, usize::MAX / 2, usize::MAX / 8 + 1, 1 << 62, 1 << 31]).min(most)
        } else {
            dimension
        }
    }

    /// The ids of a row_sparse of `rows` rows, or columns of a row of as many, plus `first`.
    pub fn ids<I: Index>(&mut self, rows: usize, first: usize) -> Vec<I> {
        let own = self.once_in(8);
        if self.is_garbage() {
            let own = own.then(|| self.places(9, rows));
            return cut(own.as_ref().unwrap_or(&self.garbage));
        }
        let pattern = if own { self.random.bits() } else { self.pattern };
        (0..rows).filter(|row| pattern >> (row % 64) & 1 == 1).map(|row| I::from_usize(first + row)).collect()
    }

    /// Entries of a row of so many columns, if it has the pattern of the case.
    pub fn likely_entries(&self, columns: usize) -> usize {
        if self.is_garbage() {
            self.garbage.len()
        } else {
            (0..columns).filter(|column| self.pattern >> (column % 64) & 1 == 1).count()
        }
    }

    /// Up to `longest` numbers without any rule, but most of them below `likely`.
    pub fn places(&mut self, longest: usize, likely: usize) -> Vec<i64> {
        (0..self.random.below(longest + 1)).map(|_| self.random.index(likely)).collect()
    }

    /// Pointers of segments of these lengths; in garbage, as many without any rule.
    pub fn pointers<I: Index>(&mut self, lengths: &[usize]) -> Vec<I> {
        let total: usize = lengths.iter().sum();
        if self.is_garbage() && !self.once_in(4) {
            return cut(&(0..=lengths.len()).map(|_| self.random.index(total)).collect::<Vec<_>>());
        }
        // The pointers of a part count from its first one.
        let mut pointer = if self.once_in(4) { self.random.below(9) } else { 0 };
        let mut pointers = vec![I::from_usize(pointer)];
        pointers.extend(lengths.iter().map(|length| {
            pointer += length;
            I::from_usize(pointer)
        }));
        pointers
    }

    pub fn value<V: Value>(&mut self) -> V {
        let k = self.random.below(100);
        if self.is_garbage() && self.once_in(8) { -(V::ZERO * V::INFINITY) } else { number(k) }
    }

    pub fn values<V: Value>(&mut self, length: usize) -> Vec<V> {
        let start = self.random.below(100);
        (0..length).map(|k| number(start + k)).collect()
    }

    /// None, a number, zero, and what is refused: below zero, NaN.
    pub fn clip_gradient<V: Value>(&mut self) -> Option<V> {
        let zero = V::ZERO;
        match self.random.below(16) {
            0 => Some(-V::ONE),
            1 => Some(zero * V::INFINITY),
            2 => Some(zero),
            3..8 => Some(V::ONE / (V::ONE + V::ONE)),
            _ => None,
        }
    }

    pub fn update(&mut self) -> Update {
        self.random.one_of(&[Update::Lazy, Update::Standard])
    }
}
