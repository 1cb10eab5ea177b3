//! Arrays of more than 2^31 elements: every kernel computes the right place in them. They are mapped, and except for a
//! few pages nothing of them is ever touched.
//!
//! The rows that a test looks at lie behind a first row that stores all the rest; expectations are written down by
//! hand.
#![cfg(all(unix, target_pointer_width = "64"))]
#![allow(clippy::unwrap_used)]
use bytemuck::{Pod, cast_slice_mut};
use lacuna::optim::Sgd;
use lacuna::{
    Broadcast, Csr, CsrMut, Dense, DenseMut, Index, RowSparse, RowSparseMut, binary, cast, dot, embedding, optim,
    reduce, rows, slice,
};
use memmap2::{MmapMut, MmapOptions};

/// Entries of the first row: more than an `i32` or `u32` counts.
const FIRST: usize = (1 << 32) + 5;
const COLUMNS: usize = 7;
/// Entries of the rows behind it.
const ROWS: [&[(i64, f32)]; 5] =
    [&[(1, 2.0), (4, -3.0)], &[], &[(0, 1.0), (2, 0.5), (6, 8.0)], &[(3, 4.0)], &[(5, -1.0), (6, 16.0)]];

/// Zeros that take no memory before they are written; `None` where the system does not give so large a mapping.
fn zeros<T: Pod>(length: usize) -> Option<MmapMut> {
    let mapped = MmapOptions::new().len(length * size_of::<T>()).no_reserve_swap().map_anon();
    mapped.inspect_err(|error| eprintln!("skipped: {length} elements cannot be mapped: {error}")).ok()
}

/// The arrays of a csr with that first row, and these rows behind it.
struct Huge {
    indptr: Vec<i64>,
    indices: MmapMut,
    values: MmapMut,
}

impl Huge {
    fn new(rows: &[&[(i64, f32)]]) -> Option<Self> {
        let mut indptr = vec![0, FIRST as i64];
        for row in rows {
            indptr.push(indptr[indptr.len() - 1] + row.len() as i64);
        }
        let nnz = indptr[indptr.len() - 1] as usize;
        let (mut indices, mut values) = (zeros::<i64>(nnz)?, zeros::<f32>(nnz)?);
        let entries = rows.iter().flat_map(|row| row.iter()).zip(FIRST..);
        let (columns, numbers) = (cast_slice_mut::<u8, i64>(&mut indices), cast_slice_mut::<u8, f32>(&mut values));
        for (&(column, value), place) in entries {
            (columns[place], numbers[place]) = (column, value);
        }
        Some(Self { indptr, indices, values })
    }

    fn view(&self) -> Csr<'_, f32, i64> {
        let (indices, values) = (bytemuck::cast_slice(&self.indices), bytemuck::cast_slice(&self.values));
        Csr::trusted(self.indptr.len() - 1, COLUMNS, &self.indptr, indices, values).unwrap()
    }

    /// The rows behind the first one.
    fn end(&self) -> Csr<'_, f32, i64> {
        self.view().row_range(1..self.indptr.len() - 1).unwrap()
    }
}

/// 1, 10, 100 ...
fn powers() -> [f32; COLUMNS] {
    std::array::from_fn(|column| 10_f32.powi(column as i32))
}

