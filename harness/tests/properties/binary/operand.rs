//! What is broadcast, of any form.
use lacuna::Index;
use lacuna_testing::{Broadcast, Dense, Profile, Random, Real, RowSparse};

#[derive(Clone, Debug)]
pub enum Operand<V> {
    Dense(Dense<V>),
    RowSparse(RowSparse<V>),
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

    pub fn typed<I: Index>(&self) -> Broadcast<V, I> {
        match self {
            Self::Dense(dense) => Broadcast::Dense(dense.strided()),
            Self::RowSparse(stored) => Broadcast::RowSparse(stored.typed()),
            Self::Row(values) => Broadcast::Row(values.clone()),
            Self::Column(values) => Broadcast::Column(values.clone()),
            Self::Scalar(value) => Broadcast::Scalar(*value),
        }
    }
}
