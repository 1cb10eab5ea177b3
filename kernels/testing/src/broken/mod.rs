//! Ways to break the rules of a format, each alone, with the error that must come: from the specification of the
//! format, never from the constructors.
mod csr;
mod dense;
mod plan;
mod row_sparse;

pub use csr::csr;
pub use dense::dense;
pub use plan::plan;
pub use row_sparse::row_sparse;

use lacuna::error::IndexFault::{self, Negative, NotAscending, TooLarge};

/// What a constructor must look at to find a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// The unchecked constructors look at these, too.
    Lengths,
    /// Where rows begin and end: what must be known to write them.
    Pointers,
    /// Columns, ids and places.
    Indices,
}

/// An operand of which one thing is wrong.
#[derive(Clone, Debug)]
pub struct Broken<T, E> {
    pub operand: T,
    pub rule: Rule,
    pub error: E,
}

impl<T, E: Copy> Broken<T, E> {
    /// What a constructor says that checks the rules up to this one; of a good operand, `good`.
    pub fn expected<R>(&self, checked: Rule, good: R) -> Result<R, E> {
        if self.rule <= checked { Err(self.error) } else { Ok(good) }
    }
}

/// The changed copies of something good.
struct Changes<'g, T, E> {
    good: &'g T,
    broken: Vec<Broken<T, E>>,
}

impl<'g, T: Clone, E> Changes<'g, T, E> {
    fn of(good: &'g T) -> Self {
        Self { good, broken: Vec::new() }
    }

    fn with(&mut self, rule: Rule, error: E, change: impl FnOnce(&mut T)) {
        let mut operand = self.good.clone();
        change(&mut operand);
        self.broken.push(Broken { operand, rule, error });
    }
}

/// The values that break the order or the bounds when they stand at `entry` of `indices[first..]`, with the fault and
/// the bound broken.
fn indices(indices: &[i64], first: usize, entry: usize, bound: usize) -> Vec<(i64, IndexFault, i64)> {
    let bound = bound as i64;
    let mut broken = vec![
        (-1, Negative, 0),
        (i64::from(i32::MIN), Negative, 0),
        (bound, TooLarge, bound),
        (i64::from(i32::MAX), TooLarge, bound),
    ];
    if entry > first {
        let before = indices[entry - 1];
        broken.push((before, NotAscending, before));
        broken.extend((before > 0).then_some((before - 1, NotAscending, before)));
    }
    broken
}
