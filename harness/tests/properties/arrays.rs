//! Owned arrays of the three storage types, how they become views of any index type, and how they get smaller.
use crate::random::{Profile, Random, Real};
use lacuna::Index;
use lacuna_harness::reference::{Matrix, StoredRows, Triplets};
use std::ops::Range;

/// The ranges of `0..length` that a failing case is tried with instead.
pub fn smaller(length: usize) -> Vec<Range<usize>> {
    let mut ranges = vec![0..length / 2, length / 2..length, 0..length.saturating_sub(1), length.min(1)..length];
    ranges.retain(|range| range.len() < length);
    ranges.dedup();
    ranges
}

fn wide<V: Real>(values: &[V]) -> Vec<f64> {
    values.iter().map(|&value| value.into()).collect()
}

#[derive(Clone, Debug)]
pub struct Csr<V> {
    pub rows: usize,
    pub columns: usize,
    pub indptr: Vec<usize>,
    pub indices: Vec<usize>,
    pub values: Vec<V>,
    /// Entries of a row before the first: if there are any, the view is a row range.
    pub lead: usize,
    /// Columns are in any order, so only the unchecked constructor takes them.
    pub unordered: bool,
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
        Self { rows: rows.len(), columns, indptr, values, indices, lead: lead.min(columns), unordered: false }
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
        Self { unordered: true, ..self }
    }

    pub fn entries(&self, row: usize) -> impl Iterator<Item = (usize, V)> + '_ {
        (self.indptr[row]..self.indptr[row + 1]).map(|k| (self.indices[k], self.values[k]))
    }

    pub fn triplets(&self) -> Triplets {
        let entries = (0..self.rows).flat_map(|row| self.entries(row).map(move |(column, value)| (row, column, value.into()))).collect();
        Triplets { rows: self.rows, columns: self.columns, entries }
    }

    pub fn typed<I: Index>(&self) -> TypedCsr<V, I> {
        let before = (self.lead > 0).then_some(0);
        let indptr = before.into_iter().chain(self.indptr.iter().map(|pointer| pointer + self.lead)).map(I::from_usize).collect();
        let indices = (0..self.lead).chain(self.indices.iter().copied()).map(I::from_usize).collect();
        let values = (0..self.lead).map(|_| V::narrow(f64::NAN)).chain(self.values.iter().copied()).collect();
        let first = usize::from(self.lead > 0);
        TypedCsr { rows: self.rows, columns: self.columns, first, indptr, indices, values, unordered: self.unordered }
    }

    /// Only the entries for which `keep` holds, of row, column and position.
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
        let mut fewer: Vec<_> =
            smaller(self.indices.len()).into_iter().map(|kept| self.keep(0..self.rows, self.columns, |_, k| kept.contains(&k))).collect();
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

pub struct TypedCsr<V, I> {
    rows: usize,
    columns: usize,
    first: usize,
    indptr: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
    unordered: bool,
}

impl<V: Real, I: Index> TypedCsr<V, I> {
    pub fn view(&self) -> lacuna::Csr<'_, V, I> {
        let door = if self.unordered { lacuna::Csr::trusted } else { lacuna::Csr::new };
        let whole = door(self.rows + self.first, self.columns, &self.indptr, &self.indices, &self.values).unwrap();
        whole.row_range(self.first..self.first + self.rows).unwrap()
    }
}

#[derive(Clone, Debug)]
pub struct RowSparse<V> {
    pub rows: usize,
    pub length: usize,
    pub ids: Vec<usize>,
    pub data: Vec<V>,
    /// Rows before the first: if there are any, the view is a row range.
    pub shift: usize,
}

impl<V: Real> RowSparse<V> {
    pub fn of_ids(rows: usize, length: usize, ids: Vec<usize>, profile: Profile, random: &mut Random) -> Self {
        let shift = if random.once_in(4) { random.below(5) } else { 0 };
        Self { rows, length, data: profile.values(random, ids.len() * length), ids, shift }
    }

    pub fn row(&self, k: usize) -> &[V] {
        &self.data[k * self.length..(k + 1) * self.length]
    }

    pub fn find(&self, row: usize) -> Option<&[V]> {
        self.ids.binary_search(&row).ok().map(|k| self.row(k))
    }

