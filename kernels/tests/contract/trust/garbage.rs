//! Arrays without any rule.
use crate::random::{one_of, within};
use lacuna::index::SortKey;
use lacuna::rows::{PlanBuffers, plan_scratch};
use lacuna::{Csr, Index, RowSparse};
use quickcheck::{Arbitrary, Gen};
use std::ops::Range;

/// Shapes that fit together, and index arrays that hold anything.
#[derive(Clone, Debug)]
pub struct Garbage {
    pub rows: usize,
    pub columns: usize,
    /// Columns of the dense operand.
    pub n: usize,
    /// Row stride of dense operands, less `n`.
    pub pad: usize,
    pub indptr: Vec<i64>,
    pub indices: Vec<i64>,
    /// Ids of a row_sparse with as many rows as the csr has columns.
    pub ids: Vec<i64>,
    pub more_ids: Vec<i64>,
    pub cut: [usize; 2],
    /// What buffers and scratch hold before.
    pub stale: usize,
}

fn index(g: &mut Gen, likely: usize) -> i64 {
    let extreme = [-1, i64::from(i32::MIN), i64::from(i32::MAX), i64::from(u32::MAX), i64::MIN, i64::MAX, i64::MIN + 1, 1 << 32];
    match within(g, 0..8) {
        0 => one_of(g, &extreme),
        1 => i64::arbitrary(g),
        2 => likely as i64 + within(g, 0..3) as i64 - 1,
        _ => within(g, 0..likely + 1) as i64,
    }
}

fn indices(g: &mut Gen, longest: usize, likely: usize) -> Vec<i64> {
    (0..within(g, 0..longest + 1)).map(|_| index(g, likely)).collect()
}

impl Arbitrary for Garbage {
    fn arbitrary(g: &mut Gen) -> Self {
        let (rows, columns) = (within(g, 0..6), one_of(g, &[0, 1, 1, 2, 3, 5, 70]));
        // More than 32 entries are sorted in another way.
        let longest = one_of(g, &[4, 12, 80]);
        let indices_of_csr = indices(g, longest, columns);
        let nnz = indices_of_csr.len();
        Self {
            rows,
            columns,
            n: one_of(g, &[0, 1, 2, 3, 5, 17]),
            pad: one_of(g, &[0, 0, 1, 3]),
            indptr: (0..=rows).map(|_| index(g, nnz)).collect(),
            indices: indices_of_csr,
            ids: indices(g, longest, columns),
            more_ids: indices(g, 6, columns),
            cut: [within(g, 0..100), within(g, 0..100)],
            stale: one_of(g, &[0, 1, usize::MAX, usize::MAX / 2, 77]),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let garbage = self.clone();
        let lists = (self.indices.clone(), self.ids.clone(), self.more_ids.clone()).shrink();
        let lists = lists.map(move |(indices, ids, more_ids)| Self { indices, ids, more_ids, ..garbage.clone() });
        let garbage = self.clone();
        let zero = (0..self.indptr.len()).filter(|&row| self.indptr[row] != 0).collect::<Vec<_>>().into_iter();
        let zero = zero.map(move |row| {
            let mut fewer = garbage.clone();
            fewer.indptr[row] = 0;
            fewer
        });
        let garbage = self.clone();
        let fewer = self.rows.checked_sub(1).map(|rows| Self { rows, indptr: garbage.indptr[..=rows].to_vec(), ..garbage.clone() });
        let garbage = self.clone();
        let plain = [self.n > 1, self.pad > 0].into_iter().enumerate().filter(|&(_, can)| can);
        let plain =
            plain.map(move |(which, _)| if which == 0 { Self { n: 1, ..garbage.clone() } } else { Self { pad: 0, ..garbage.clone() } });
        Box::new(fewer.into_iter().chain(plain).chain(zero).chain(lists))
    }
}

/// As indices of type `I`, cut off to its width.
pub fn cast<I: Index>(indices: &[i64]) -> Vec<I> {
    indices.iter().map(|&index| I::from_usize(index as usize)).collect()
}

/// `length` values, none of them zero.
pub fn values(length: usize) -> Vec<f32> {
    (0..length).map(|k| k as f32 + 1.0).collect()
}

/// Calls `body` with a trusted csr of `garbage`, and with a row range of it.
pub fn csr_views<I: Index>(garbage: &Garbage, body: impl Fn(Csr<f32, I>)) {
    let (indptr, indices, values) = (cast::<I>(&garbage.indptr), cast::<I>(&garbage.indices), values(garbage.indices.len()));
    let csr = Csr::trusted(garbage.rows, garbage.columns, &indptr, &indices, &values).unwrap();
    body(csr);
    body(csr.row_range(garbage.range(garbage.rows)).unwrap());
}

/// Calls `body` with a trusted row_sparse of `rows` rows that holds `ids`, and with a row range of it.
pub fn row_sparse_views<I: Index>(garbage: &Garbage, rows: usize, ids: &[i64], body: impl Fn(RowSparse<f32, I>)) {
    let (ids, data) = (cast::<I>(ids), values(ids.len() * garbage.n));
    let row_sparse = RowSparse::trusted(rows, garbage.n, &ids, &data).unwrap();
    body(row_sparse);
    body(row_sparse.row_range(garbage.range(rows)).unwrap());
}

impl Garbage {
    /// A range inside `0..length`.
    pub fn range(&self, length: usize) -> Range<usize> {
        let [start, end] = self.cut.map(|cut| cut % (length + 1));
        start.min(end)..start.max(end)
    }

