//! A step allocates nothing, once a batch of its sizes has been there.
use super::counting::{allocations, counter};
use super::some::{
    CONTINUOUS, FEATURES, ITEMS, TABLES, USERS, census, classifier, clicks, factorization, machine, scores, wide_deep,
};
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
    let (mut model, batch) = (classifier(1), clicks(1, 64, FEATURES, Dtype::F32));
    assert_eq!(in_last(|| assert!(model.step(&batch).is_ok())), 0);
    assert_eq!(in_last(|| assert!(model.predict(&batch.data).is_ok())), 0);
    let (mut model, batch) = (wide_deep(1), census(1, 64, FEATURES, TABLES, CONTINUOUS, Dtype::F32));
    assert_eq!(in_last(|| assert!(model.step(&batch).is_ok())), 0);
    assert_eq!(in_last(|| assert!(model.predict(&batch.data).is_ok())), 0);
}