    pub fn reference(&self) -> StoredRows {
        StoredRows {
            rows: self.rows,
            ids: self.ids.clone(),
            data: Matrix { rows: self.ids.len(), columns: self.length, data: wide(&self.data) },
        }
    }

    pub fn typed<I: Index>(&self) -> TypedRowSparse<V, I> {
        let (before, after) = if self.shift > 0 { (Some(self.shift - 1), Some(self.shift + self.rows)) } else { (None, None) };
        let around = vec![V::narrow(f64::NAN); usize::from(self.shift > 0) * self.length];
        TypedRowSparse {
            rows: self.rows,
            shift: self.shift,
            length: self.length,
            ids: before.into_iter().chain(self.ids.iter().map(|id| id + self.shift)).chain(after).map(I::from_usize).collect(),
            data: [&around[..], &self.data, &around].concat(),
        }
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
        let data = (0..self.ids.len()).flat_map(|k| self.row(k)[kept.clone()].to_vec()).collect();
        Self { length: kept.len(), data, ..self.clone() }
    }

    /// With fewer stored rows, or plainer values.
    pub fn fewer(&self) -> Vec<Self> {
        let mut fewer: Vec<_> = smaller(self.ids.len()).into_iter().map(|kept| self.keep_stored(kept)).collect();
        let ones = vec![V::ONE; self.data.len()];
        if self.data != ones {
            fewer.push(Self { data: ones, ..self.clone() });
        }
        if self.shift > 0 {
            fewer.push(Self { shift: 0, ..self.clone() });
        }
        fewer
    }
}

pub struct TypedRowSparse<V, I> {
    rows: usize,
    shift: usize,
    length: usize,
    ids: Vec<I>,
    data: Vec<V>,
}

impl<V: Real, I: Index> TypedRowSparse<V, I> {
    pub fn view(&self) -> lacuna::RowSparse<'_, V, I> {
        let beyond = usize::from(self.shift > 0);
        let whole = lacuna::RowSparse::new(self.shift + self.rows + beyond, self.length, &self.ids, &self.data).unwrap();
        whole.row_range(self.shift..self.shift + self.rows).unwrap()
    }
}

#[derive(Clone, Debug)]
pub struct Dense<V> {
    pub rows: usize,
    pub columns: usize,
    /// Row by row, without gaps.
    pub data: Vec<V>,
    /// Elements between rows in the view.
    pub pad: usize,
}

impl<V: Real> Dense<V> {
    pub fn draw(rows: usize, columns: usize, profile: Profile, random: &mut Random) -> Self {
        Self { rows, columns, data: profile.values(random, rows * columns), pad: random.one_of(&[0, 0, 1, 3, 16]) }
    }

    pub fn row(&self, row: usize) -> &[V] {
        &self.data[row * self.columns..(row + 1) * self.columns]
    }

    pub fn matrix(&self) -> Matrix {
        Matrix { rows: self.rows, columns: self.columns, data: wide(&self.data) }
    }

    /// The elements with gaps of NaN between the rows: whoever reads them shows it.
    pub fn strided(&self) -> Strided<V> {
        let gap = vec![V::narrow(f64::NAN); self.pad];
        let mut data: Vec<V> = (0..self.rows).flat_map(|row| [self.row(row), &gap].concat()).collect();
        data.truncate(data.len().saturating_sub(self.pad));
        Strided { rows: self.rows, columns: self.columns, stride: self.columns + self.pad, data }
    }

    pub fn keep(&self, rows: Range<usize>, columns: Range<usize>) -> Self {
        let data = rows.clone().flat_map(|row| self.row(row)[columns.clone()].to_vec()).collect();
        Self { rows: rows.len(), columns: columns.len(), data, pad: self.pad }
    }

    /// With plainer values, or without gaps.
    pub fn plainer(&self) -> Vec<Self> {
        let ones = vec![V::ONE; self.data.len()];
        let mut plainer = Vec::new();
        if self.data != ones {
            plainer.push(Self { data: ones, ..self.clone() });
        }
        if self.pad > 0 {
            plainer.push(Self { pad: 0, ..self.clone() });
        }
        plainer
    }
}

pub struct Strided<V> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: Vec<V>,
}

impl<V: Real> Strided<V> {
    pub fn view(&self) -> lacuna::Dense<'_, V> {
        lacuna::Dense::with_stride(self.rows, self.columns, self.stride, &self.data).unwrap()
    }
}