#[test]
fn rows_of_a_csr() {
    let Some(huge) = Huge::new(&ROWS) else { return };
    let (all, end) = (huge.view(), huge.end());
    assert_eq!((all.nnz(), end.nnz()), (FIRST + 8, 8));
    for (place, row) in ROWS.iter().enumerate() {
        let (indices, values): (Vec<_>, Vec<_>) = row.iter().copied().unzip();
        assert_eq!((all.row(place + 1), end.row(place)), ((&indices[..], &values[..]), (&indices[..], &values[..])));
    }
    assert_eq!(all.entries(3), FIRST + 2..FIRST + 5);
    let (first, rest) = all.split_rows_at(4);
    assert_eq!((first.nnz(), rest.nnz(), rest.row(1)), (FIRST + 5, 3, (&[5, 6][..], &[-1.0, 16.0][..])));
    // Half of the entries is inside of the first row.
    assert_eq!(all.partition(2).collect::<Vec<_>>(), [0..1, 1..6]);
    assert_eq!(end.partition(2).flatten().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

#[test]
fn products_and_sums_of_rows() {
    let Some(huge) = Huge::new(&ROWS) else { return };
    let mut sums = [9.0; 5];
    reduce::sum_csr_rows(huge.end(), &mut sums).unwrap();
    assert_eq!(sums, [-1.0, 0.0, 9.5, 4.0, 15.0]);
    let mut products = [9.0; 5];
    dot::csr_dense(huge.end(), Dense::new(COLUMNS, 1, &powers()).unwrap(), DenseMut::new(5, 1, &mut products).unwrap())
        .unwrap();
    assert_eq!(products, [-29_980.0, 0.0, 8_000_051.0, 4_000.0, 15_900_000.0]);
    let two: Vec<_> = powers().iter().flat_map(|power| [*power, -1.0]).collect();
    let mut products = [9.0; 10];
    dot::csr_dense(huge.end(), Dense::new(COLUMNS, 2, &two).unwrap(), DenseMut::new(5, 2, &mut products).unwrap())
        .unwrap();
    assert_eq!(products, [-29_980.0, 1.0, 0.0, 0.0, 8_000_051.0, -9.5, 4_000.0, -4.0, 15_900_000.0, -15.0]);
    let mut dense = [9.0; 2 * COLUMNS];
    cast::csr_to_dense(huge.view().row_range(3..5).unwrap(), DenseMut::new(2, COLUMNS, &mut dense).unwrap()).unwrap();
    assert_eq!(dense, [1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0]);
    let mut gathered = [9.0; 3];
    binary::entries_gather(huge.view().row_range(3..4).unwrap(), Broadcast::Row(&powers()), &mut gathered).unwrap();
    assert_eq!(gathered, [1.0, 100.0, 1e6]);
}

#[test]
fn taken_rows() {
    let Some(huge) = Huge::new(&ROWS) else { return };
    let (ids, mut indptr) = ([5, 3, 5, 2], [-1; 5]);
    assert_eq!(slice::take_indptr(huge.view(), &ids, &mut indptr), Ok(7));
    assert_eq!(indptr, [0, 2, 5, 7, 7]);
    let (mut indices, mut values) = ([-1; 7], [9.0; 7]);
    slice::take(huge.view(), &ids, CsrMut::new(4, COLUMNS, &indptr, &mut indices, &mut values).unwrap()).unwrap();
    assert_eq!((indices, values), ([5, 6, 0, 2, 6, 5, 6], [-1.0, 16.0, 1.0, 0.5, 8.0, -1.0, 16.0]));
    // The first row alone is more than these index types count.
    assert!(slice::take_indptr(huge.view(), &[0, 0], &mut indptr).is_ok());
    assert_eq!(indptr[2], 2 * FIRST as i64);
}

/// What is written lies beyond, too.
#[test]
fn a_sum_into_the_end_of_a_csr() {
    let Some(huge) = Huge::new(&ROWS) else { return };
    let b = Csr::new(5, COLUMNS, &[0, 1, 1, 2, 2, 3], &[4, 3, 0], &[1.0, 1.0, 1.0]).unwrap();
    let mut counts = [-1; 5];
    binary::csr_union_nnz(huge.end(), b, &mut counts).unwrap();
    assert_eq!(counts, [2, 0, 4, 1, 3]);
    let empty: [&[(i64, f32)]; 5] = [&[(0, 0.0); 2], &[], &[(0, 0.0); 4], &[(0, 0.0); 1], &[(0, 0.0); 3]];
    let Some(mut out) = Huge::new(&empty) else { return };
    let (indices, values) = (cast_slice_mut::<u8, i64>(&mut out.indices), cast_slice_mut::<u8, f32>(&mut out.values));
    let (_, end) = CsrMut::trusted(6, COLUMNS, &out.indptr, indices, values).unwrap().split_rows_at(1);
    binary::csr_add(huge.end(), b, end).unwrap();
    let found = out.end();
    assert_eq!(found.row(0), (&[1, 4][..], &[2.0, -2.0][..]));
    assert_eq!(found.row(2), (&[0, 2, 3, 6][..], &[1.0, 0.5, 1.0, 8.0][..]));
    assert_eq!(found.row(3), (&[3][..], &[4.0][..]));
    assert_eq!(found.row(4), (&[0, 5, 6][..], &[1.0, -1.0, 16.0][..]));
}

/// Rows and columns fit 32 bits, their product does not.
const WIDE: [usize; 2] = [(1 << 20) + 3, 1 << 12];

/// A matrix whose last row and row 2^19 have these numbers at their ends.
fn wide() -> Option<MmapMut> {
    let mut matrix = zeros::<f32>(WIDE[0] * WIDE[1])?;
    let data = cast_slice_mut::<u8, f32>(&mut matrix);
    for (row, number) in [(1 << 19, 3.0), (WIDE[0] - 1, 5.0)] {
        data[row * WIDE[1]] = number;
        data[(row + 1) * WIDE[1] - 1] = number + 0.5;
    }
    Some(matrix)
}

fn ends(row: &[f32]) -> (f32, f32) {
    assert!(row[1..row.len() - 1].iter().all(|x| *x == 0.0));
    (row[0], row[row.len() - 1])
}

fn rows_of_a_dense_matrix<I: Index>() {
    let Some(matrix) = wide() else { return };
    let weight = Dense::new(WIDE[0], WIDE[1], bytemuck::cast_slice(&matrix)).unwrap();
    let [last, middle] = [WIDE[0] - 1, 1 << 19].map(I::from_usize);
    let mut out = vec![9.0; 2 * WIDE[1]];
    embedding::lookup(&[last, middle], weight, DenseMut::new(2, WIDE[1], &mut out).unwrap()).unwrap();
    assert_eq!((ends(&out[..WIDE[1]]), ends(&out[WIDE[1]..])), ((5.0, 5.5), (3.0, 3.5)));
    let (indptr, columns) = ([0, 2].map(I::from_usize), [middle, last]);
    let a = Csr::new(1, WIDE[0], &indptr, &columns, &[2.0, 10.0]).unwrap();
    let mut product = vec![9.0; WIDE[1]];
    dot::csr_dense(a, weight, DenseMut::new(1, WIDE[1], &mut product).unwrap()).unwrap();
    assert_eq!(ends(&product), (56.0, 62.0));
}

#[test]
fn rows_of_a_dense_matrix_by_any_index() {
    rows_of_a_dense_matrix::<i32>();
    rows_of_a_dense_matrix::<i64>();
    rows_of_a_dense_matrix::<u32>();
}

#[test]
fn an_update_of_a_few_rows() {
    let Some(mut matrix) = wide() else { return };
    let ids = [1 << 19, WIDE[0] as i32 - 1];
    let mut data = vec![0.0; 2 * WIDE[1]];
    (data[0], data[2 * WIDE[1] - 1]) = (1.0, 2.0);
    let gradient = RowSparse::new(WIDE[0], WIDE[1], &ids, &data).unwrap();
    let weight = DenseMut::new(WIDE[0], WIDE[1], cast_slice_mut::<u8, f32>(&mut matrix)).unwrap();
    optim::sgd(&Sgd::new(0.5), gradient, weight.into()).unwrap();
    let weight = Dense::new(WIDE[0], WIDE[1], bytemuck::cast_slice::<u8, f32>(&matrix)).unwrap();
    assert_eq!((ends(weight.row(1 << 19)), ends(weight.row(WIDE[0] - 1))), ((2.5, 3.5), (5.0, 4.5)));
}

#[test]
fn retained_rows() {
    let Some(matrix) = wide() else { return };
    let ids: Vec<u32> = (7..).take(WIDE[0]).collect();
    let stored = RowSparse::new(WIDE[0] + 7, WIDE[1], &ids, bytemuck::cast_slice(&matrix)).unwrap();
    let wanted = [(1 << 19) + 7, WIDE[0] as u32 + 6];
    assert_eq!(rows::retain_ids(stored, &wanted), Ok(&wanted[..]));
    let mut out = vec![9.0; 2 * WIDE[1]];
    rows::retain(stored, RowSparseMut::new(WIDE[0] + 7, WIDE[1], &wanted, &mut out).unwrap()).unwrap();
    assert_eq!((ends(&out[..WIDE[1]]), ends(&out[WIDE[1]..])), ((3.0, 3.5), (5.0, 5.5)));
}
