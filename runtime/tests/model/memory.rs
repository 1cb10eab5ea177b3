//! A step allocates nothing, once a batch of its sizes has been there.
use super::counting::{allocations, counter};
use super::some::{FEATURES, ITEMS, USERS, clicks, factorization, machine, scores};
use lacuna_runtime::array::Dtype;

/// What the tenth of some steps takes.
fn in_last(mut step: impl FnMut()) -> usize {
    (0..9).for_each(|_| step());
    allocations(counter(None), step)
}

#[test]
fn a_step_of_known_sizes_allocates_nothing() {
    let (mut model, batch) = (machine(1), clicks(1, 64, FEATURES, Dtype::F32));
    assert_eq!(in_last(|| assert!(model.step(&batch).is_ok())), 0);
    assert_eq!(in_last(|| assert!(model.predict(&batch.data).is_ok())), 0);
    let (mut model, batch) = (factorization(1), scores(1, 64, USERS, ITEMS, Dtype::F32));
    assert_eq!(in_last(|| assert!(model.step(&batch).is_ok())), 0);
    assert_eq!(in_last(|| assert!(model.predict(&batch.data).is_ok())), 0);
}
