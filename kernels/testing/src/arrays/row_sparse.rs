use super::smaller;
use crate::{Profile, Random, Real};
use lacuna::{Index, Number};
use std::ops::Range;

/// Stored rows. Ids of `usize` count from the first row; those of a kernel from that of the array of which it is a
/// part.
#[derive(Clone, Debug)]
pub struct RowSparse<V, I = usize> {
    pub rows: usize,
    pub length: usize,
    pub ids: Vec<I>,
    pub data: Vec<V>,
    /// Rows of the array before the first.
    pub first_row: usize,
    /// Rows of the array behind the last.
    pub beyond: usize,
    /// Only the unchecked constructor takes it.
    pub trusted: bool,
}

impl<V, I> RowSparse<V, I> {
    /// A whole array that keeps the rules.
    pub const fn whole(rows: usize, length: usize, ids: Vec<I>, data: Vec<V>) -> Self {
        Self { rows, length, ids, data, first_row: 0, beyond: 0, trusted: false }
    }
}

impl RowSparse<f64, i64> {
    /// A small one that keeps every rule.
    pub fn good(random: &mut Random, length: usize) -> Self {
        let rows = random.below(9);
        let ids = random.some(rows);
        let data = (0..ids.len() * length).map(|k| k as f64).collect();
        Self::whole(rows, length, ids, data)
    }
}

impl<V: Real> RowSparse<V> {
    pub fn of_ids(rows: usize, length: usize, ids: Vec<usize>, profile: Profile, random: &mut Random) -> Self {
        let first_row = if random.once_in(4) { random.below(5) } else { 0 };
        let data = profile.values(random, ids.len() * length);
        Self { first_row, ..Self::whole(rows, length, ids, data) }
    }

    pub fn row(&self, k: usize) -> &[V] {
        &self.data[k * self.length..(k + 1) * self.length]
    }

    pub fn find(&self, row: usize) -> Option<&[V]> {
        self.ids.binary_search(&row).ok().map(|k| self.row(k))
    }

    /// A part of an array that stores the rows before and behind it, too.
    pub fn typed<I: Index>(&self) -> RowSparse<V, I> {
        let is_part = self.first_row > 0;
        let (before, after) = (is_part.then(|| self.first_row - 1), is_part.then_some(self.first_row + self.rows));
        let around = vec![V::narrow(f64::NAN); usize::from(is_part) * self.length];
        let ids = before.into_iter().chain(self.ids.iter().map(|id| id + self.first_row)).chain(after);
        let data = [&around[..], &self.data, &around].concat();
        let ids = ids.map(I::from_usize).collect();
        let Self { rows, length, first_row, trusted, .. } = *self;
        RowSparse { rows, length, ids, data, first_row, beyond: usize::from(is_part), trusted }
    }

    /// Only the stored rows at the places `kept`.
    pub fn keep_stored(&self, kept: Range<usize>) -> Self {
        let data = self.data[kept.start * self.length..kept.end * self.length].to_vec();
        Self { ids: self.ids[kept].to_vec(), data, ..self.clone() }
    }

    pub fn keep_rows(&self, rows: usize) -> Self {
        Self { rows, ..self.keep_stored(0..self.ids.partition_point(|&id| id < rows)) }
    }

    pub fn keep_length(&self, kept: Range<usize>) -> Self {
        let mut data = Vec::with_capacity(self.ids.len() * kept.len());
        (0..self.ids.len()).for_each(|k| data.extend_from_slice(&self.row(k)[kept.clone()]));
        Self { length: kept.len(), data, ..self.clone() }
    }

    /// With fewer stored rows, or plainer values.
    pub fn fewer(&self) -> Vec<Self> {
        let mut fewer: Vec<_> = smaller(self.ids.len()).into_iter().map(|kept| self.keep_stored(kept)).collect();
        let ones = vec![V::ONE; self.data.len()];
        if self.data != ones {
            fewer.push(Self { data: ones, ..self.clone() });
        }
        if self.first_row > 0 {
            fewer.push(Self { first_row: 0, ..self.clone() });
        }
        fewer
    }
}

impl<V: Number, I: Index> RowSparse<V, I> {
    pub fn view(&self) -> lacuna::RowSparse<'_, V, I> {
        let function = if self.trusted { lacuna::RowSparse::trusted } else { lacuna::RowSparse::new };
        let whole = function(self.first_row + self.rows + self.beyond, self.length, &self.ids, &self.data).unwrap();
        // Ids without order may leave none of them to the part.
        let rest = whole.split_rows_at(self.first_row).1;
        if self.beyond > 0 { rest.split_rows_at(self.rows).0 } else { rest }
    }
}
