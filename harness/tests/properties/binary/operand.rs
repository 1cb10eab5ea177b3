//! What is broadcast, of any form.
use crate::arrays::{Dense, RowSparse, Strided, TypedRowSparse};
use crate::random::{Profile, Random, Real};
use lacuna::{Broadcast, Index};

#[derive(Clone, Debug)]
pub enum Operand<V> {
    Dense(Dense<V>),
    RowSparse(RowSparse<V>),
    Row(Vec<V>),
    Column(Vec<V>),
    Scalar(V),
}

pub enum TypedOperand<V, I> {
    Dense(Strided<V>),
    RowSparse(TypedRowSparse<V, I>),
    Row(Vec<V>),
    Column(Vec<V>),
    Scalar(V),
}

impl<V: Real> Operand<V> {
    pub fn draw(rows: usize, columns: usize, random: &mut Random) -> Self {
        let profile = Profile::draw(random);
        match random.below(6) {
            0 | 1 => Self::Dense(Dense::draw(rows, columns, profile, random)),
            2 => {
                let count = random.below(rows + 1);
                let ids = random.ascending(count, rows);
                Self::RowSparse(RowSparse::of_ids(rows, columns, ids, profile, random))
            }
            3 => Self::Row(profile.values(random, columns)),
            4 => Self::Column(profile.values(random, rows)),
            _ => Self::Scalar(profile.value(random)),
        }
    }

    /// The element, if it is stored.
    pub fn stored(&self, row: usize, column: usize) -> Option<V> {
        match self {
            Self::Dense(dense) => Some(dense.row(row)[column]),
            Self::RowSparse(stored) => stored.find(row).map(|row| row[column]),
            Self::Row(values) => Some(values[column]),
            Self::Column(values) => Some(values[row]),
            Self::Scalar(value) => Some(*value),
        }
    }

    /// Zero where nothing is stored.
    pub fn at(&self, row: usize, column: usize) -> V {
        self.stored(row, column).unwrap_or(V::ZERO)
    }

    pub fn typed<I: Index>(&self) -> TypedOperand<V, I> {
        match self {
            Self::Dense(dense) => TypedOperand::Dense(dense.strided()),
            Self::RowSparse(stored) => TypedOperand::RowSparse(stored.typed()),
            Self::Row(values) => TypedOperand::Row(values.clone()),
            Self::Column(values) => TypedOperand::Column(values.clone()),
            Self::Scalar(value) => TypedOperand::Scalar(*value),
        }
    }
}

impl<V: Real, I: Index> TypedOperand<V, I> {
    pub fn view(&self) -> Broadcast<'_, V, I> {
        match self {
            Self::Dense(dense) => dense.view().into(),
            Self::RowSparse(stored) => stored.view().into(),
            Self::Row(values) => Broadcast::Row(values),
            Self::Column(values) => Broadcast::Column(values),
            Self::Scalar(value) => Broadcast::Scalar(*value),
        }
    }
}
