use super::garbage::{Garbage, Guarded, cast, csr_views, for_each_index_type, row_sparse_views, values};
use lacuna::{CsrMut, Dense, DenseMut, Index, RowSparseMut, scalar};

for_each_index_type! {
    csr_to_dense => csr_to_dense_never_panics;
    row_sparse_to_dense => row_sparse_to_dense_never_panics;
    dense_to_row_sparse => dense_to_row_sparse_never_panics;
    dense_to_csr => dense_to_csr_never_panics;
    dense_to_csr_trusted => dense_to_csr_with_any_pointers_never_panics;
    dense_to_csr_one_pass => dense_to_csr_one_pass_never_panics;
    accumulate_indptr => accumulate_indptr_never_panics;
}

fn csr_to_dense_never_panics<I: Index>(garbage: &Garbage) {
    csr_views::<I>(garbage, |csr| {
        for door in [lacuna::cast::csr_to_dense, scalar::cast::csr_to_dense] {
            let stride = csr.columns() + garbage.pad;
            let mut data = Guarded::new(csr.rows() * stride);
            door(csr, DenseMut::with_stride(csr.rows(), csr.columns(), stride, data.slice()).unwrap()).unwrap();
        }
    });
}

fn row_sparse_to_dense_never_panics<I: Index>(garbage: &Garbage) {
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |input| {
        for door in [lacuna::cast::row_sparse_to_dense, scalar::cast::row_sparse_to_dense] {
            let (length, stride) = garbage.extent(input.rows());
            let mut data = Guarded::new(length);
            door(input, DenseMut::with_stride(input.rows(), garbage.n, stride, data.slice()).unwrap()).unwrap();
        }
    });
}

fn dense_to_row_sparse_never_panics<I: Index>(garbage: &Garbage) {
    let ids = cast::<I>(&garbage.ids);
    let (length, stride) = garbage.extent(garbage.columns);
    let dense_values = values(length);
    let dense = Dense::with_stride(garbage.columns, garbage.n, stride, &dense_values).unwrap();
    for door in [lacuna::cast::dense_to_row_sparse, scalar::cast::dense_to_row_sparse] {
        let mut data = Guarded::new(ids.len() * garbage.n);
        let mut out = RowSparseMut::trusted(garbage.columns, garbage.n, &ids, data.slice()).unwrap();
        door(dense, out.reborrow()).unwrap();
        let (top, rest) = out.split_rows_at(garbage.cut[0] % (garbage.columns + 1));
        door(dense.row_range(0..top.rows()).unwrap(), top).unwrap();
        door(dense.row_range(garbage.columns - rest.rows()..garbage.columns).unwrap(), rest).unwrap();
    }
}

/// Pointers that are valid, but those of another matrix.
fn dense_to_csr_never_panics<I: Index>(garbage: &Garbage) {
    let rows = garbage.rows;
    let (length, stride) = garbage.extent(rows);
    let dense_values = values(length);
    let dense = Dense::with_stride(rows, garbage.n, stride, &dense_values).unwrap();
    let mut indptr: Vec<usize> = garbage.indptr.iter().map(|pointer| pointer.unsigned_abs() as usize % 60).collect();
    indptr[0] = 0;
    indptr.sort_unstable();
    let entries = indptr[rows];
    let indptr: Vec<I> = indptr.into_iter().map(I::from_usize).collect();
    for door in [lacuna::cast::dense_to_csr, scalar::cast::dense_to_csr] {
        let (mut indices, mut data) = (vec![I::default(); entries], Guarded::new(entries));
        let _ = door(dense, CsrMut::new(rows, garbage.n, &indptr, &mut indices, data.slice()).unwrap());
    }
}

/// Pointers that are none, and parts by them.
fn dense_to_csr_with_any_pointers_never_panics<I: Index>(garbage: &Garbage) {
    let (rows, indptr) = (garbage.rows, cast::<I>(&garbage.indptr));
    let (length, stride) = garbage.extent(rows);
    let dense_values = values(length);
    let dense = Dense::with_stride(rows, garbage.n, stride, &dense_values).unwrap();
    let entries = garbage.indices.len();
    for door in [lacuna::cast::dense_to_csr, scalar::cast::dense_to_csr] {
        let (mut indices, mut data) = (vec![I::default(); entries], Guarded::new(entries));
        let out = CsrMut::trusted(rows, garbage.n, &indptr, &mut indices, data.slice()).unwrap();
        let _ = door(dense, out);
        let mut out = CsrMut::trusted(rows, garbage.n, &indptr, &mut indices, data.slice()).unwrap();
        for row in (0..rows + 2).chain([usize::MAX]) {
            let (indices, values) = out.row_mut(row);
            assert_eq!(indices.len(), values.len());
            values.fill(1.0);
        }
        let (top, rest) = out.split_rows_at(garbage.cut[0] % (rows + 1));
        let (middle, end) = rest.split_rows_at(garbage.cut[1] % (rows + 1));
        assert_eq!(top.nnz() + middle.nnz() + end.nnz(), entries);
        let mut start = 0;
        for part in [top, middle, end] {
            let range = start..start + part.rows();
            start = range.end;
            let _ = door(dense.row_range(range).unwrap(), part);
        }
        assert_eq!(start, rows);
    }
}

/// Buffers of any lengths.
fn dense_to_csr_one_pass_never_panics<I: Index>(garbage: &Garbage) {
    let (length, stride) = garbage.extent(garbage.rows);
    let dense_values = values(length);
    let dense = Dense::with_stride(garbage.rows, garbage.n, stride, &dense_values).unwrap();
    for door in [lacuna::cast::dense_to_csr_one_pass, scalar::cast::dense_to_csr_one_pass] {
        let mut indptr = cast::<I>(&garbage.indices);
        let mut indices = cast::<I>(&garbage.ids);
        let mut data = Guarded::new(garbage.cut[0]);
        let _ = door(dense, &mut indptr, &mut indices, data.slice());
    }
}

fn accumulate_indptr_never_panics<I: Index>(garbage: &Garbage) {
    let mut counts = cast::<I>(&garbage.ids);
    let total = lacuna::cast::accumulate_indptr(&mut counts);
    if let Ok(total) = total {
        assert_eq!(counts.last().map_or(0, |pointer| pointer.to_usize()), total);
        assert!(counts.is_sorted());
    }
}
