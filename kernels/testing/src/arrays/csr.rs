use super::smaller;
use crate::{Profile, Random, Real};
use lacuna::{Index, Number};
use std::ops::Range;

/// A csr matrix. Indices of `usize` are those of the matrix; with indices of a kernel it may be a part of another
/// matrix.
#[derive(Clone, Debug)]
pub struct Csr<V, I = usize> {
    pub rows: usize,
    pub columns: usize,
    pub indptr: Vec<I>,
    pub indices: Vec<I>,
    pub values: Vec<V>,
    /// Entries of a row before the first: if there are any, the view is a row range.
    pub lead: usize,
    /// Only the unchecked constructor takes it.
    pub trusted: bool,
}

impl<V, I> Csr<V, I> {
    /// A whole matrix that keeps the rules.
    pub const fn whole(rows: usize, columns: usize, indptr: Vec<I>, indices: Vec<I>, values: Vec<V>) -> Self {
        Self { rows, columns, indptr, indices, values, lead: 0, trusted: false }
    }
}

impl Csr<f64, i64> {
    /// A small one that keeps every rule.
    pub fn good(random: &mut Random) -> Self {
        let (rows, columns) = (random.below(5), random.below(6));
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for _ in 0..rows {
            indices.extend(random.some(columns));
            indptr.push(indices.len() as i64);
        }
        let values = (0..indices.len()).map(|k| k as f64).collect();
        Self::whole(rows, columns, indptr, indices, values)
    }
}

impl<V: Real> Csr<V> {
    pub fn of_rows(columns: usize, rows: Vec<Vec<usize>>, profile: Profile, random: &mut Random) -> Self {
        let indptr = std::iter::once(0).chain(rows.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        }));
        let (indptr, indices) = (indptr.collect(), rows.concat());
        let lead = if random.once_in(4) { random.below(5) } else { 0 };
        let values = profile.values(random, indices.len());
        Self { lead: lead.min(columns), ..Self::whole(rows.len(), columns, indptr, indices, values) }
    }

    /// The same with the columns of each row in another order, some of them repeated.
    pub fn unordered(mut self, random: &mut Random) -> Self {
        for row in 0..self.rows {
            let indices = &mut self.indices[self.indptr[row]..self.indptr[row + 1]];
            for k in 1..indices.len() {
                indices.swap(k, random.below(k + 1));
                if random.once_in(9) {
                    indices[k] = indices[random.below(k)];
                }
            }
        }
        Self { trusted: true, ..self }
    }

    pub fn entries(&self, row: usize) -> impl Iterator<Item = (usize, V)> + '_ {
        (self.indptr[row]..self.indptr[row + 1]).map(|k| (self.indices[k], self.values[k]))
    }

    pub fn typed<I: Index>(&self) -> Csr<V, I> {
        let before = (self.lead > 0).then_some(0);
        let indptr = before
            .into_iter()
            .chain(self.indptr.iter().map(|pointer| pointer + self.lead))
            .map(I::from_usize)
            .collect();
        let indices = (0..self.lead).chain(self.indices.iter().copied()).map(I::from_usize).collect();
        let values = (0..self.lead).map(|_| V::narrow(f64::NAN)).chain(self.values.iter().copied()).collect();
        Csr { lead: self.lead, trusted: self.trusted, ..Csr::whole(self.rows, self.columns, indptr, indices, values) }
    }

    /// Only the entries for which `keep` holds, of column and position.
    fn keep(&self, rows: Range<usize>, columns: usize, keep: impl Fn(usize, usize) -> bool) -> Self {
        let (mut indptr, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in rows.clone() {
            for k in (self.indptr[row]..self.indptr[row + 1]).filter(|&k| keep(self.indices[k], k)) {
                indices.push(self.indices[k]);
                values.push(self.values[k]);
            }
            indptr.push(indices.len());
        }
        Self { rows: rows.len(), columns, indptr, indices, values, lead: self.lead.min(columns), ..*self }
    }

    pub fn keep_rows(&self, rows: Range<usize>) -> Self {
        self.keep(rows, self.columns, |_, _| true)
    }

    pub fn keep_columns(&self, columns: usize) -> Self {
        self.keep(0..self.rows, columns, |column, _| column < columns)
    }

    /// With fewer entries, or plainer ones.
    pub fn fewer(&self) -> Vec<Self> {
        let mut fewer: Vec<_> = smaller(self.indices.len())
            .into_iter()
            .map(|kept| self.keep(0..self.rows, self.columns, |_, k| kept.contains(&k)))
            .collect();
        let ones = vec![V::ONE; self.values.len()];
        if self.values != ones {
            fewer.push(Self { values: ones, ..self.clone() });
        }
        if self.lead > 0 {
            fewer.push(Self { lead: 0, ..self.clone() });
        }
        fewer
    }
}

impl<V: Number, I: Index> Csr<V, I> {
    pub fn view(&self) -> lacuna::Csr<'_, V, I> {
        let function = if self.trusted { lacuna::Csr::trusted } else { lacuna::Csr::new };
        let first = usize::from(self.lead > 0);
        let whole = function(self.rows + first, self.columns, &self.indptr, &self.indices, &self.values).unwrap();
        if first > 0 { whole.split_rows_at(first).1 } else { whole }
    }
}
