use super::{RowSparse, Strided};
use lacuna::{Index, Number};

/// What is broadcast to a matrix, of any form.
pub enum Broadcast<V, I> {
    Dense(Strided<V>),
    RowSparse(RowSparse<V, I>),
    Row(Vec<V>),
    Column(Vec<V>),
    Scalar(V),
}

impl<V: Number, I: Index> Broadcast<V, I> {
    pub fn view(&self) -> lacuna::Broadcast<'_, V, I> {
        match self {
            Self::Dense(dense) => dense.view().into(),
            Self::RowSparse(stored) => stored.view().into(),
            Self::Row(values) => lacuna::Broadcast::Row(values),
            Self::Column(values) => lacuna::Broadcast::Column(values),
            Self::Scalar(value) => lacuna::Broadcast::Scalar(*value),
        }
    }
}
