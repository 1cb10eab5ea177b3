//! The numbers of one case: few dimensions and one pattern, so that operands often fit together.
use crate::random::{one_of, within};
use lacuna::optim::Update;
use lacuna::{Index, Value};
use quickcheck::{Arbitrary, Gen};

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
    let integer = |n: usize| (0..n).fold(V::ZERO, |sum, _| sum + V::ONE);
    let positive = integer(k % 11 + 1) / integer(k % 7 + 3);
    if k.is_multiple_of(3) { -positive } else { positive }
}

/// Draws the operands of one case.
pub struct Draw {
    pub g: Gen,
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
        let mut g = Gen::from_size_and_seed(100, seed);
        let first = one_of(&mut g, dimensions);
        // As often as not there is but one dimension.
        let second = if bool::arbitrary(&mut g) { first } else { one_of(&mut g, dimensions) };
        let pattern = one_of(&mut g, &[u64::MAX, 0]) | u64::arbitrary(&mut g) | u64::arbitrary(&mut g);
        let pattern = if within(&mut g, 0..8) == 0 { 0 } else { pattern };
        // More than 32 entries are sorted in another way.
        let longest = one_of(&mut g, &[3, 12, 60]);
        let garbage = (0..within(&mut g, 0..longest)).map(|_| index(&mut g, first)).collect();
        Self { g, contents, dimensions: [first, second], columns: None, pattern, garbage }
    }

    pub fn is_garbage(&self) -> bool {
        self.contents == Contents::Garbage
    }

    /// True once in `of` cases.
    pub fn once_in(&mut self, of: usize) -> bool {
        within(&mut self.g, 0..of) == 0
    }

    /// One of the dimensions of the case, and seldom another.
    pub fn dimension(&mut self) -> usize {
        if self.once_in(16) { within(&mut self.g, 0..4) } else { one_of(&mut self.g, &self.dimensions.clone()) }
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
            one_of(&mut self.g, &[usize::MAX, usize::MAX / 2, usize::MAX / 8 + 1, 1 << 62, 1 << 31]).min(most)
        } else {
            dimension
        }
    }

    /// The ids of a row_sparse of `rows` rows, or columns of a row of as many, plus `first`.
    pub fn ids<I: Index>(&mut self, rows: usize, first: usize) -> Vec<I> {
        let own = self.once_in(8);
        if self.is_garbage() {
            let own = own.then(|| self.places(9, rows));
            return cast(own.as_ref().unwrap_or(&self.garbage));
        }
        let pattern = if own { u64::arbitrary(&mut self.g) } else { self.pattern };
        (0..rows).filter(|row| pattern >> (row % 64) & 1 == 1).map(|row| I::from_usize(first + row)).collect()
    }

    /// Entries of a row of so many columns, if it has the pattern of the case.
    pub fn likely_entries(&self, columns: usize) -> usize {
        if self.is_garbage() { self.garbage.len() } else { (0..columns).filter(|column| self.pattern >> (column % 64) & 1 == 1).count() }
    }

    /// Up to `longest` numbers without any rule, but most of them below `likely`.
    pub fn places(&mut self, longest: usize, likely: usize) -> Vec<i64> {
        (0..within(&mut self.g, 0..longest + 1)).map(|_| index(&mut self.g, likely)).collect()
    }

    /// Pointers of segments of these lengths; in garbage, as many without any rule.
    pub fn pointers<I: Index>(&mut self, lengths: &[usize]) -> Vec<I> {
        let total: usize = lengths.iter().sum();
        if self.is_garbage() && !self.once_in(4) {
            return cast(&(0..=lengths.len()).map(|_| index(&mut self.g, total)).collect::<Vec<_>>());
        }
        // The pointers of a part count from its first one.
        let mut pointer = if self.once_in(4) { within(&mut self.g, 0..9) } else { 0 };
        let mut pointers = vec![I::from_usize(pointer)];
        pointers.extend(lengths.iter().map(|length| {
            pointer += length;
            I::from_usize(pointer)
        }));
        pointers
    }

    pub fn value<V: Value>(&mut self) -> V {
        let k = within(&mut self.g, 0..100);
        if self.is_garbage() && self.once_in(8) { -(V::ZERO * V::INFINITY) } else { number(k) }
    }

    pub fn values<V: Value>(&mut self, length: usize) -> Vec<V> {
        let start = within(&mut self.g, 0..100);
        (0..length).map(|k| number(start + k)).collect()
    }

    /// None, a number, zero, and what is refused: below zero, NaN.
    pub fn clip_gradient<V: Value>(&mut self) -> Option<V> {
        let zero = V::ZERO;
        match within(&mut self.g, 0..16) {
            0 => Some(-V::ONE),
            1 => Some(zero * V::INFINITY),
            2 => Some(zero),
            3..8 => Some(V::ONE / (V::ONE + V::ONE)),
            _ => None,
        }
    }

    pub fn update(&mut self) -> Update {
        one_of(&mut self.g, &[Update::Lazy, Update::Standard])
    }
}

fn index(g: &mut Gen, likely: usize) -> i64 {
    let extreme = [-1, i64::from(i32::MIN), i64::from(i32::MAX), i64::from(u32::MAX), i64::MIN, i64::MAX, i64::MIN + 1, 1 << 32];
    match within(g, 0..8) {
        0 => one_of(g, &extreme),
        1 => i64::arbitrary(g),
        2 => likely.min(1 << 20) as i64 + within(g, 0..3) as i64 - 1,
        _ => within(g, 0..likely.min(1 << 20) + 1) as i64,
    }
}

/// As indices of type `I`, cut off to its width.
pub fn cast<I: Index>(indices: &[i64]) -> Vec<I> {
    indices.iter().map(|&index| I::from_usize(index as usize)).collect()
}
