use super::{Draw, Facts, Once, Operand};
use crate::{Broadcast, RowSparse, Strided};
use lacuna::{Index, Value};

impl<V: Value, I: Index> Operand for Broadcast<V, I> {
    type Held<'a> = Once<lacuna::Broadcast<'a, V, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let length = draw.dimension();
        match draw.random.below(6) {
            0 | 1 => Self::Dense(Strided::draw(draw)),
            2 => Self::RowSparse(RowSparse::draw(draw)),
            3 => Self::Row(draw.values(length)),
            4 => Self::Column(draw.values(length)),
            _ => Self::Scalar(draw.value()),
        }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(self.view())
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
