use super::{Draw, Facts, Operand, Shared};
use crate::cut;
use lacuna::Index;
use lacuna::dot::BlockShape;

pub struct BlockEnds<I> {
    columns: Vec<I>,
    entries: Vec<I>,
    shape: BlockShape,
}

impl<I: Index> Operand for BlockEnds<I> {
    type Held<'a> = Shared<lacuna::dot::BlockEnds<'a, I>>;

    /// Few, as they end a block wherever they say so; at times none, as matrices of so few rows need none.
    fn draw(draw: &mut Draw) -> Self {
        let (rows, columns) = (draw.dimension(), draw.dimension());
        let nnz = rows * draw.likely_entries(columns);
        let shape =
            BlockShape { rows: draw.or_huge(rows, usize::MAX), columns: draw.or_huge(columns, usize::MAX), nnz };
        let mut places = |longest: usize, length: usize| -> Vec<I> {
            if draw.is_garbage() {
                return cut(&draw.places(longest, length));
            }
            let step = draw.random.below(length) + 1;
            (step - 1..length).step_by(step).take(longest).map(I::from_usize).collect()
        };
        let ends = (places(3, columns), places(9, nnz));
        let (columns, entries) = if draw.once_in(3) { (vec![], vec![]) } else { ends };
        Self { columns, entries, shape }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Shared(lacuna::dot::BlockEnds::trusted(&self.columns, &self.entries, self.shape))
    }
    fn facts(&mut self) -> Facts {
        let BlockShape { rows, columns, nnz } = self.shape;
        Facts { lengths: [vec![rows], vec![columns], vec![nnz]], ids: None }
    }
}
