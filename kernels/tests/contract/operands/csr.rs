use super::case::is_zero;
use super::{Buffer, Draw, Facts, Once, Operand, number};
use crate::random::within;
use lacuna::{Index, Value};

pub struct Csr<V, I> {
    rows: usize,
    columns: usize,
    indptr: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
}

pub struct CsrMut<V, I> {
    rows: usize,
    columns: usize,
    indptr: Vec<I>,
    indices: Buffer<I>,
    values: Buffer<V>,
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
        Self { rows, columns: draw.or_huge(columns, I::MAX), indptr, indices, values }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(lacuna::Csr::trusted(self.rows, self.columns, &self.indptr, &self.indices, &self.values).unwrap())
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
            .map(|row| if other { within(&mut draw.g, 0..3) } else { (0..columns).filter(|&column| !is_zero(row, column)).count() })
            .collect();
        let entries = lengths.iter().sum();
        Self {
            rows,
            columns: draw.or_huge(columns, I::MAX),
            indptr: draw.pointers(&lengths),
            indices: Buffer::new(vec![I::from_usize(77); entries], I::from_usize(77)),
            values: Buffer::new(vec![number(1); entries], number(1)),
        }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(lacuna::CsrMut::trusted(self.rows, self.columns, &self.indptr, self.indices.slice(), self.values.slice()).unwrap())
    }
    fn facts(&mut self) -> Facts {
        facts(self.rows, self.columns, self.indices.len())
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
