use super::garbage::{Garbage, Guarded, cast, csr_views, for_each_index_type, row_sparse_views, values};
use lacuna::{Csr, Index, RowSparseMut};

for_each_index_type! {
    csr => csr_never_panics;
    row_sparse => row_sparse_never_panics;
}

fn csr_never_panics<I: Index>(garbage: &Garbage) {
    csr_views::<I>(garbage, |csr| {
        for row in (0..garbage.rows + 2).chain([usize::MAX]) {
            let (indices, values) = csr.row(row);
            assert_eq!(indices.len(), values.len());
            let _ = csr.entries(row);
        }
        for parts in [0, 1, 3, 100] {
            for range in csr.partition(parts) {
                csr.row_range(range).unwrap();
            }
        }
        csr.with_values(&values(csr.nnz())).unwrap();
        assert!(csr.row_range(0..csr.rows() + 1).is_err());
        let _ = Csr::new(csr.rows(), csr.columns(), csr.indptr(), csr.indices(), csr.values());
    });
}

fn row_sparse_never_panics<I: Index>(garbage: &Garbage) {
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |view| {
        for row in (0..garbage.columns + 2).chain([usize::MAX]) {
            let _ = (view.find(row), view.row_of(row), view.stored_row(row));
        }
        for range in view.partition(3) {
            view.row_range(range).unwrap();
        }
        assert!(view.row_range(0..view.rows() + 1).is_err());
    });
    let ids = cast::<I>(&garbage.ids);
    let mut data = Guarded::new(ids.len() * garbage.n);
    let mut view = RowSparseMut::trusted(garbage.columns, garbage.n, &ids, data.slice()).unwrap();
    for k in (0..ids.len() + 2).chain([usize::MAX]) {
        view.stored_row_mut(k).fill(1.0);
    }
    let (top, rest) = view.split_rows_at(garbage.cut[0]);
    let (mut middle, mut end) = rest.split_rows_at(garbage.cut[1]);
    assert_eq!(top.stored_rows() + middle.stored_rows() + end.stored_rows(), ids.len());
    middle.data_mut().fill(2.0);
    end.data_mut().fill(2.0);
}
