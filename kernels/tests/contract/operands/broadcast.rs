use super::{Dense, Draw, Facts, Once, Operand, RowSparse};
use crate::random::within;
use lacuna::{Index, Value};

/// Of any form.
pub enum Broadcast<V, I> {
    Dense(Dense<V, I>),
    RowSparse(RowSparse<V, I>),
    Row(Vec<V>),
    Column(Vec<V>),
    Scalar(V),
}

impl<V: Value, I: Index> Operand for Broadcast<V, I> {
    type Held<'a> = Once<lacuna::Broadcast<'a, V, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let length = draw.dimension();
        match within(&mut draw.g, 0..6) {
            0 | 1 => Self::Dense(Dense::draw(draw)),
            2 => Self::RowSparse(RowSparse::draw(draw)),
            3 => Self::Row(draw.values(length)),
            4 => Self::Column(draw.values(length)),
            _ => Self::Scalar(draw.value()),
        }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(match self {
            Self::Dense(dense) => dense.hold().lend().into(),
            Self::RowSparse(stored) => stored.hold().lend().into(),
            Self::Row(values) => lacuna::Broadcast::Row(values),
            Self::Column(values) => lacuna::Broadcast::Column(values),
            Self::Scalar(value) => lacuna::Broadcast::Scalar(*value),
        })
    }
    fn facts(&mut self) -> Facts {
        match self {
            Self::Dense(dense) => dense.facts(),
            Self::RowSparse(stored) => stored.facts(),
            Self::Row(values) => Facts { lengths: [vec![], vec![values.len()], vec![]], ids: None },
            Self::Column(values) => Facts { lengths: [vec![values.len()], vec![], vec![]], ids: None },
            Self::Scalar(_) => Facts::default(),
        }
    }
}