    /// The length of a dense array of `rows` rows, and its stride.
    pub fn extent(&self, rows: usize) -> (usize, usize) {
        let stride = self.n + self.pad;
        (if rows == 0 || self.n == 0 { 0 } else { (rows - 1) * stride + self.n }, stride)
    }
}

/// A slice to be written, inside a larger one that must stay as it is.
pub struct Guarded {
    data: Vec<f32>,
}

const GUARD: usize = 40;

impl Guarded {
    pub fn new(length: usize) -> Self {
        Self { data: vec![-7.0; length + 2 * GUARD] }
    }
    pub fn slice(&mut self) -> &mut [f32] {
        let end = self.data.len() - GUARD;
        &mut self.data[GUARD..end]
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let end = self.data.len() - GUARD;
        let intact = self.data[..GUARD].iter().chain(&self.data[end..]).all(|&x| x == -7.0);
        assert!(intact || std::thread::panicking(), "written outside of the slice");
    }
}

/// Buffers of a plan that hold stale data, and are longer than the entries, as overlapping rows can name an entry more than once.
pub struct Buffers<I: Index> {
    ids: Vec<I>,
    segments: Vec<I>,
    rows: Vec<I>,
    entries: Vec<I>,
    pub scratch: Vec<I::Key>,
}

impl<I: Index> Buffers<I> {
    pub fn new(entries: usize, stale: usize) -> Self {
        let terms = 6 * entries + 8;
        let array = || vec![I::from_usize(stale); terms];
        Self {
            ids: array(),
            segments: array(),
            rows: array(),
            entries: array(),
            scratch: vec![I::Key::pack(stale, stale); plan_scratch(terms)],
        }
    }
    pub fn lend(&mut self) -> (PlanBuffers<'_, I>, &mut [I::Key]) {
        let Self { ids, segments, rows, entries, scratch } = self;
        (PlanBuffers { ids, segments, rows, entries }, scratch)
    }
}

/// Runs a property for each index type.
macro_rules! for_each_index_type {
    ($($name:ident => $property:ident;)*) => {$(
        #[test]
        fn $name() {
            fn property(garbage: Garbage) {
                $property::<i32>(&garbage);
                $property::<i64>(&garbage);
                $property::<u32>(&garbage);
            }
            crate::random::check(property as fn(Garbage));
        }
    )*};
}
pub(super) use for_each_index_type;
