use super::garbage::{Buffers, Garbage, Guarded, cast, for_each_index_type, row_sparse_views};
use lacuna::{Index, RowSparse, RowSparseMut, scalar};

for_each_index_type! {
    retain => retain_never_panics;
    coalesce => coalesce_never_panics;
    add_n => add_n_never_panics;
}

fn out_of<'a, I: Index>(input: RowSparse<f32, I>, ids: &'a [I], data: &'a mut Guarded) -> RowSparseMut<'a, f32, I> {
    RowSparseMut::trusted(input.rows(), input.row_length(), ids, data.slice()).unwrap()
}

fn retain_never_panics<I: Index>(garbage: &Garbage) {
    let asked = cast::<I>(&garbage.more_ids);
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |input| {
        let checked = lacuna::rows::retain_ids(input, &asked);
        for door in [lacuna::rows::retain, scalar::rows::retain] {
            for ids in [&asked[..], checked.unwrap_or(&[])] {
                let mut data = Guarded::new(ids.len() * garbage.n);
                door(input, out_of(input, ids, &mut data)).unwrap();
            }
        }
    });
}

fn coalesce_never_panics<I: Index>(garbage: &Garbage) {
    let others = cast::<I>(&garbage.more_ids);
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |input| {
        let mut buffers = Buffers::new(input.stored_rows(), garbage.stale);
        let (lent, scratch) = buffers.lend();
        let Ok(plan) = lacuna::rows::coalesce_plan(input, lent, scratch) else { return };
        for door in [lacuna::rows::coalesce, scalar::rows::coalesce] {
            let mut data = Guarded::new(plan.stored_rows() * garbage.n);
            door(&plan, input, out_of(input, plan.ids(), &mut data)).unwrap();
            let mut data = Guarded::new(others.len() * garbage.n);
            assert_eq!(door(&plan, input, out_of(input, &others, &mut data)).is_ok(), plan.ids() == others);
        }
    });
}

fn add_n_never_panics<I: Index>(garbage: &Garbage) {
    row_sparse_views::<I>(garbage, garbage.columns, &garbage.ids, |a| {
        row_sparse_views::<I>(garbage, garbage.columns, &garbage.more_ids, |b| {
            for inputs in [&[][..], &[a], &[a, b], &[b, a, b]] {
                let (mut ids, mut cursors) = (vec![I::default(); 200], [usize::MAX; 3]);
                let stored = lacuna::rows::add_n_ids(inputs, &mut cursors, &mut ids).unwrap_or(0);
                for ids in [&ids[..stored], a.indices(), b.indices()] {
                    for door in [lacuna::rows::add_n, scalar::rows::add_n] {
                        let mut data = Guarded::new(ids.len() * garbage.n);
                        let _ = door(inputs, &mut cursors, out_of(a, ids, &mut data));
                    }
                }
            }
        });
    });
}
