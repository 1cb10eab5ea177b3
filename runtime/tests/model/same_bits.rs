//! The bits do not depend on threads, on an interruption, or on which rows there are beside those of the batches.
use super::some::{
    CONTINUOUS, FEATURES, ITEMS, TABLES, USERS, census, classifier, clicks, factorization, machine, scores, wide_deep,
};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;

/// Batches of different sizes.
fn batches(of: impl Fn(u64, usize) -> Batch) -> Vec<Batch> {
    (0..6).map(|number| of(number, 300 - 40 * number as usize)).collect()
}

macro_rules! tests {
    ($name:ident, $model:expr, $batch:expr) => {
        mod $name {
            use super::*;

            type Trained = (Vec<f64>, Vec<(String, Array)>, Array);

            fn trained(threads: usize) -> Trained {
                let mut model = $model(3);
                model.set_threads(threads);
                let batches = batches($batch);
                let losses = batches.iter().map(|batch| model.step(batch).unwrap()).collect();
                let predictions = model.predict(&batches[1].data).unwrap().clone();
                (
                    losses,
                    model.parameters().map(|(name, array)| (name.to_owned(), array.clone())).collect(),
                    predictions,
                )
            }

            #[test]
            fn on_any_number_of_threads() {
                let alone = trained(1);
                assert!(alone.0.iter().all(|loss| loss.is_finite()));
                for threads in [2, 7] {
                    assert_eq!(Cpu::pool(threads).unwrap().install(|| trained(threads)), alone, "{threads}");
                }
            }

            #[test]
            fn after_an_interruption() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("model.safetensors");
                let (mut whole, batches) = ($model(3), batches($batch));
                let (before, after) = batches.split_at(3);
                before.iter().for_each(|batch| assert!(whole.step(batch).is_ok()));
                whole.save(&path).unwrap();
                // Of another seed, and not fresh: nothing of it stays.
                let mut resumed = $model(4);
                resumed.step(&batches[5]).unwrap();
                resumed.load(&path).unwrap();
                assert_eq!(resumed.steps(), 3);
                for batch in after {
                    assert_eq!(resumed.step(batch).unwrap().to_bits(), whole.step(batch).unwrap().to_bits());
                }
                assert!(whole.parameters().eq(resumed.parameters()));
                assert_eq!(whole.predict(&batches[0].data).unwrap(), resumed.predict(&batches[0].data).unwrap());
            }

            #[test]
            fn whatever_was_predicted_in_between() {
                let (mut model, batches) = ($model(3), batches($batch));
                for batch in &batches {
                    model.predict(&batches[0].data).unwrap();
                    model.step(batch).unwrap();
                }
                let found: Vec<_> = model.parameters().map(|(name, array)| (name.to_owned(), array.clone())).collect();
                assert_eq!(found, trained(1).1);
            }
        }
    };
}
tests!(of_a_factorization_machine, machine, |seed, rows| clicks(seed, rows, FEATURES, Dtype::F32));
tests!(of_a_matrix_factorization, factorization, |seed, rows| scores(seed, rows, USERS, ITEMS, Dtype::F32));
tests!(of_a_linear_classifier, classifier, |seed, rows| clicks(seed, rows, FEATURES, Dtype::F32));
tests!(of_a_wide_and_deep_model, wide_deep, |seed, rows| census(seed, rows, FEATURES, TABLES, CONTINUOUS, Dtype::F32));

#[test]
fn rows_that_no_batch_names_stay() {
    let (mut model, batch) = (machine(3), clicks(1, 4, FEATURES, Dtype::F32));
    let before = model.parameter("v").unwrap().clone();
    model.step(&batch).unwrap();
    let (gradient, after) = (model.gradient("v").unwrap(), model.parameter("v").unwrap());
    let touched = gradient.indices().unwrap();
    assert!(!touched.is_empty() && touched.iter().all(|id| batch.data[0].indices().unwrap().contains(id)));
    let rows = |array: &Array| array.data::<f32>().unwrap().chunks(5).map(<[f32]>::to_vec).collect::<Vec<_>>();
    for (row, (before, after)) in rows(&before).iter().zip(&rows(after)).enumerate() {
        assert_eq!(before != after, touched.contains(&(row as i64)), "row {row}");
    }
}
