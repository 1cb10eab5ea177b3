use super::garbage::{Garbage, Guarded, cast, for_each_index_type, row_sparse_views};
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::{DenseMut, Index, RowSparseMut, RowsMut, scalar};

for_each_index_type! {
    sgd => sgd_never_panics;
    sgd_momentum => sgd_momentum_never_panics;
}

fn hypers() -> [Sgd<f32>; 4] {
    let plain = Sgd { weight_decay: 0.5, ..Sgd::new(0.5) };
    let clipped = Sgd { clip_gradient: Some(1.0), ..plain };
    [plain, clipped, Sgd { update: Update::Standard, ..plain }, Sgd { update: Update::Standard, ..clipped }]
}

/// Calls `body` with dense rows, with row_sparse rows of any ids, and with row_sparse rows that claim to be complete.
fn for_each_target<I: Index>(garbage: &Garbage, rows: usize, mut body: impl FnMut(RowsMut<f32, I>)) {
    let (length, stride) = garbage.extent(rows);
    let mut data = Guarded::new(length);
    body(DenseMut::with_stride(rows, garbage.n, stride, data.slice()).unwrap().into());
    let mut full = garbage.more_ids.clone();
    full.resize(rows, -1);
    for ids in [&garbage.more_ids, &full] {
        let ids = cast::<I>(ids);
        let mut data = Guarded::new(ids.len() * garbage.n);
        let mut target = RowsMut::from(RowSparseMut::trusted(rows, garbage.n, &ids, data.slice()).unwrap());
        body(target.reborrow());
        body(target.split_rows_at(rows / 2).1);
    }
}

fn sgd_never_panics<I: Index>(garbage: &Garbage) {
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |gradient| {
        for hyper in hypers() {
            for_each_target::<I>(garbage, gradient.rows(), |mut weight| {
                let _ = lacuna::optim::sgd(&hyper, gradient, weight.reborrow());
                let _ = scalar::optim::sgd(&hyper, gradient, weight);
            });
        }
    });
}

fn sgd_momentum_never_panics<I: Index>(garbage: &Garbage) {
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |gradient| {
        for sgd in hypers() {
            let hyper = SgdMomentum { sgd, momentum: 0.5 };
            for_each_target::<I>(garbage, gradient.rows(), |mut weight| {
                for_each_target::<I>(garbage, gradient.rows(), |mut momentum| {
                    let _ = lacuna::optim::sgd_momentum(&hyper, gradient, weight.reborrow(), momentum.reborrow());
                    let _ = scalar::optim::sgd_momentum(&hyper, gradient, weight.reborrow(), momentum);
                });
            });
        }
    });
}
