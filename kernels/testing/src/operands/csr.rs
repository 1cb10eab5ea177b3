use super::case::is_zero;
use super::{Draw, Facts, Once, Operand, number};
use crate::{Csr, Guarded};
use lacuna::{Index, Value};

pub struct CsrMut<V, I> {
    rows: usize,
    columns: usize,
    indptr: Vec<I>,
    indices: Guarded<I>,
    values: Guarded<V>,
}

fn facts(rows: usize, columns: usize, nnz: usize) -> Facts {
    Facts { lengths: [vec![rows], vec![columns], vec![nnz]], ids: None }
}

impl<V: Value, I: Index> Operand for Csr<V, I> {
    type Held<'a> = Once<lacuna::Csr<'a, V, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let (rows, columns) = (draw.dimension(), draw.dimension());
        let (mut indices, mut lengths) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            let row = draw.ids::<I>(columns, 0);
            lengths.push(row.len());
            indices.extend(row);
        }
        let indptr = draw.pointers(&lengths);
        let values = draw.values(indices.len());
        Self { trusted: true, ..Self::whole(rows, draw.or_huge(columns, I::MAX), indptr, indices, values) }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(self.view())
    }
    fn facts(&mut self) -> Facts {
        facts(self.rows, self.columns, self.indices.len())
    }
}

impl<V: Value, I: Index> Operand for CsrMut<V, I> {
    type Held<'a> = Once<lacuna::CsrMut<'a, V, I>>;

    /// With room for the entries of a dense matrix, seldom for others.
    fn draw(draw: &mut Draw) -> Self {
        let (rows, columns) = (draw.dimension(), draw.dimension());
        let other = draw.once_in(8);
        let lengths: Vec<_> = (0..rows)
            .map(|row| {
                if other { draw.random.below(3) } else { (0..columns).filter(|&column| !is_zero(row, column)).count() }
            })
            .collect();
        // Kernels that write values into a known pattern read the columns.
        let of_row = |(row, &length): (usize, &usize)| {
            let columns: Vec<_> = (0..columns).filter(|&column| other || !is_zero(row, column)).collect();
            (0..length).map(move |k| columns.get(k).map_or(77, |&column| column))
        };
        let contents: Vec<_> = lengths.iter().enumerate().flat_map(of_row).map(I::from_usize).collect();
        Self {
            rows,
            columns: draw.or_huge(columns, I::MAX),
            indptr: draw.pointers(&lengths),
            values: Guarded::new(vec![number(1); contents.len()], number(1)),
            indices: Guarded::new(contents, I::from_usize(77)),
        }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(
            lacuna::CsrMut::trusted(self.rows, self.columns, &self.indptr, self.indices.slice(), self.values.slice())
                .unwrap(),
        )
    }
    /// What an error can say that its rows store: how many entries.
    fn facts(&mut self) -> Facts {
        let lengths: Vec<_> =
            self.indptr.windows(2).map(|pair| pair[1].to_usize().wrapping_sub(pair[0].to_usize())).collect();
        Facts { ids: Some([lengths.clone(), lengths]), ..facts(self.rows, self.columns, self.indices.len()) }
    }
    fn written(&self) -> Vec<u64> {
        [self.indices.bits(|index| index.to_i64() as u64), self.values.bits(|value| value.widen().to_bits())].concat()
    }
    fn reset(&mut self) {
        self.indices.reset();
        self.values.reset();
    }
    fn assert_intact(&self) {
        self.indices.assert_intact();
        self.values.assert_intact();
    }
}
