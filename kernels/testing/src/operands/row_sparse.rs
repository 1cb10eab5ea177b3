use super::{DenseMut, Draw, Facts, ListOf, Once, Operand, number};
use crate::{Guarded, RowSparse};
use lacuna::{Index, Value};

/// Shape and ids: the rows from `first_row` on of an array.
struct Pattern<I> {
    first_row: usize,
    rows: usize,
    row_length: usize,
    ids: Vec<I>,
}

impl<I: Index> Pattern<I> {
    fn draw(draw: &mut Draw) -> Self {
        let (rows, row_length) = (draw.dimension(), draw.columns());
        let first_row = if draw.once_in(8) { draw.random.below(5) } else { 0 };
        let ids = draw.ids(rows, first_row);
        let row_length = if ids.is_empty() { draw.or_huge(row_length, usize::MAX) } else { row_length };
        Self { first_row, rows: draw.or_huge(rows, I::MAX - first_row), row_length, ids }
    }
    fn elements(&self) -> usize {
        self.ids.len().saturating_mul(self.row_length)
    }
}

fn facts<V: Value, I: Index>(view: lacuna::RowSparse<V, I>) -> Facts {
    let ids = |id: &dyn Fn(usize) -> usize| (0..view.stored_rows()).map(id).collect();
    Facts {
        lengths: [vec![view.rows(), view.stored_rows()], vec![view.row_length()], vec![]],
        ids: Some([ids(&|k| view.indices()[k].to_usize()), ids(&|k| view.row_of(k))]),
    }
}

impl<V: Value, I: Index> Operand for RowSparse<V, I> {
    type Held<'a> = Once<lacuna::RowSparse<'a, V, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let pattern = Pattern::draw(draw);
        let data = draw.values(pattern.elements());
        let Pattern { first_row, rows, row_length: length, ids } = pattern;
        Self { first_row, trusted: true, ..Self::whole(rows, length, ids, data) }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(self.view())
    }
    fn facts(&mut self) -> Facts {
        facts(self.view())
    }
}

pub struct RowSparseMut<V, I> {
    pattern: Pattern<I>,
    data: Guarded<V>,
}

impl<V: Value, I: Index> RowSparseMut<V, I> {
    fn view(&mut self) -> lacuna::RowSparseMut<'_, V, I> {
        let Pattern { first_row, rows, row_length, ids } = &self.pattern;
        lacuna::RowSparseMut::trusted(first_row + rows, *row_length, ids, self.data.slice())
            .unwrap()
            .split_rows_at(*first_row)
            .1
    }
}

impl<V: Value, I: Index> Operand for RowSparseMut<V, I> {
    type Held<'a> = Once<lacuna::RowSparseMut<'a, V, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let pattern = Pattern::draw(draw);
        Self { data: Guarded::new(draw.values(pattern.elements()), number(1)), pattern }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(self.view())
    }
    fn facts(&mut self) -> Facts {
        facts(self.view().as_row_sparse())
    }
    fn written(&self) -> Vec<u64> {
        self.data.bits(|value| value.widen().to_bits())
    }
    fn reset(&mut self) {
        self.data.reset();
    }
    fn assert_intact(&self) {
        self.data.assert_intact();
    }
}

/// Dense, row_sparse of any rows, or of as many as there are.
pub enum RowsMut<V, I> {
    Dense(DenseMut<V>),
    RowSparse(RowSparseMut<V, I>),
}

impl<V: Value, I: Index> Operand for RowsMut<V, I> {
    type Held<'a> = Once<lacuna::RowsMut<'a, V, I>>;

    fn draw(draw: &mut Draw) -> Self {
        match draw.random.below(4) {
            0 | 1 => Self::Dense(DenseMut::draw(draw)),
            2 => Self::RowSparse(RowSparseMut::draw(draw)),
            _ => {
                let mut drawn = RowSparseMut::<V, I>::draw(draw);
                let complete = !draw.is_garbage();
                let Pattern { first_row, rows, row_length, ids } = &mut drawn.pattern;
                *rows = (*rows).min(99);
                ids.resize(*rows, I::from_usize(5));
                if complete {
                    ids.iter_mut().enumerate().for_each(|(row, id)| *id = I::from_usize(*first_row + row));
                }
                // Rows that are all there take memory.
                *row_length = (*row_length).min(99);
                drawn.data = Guarded::new(draw.values(drawn.pattern.elements()), number(1));
                Self::RowSparse(drawn)
            }
        }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(match self {
            Self::Dense(dense) => dense.hold().lend().into(),
            Self::RowSparse(row_sparse) => row_sparse.hold().lend().into(),
        })
    }
    fn facts(&mut self) -> Facts {
        match self {
            Self::Dense(dense) => dense.facts(),
            Self::RowSparse(row_sparse) => row_sparse.facts(),
        }
    }
    fn written(&self) -> Vec<u64> {
        match self {
            Self::Dense(dense) => dense.written(),
            Self::RowSparse(row_sparse) => row_sparse.written(),
        }
    }
    fn reset(&mut self) {
        match self {
            Self::Dense(dense) => dense.reset(),
            Self::RowSparse(row_sparse) => row_sparse.reset(),
        }
    }
    fn assert_intact(&self) {
        match self {
            Self::Dense(dense) => dense.assert_intact(),
            Self::RowSparse(row_sparse) => row_sparse.assert_intact(),
        }
    }
}

pub struct RowSparseList<V, I>(Vec<RowSparse<V, I>>);

impl<V: Value, I: Index> Operand for RowSparseList<V, I> {
    type Held<'a> = ListOf<lacuna::RowSparse<'a, V, I>>;

    /// Few, or more than a kernel has cursors for on its stack.
    fn draw(draw: &mut Draw) -> Self {
        let count = draw.random.one_of(&[0, 1, 2, 2, 3, 4, 16, 17]);
        Self((0..count).map(|_| RowSparse::draw(draw)).collect())
    }
    fn hold(&mut self) -> Self::Held<'_> {
        ListOf(self.0.iter().map(RowSparse::view).collect())
    }
    fn facts(&mut self) -> Facts {
        let mut all = Facts { lengths: [vec![], vec![], vec![self.0.len()]], ids: None };
        for mut one in self.0.iter_mut().map(Operand::facts) {
            all.lengths[0].append(&mut one.lengths[0]);
            all.lengths[1].append(&mut one.lengths[1]);
        }
        all
    }
}
