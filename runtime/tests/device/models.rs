//! The models on a device: steps, predictions, files.
use super::small::{census, clicks, scores};
use super::some::{assert_same, here, there};
use super::{counted, device};
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LinearClassifier, LinearClassifierOptions, MatrixFactorization,
    MatrixFactorizationOptions, WideDeep, WideDeepOptions,
};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;

const FEATURES: usize = 60;

fn machine(dtype: Dtype, seed: u64) -> FactorizationMachine {
    let mut options = FactorizationMachineOptions::new(FEATURES, 3);
    options.dtype = dtype;
    FactorizationMachine::new(&options, seed).unwrap()
}

fn factorization(dtype: Dtype, seed: u64) -> MatrixFactorization {
    let mut options = MatrixFactorizationOptions::new(20, 9, 4);
    options.dtype = dtype;
    MatrixFactorization::new(&options, seed).unwrap()
}

fn classifier(dtype: Dtype, seed: u64) -> LinearClassifier {
    let mut options = LinearClassifierOptions::new(FEATURES);
    options.dtype = dtype;
    LinearClassifier::new(&options, seed).unwrap()
}

const TABLES: [usize; 2] = [7, 5];

fn wide_deep(dtype: Dtype, seed: u64) -> WideDeep {
    let mut options = WideDeepOptions::new(FEATURES, &TABLES, 3);
    (options.dtype, options.width, options.hidden) = (dtype, 2, vec![6, 5]);
    WideDeep::new(&options, seed).unwrap()
}

/// Labels are classes, by number.
fn classes(mut batch: Batch) -> Batch {
    batch.label[0] = batch.label[0].astype(Dtype::I64).unwrap();
    batch
}

macro_rules! tests {
    ($name:ident, $model:ident, $batch:expr) => {
        mod $name {
            use super::*;

            fn batches(dtype: Dtype) -> Vec<Batch> {
                (0..4).map(|number| $batch(number, 8 - number as usize, dtype)).collect()
            }

            #[test]
            fn has_the_bits_of_the_host() {
                for dtype in [Dtype::F32, Dtype::F64] {
                    let (mut found, mut expected, batches) = ($model(dtype, 3), $model(dtype, 3), batches(dtype));
                    found.set_context(device()).unwrap();
                    for batch in &batches {
                        assert_eq!(found.step(batch).unwrap().to_bits(), expected.step(batch).unwrap().to_bits());
                        for ((name, mine), (_, other)) in found.parameters().zip(expected.parameters()) {
                            assert_eq!(mine.context(), *device());
                            assert_same(name, mine, other);
                            assert_same(name, found.gradient(name).unwrap(), expected.gradient(name).unwrap());
                        }
                    }
                    let expected = expected.predict(&batches[0].data).unwrap().clone();
                    assert_eq!(*found.predict(&batches[0].data).unwrap(), expected);
                    // Of a batch that is there already.
                    let data: Vec<_> = batches[0].data.iter().map(there).collect();
                    assert_eq!(*found.predict(&data).unwrap(), expected);
                }
            }

            #[test]
            fn goes_on_after_a_move_and_from_a_file() {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("model.safetensors");
                let (mut whole, batches) = ($model(Dtype::F32, 3), batches(Dtype::F32));
                let (mut moved, mut resumed) = ($model(Dtype::F32, 3), $model(Dtype::F32, 4));
                resumed.set_context(device()).unwrap();
                for (number, batch) in batches.iter().enumerate() {
                    match number {
                        1 => moved.set_context(device()).unwrap(),
                        2 => {
                            moved.save(&path).unwrap();
                            resumed.load(&path).unwrap();
                        }
                        3 => moved.set_context(&Device::cpu()).unwrap(),
                        _ => {}
                    }
                    let loss = whole.step(batch).unwrap();
                    assert_eq!(moved.step(batch).unwrap(), loss);
                    if number > 1 {
                        assert_eq!(resumed.step(batch).unwrap(), loss);
                    }
                }
                assert!(whole.parameters().eq(moved.parameters()));
                assert!(
                    whole
                        .parameters()
                        .zip(resumed.parameters())
                        .all(|((_, whole), (_, resumed))| here(resumed) == *whole)
                );
                let name = whole.parameters().next().unwrap().0.to_owned();
                let value = whole.parameter(&name).unwrap().clone();
                resumed.set_parameter(&name, value.clone()).unwrap();
                assert_same(&name, resumed.parameter(&name).unwrap(), &value);
            }

            #[test]
            fn transfers_batches_and_predictions() {
                let (context, counts) = counted();
                let (mut model, batches) = ($model(Dtype::F32, 3), batches(Dtype::F32));
                model.set_context(&context).unwrap();
                model.step(&batches[0]).unwrap();
                for _ in 0..2 {
                    let before = counts.now();
                    model.step(&batches[0]).unwrap();
                    let after = counts.now();
                    let bytes: usize = batches[0].data.iter().chain(&batches[0].label).map(Array::nbytes).sum();
                    assert_eq!(after.bytes_there - before.bytes_there, bytes);
                    // Those of the predictions, and what the device had to refuse, of both.
                    let rows = batches[0].label[0].size();
                    let back = after.bytes_back - before.bytes_back;
                    assert!((rows * 4..rows * 4 + 1024).contains(&back), "{back}");
                }
            }
        }
    };
}
tests!(a_factorization_machine, machine, |seed: u64, rows, dtype| clicks(seed + 1, rows, FEATURES, dtype));
tests!(a_linear_classifier, classifier, |seed: u64, rows, dtype| classes(clicks(seed + 1, rows, FEATURES, dtype)));
tests!(a_matrix_factorization, factorization, |seed: u64, rows, dtype| scores(seed + 1, rows, 20, 9, dtype));

tests!(a_wide_and_deep_model, wide_deep, |seed: u64, rows, dtype| classes(census(
    seed + 1,
    rows,
    FEATURES,
    TABLES,
    3,
    dtype
)));

/// The step in which an id is no row changes nothing: the predictions, and with them the refusal, come back before
/// anything is updated.
#[test]
fn a_batch_that_is_refused() {
    let (mut model, good) = (factorization(Dtype::F32, 3), scores(1, 5, 20, 9, Dtype::F32));
    let own = crate::another_device();
    model.set_context(&own).unwrap();
    model.step(&good).unwrap();
    let before: Vec<_> = model.parameters().map(|(_, array)| here(array)).collect();
    let mut bad = scores(2, 5, 20, 9, Dtype::F32);
    bad.data[0] = Array::dense(&[5], vec![0_i64, 1, 20, 3, 4]).unwrap();
    let refused = model.step(&bad).unwrap_err().to_string();
    assert!(refused.contains("20"), "{refused}");
    assert_eq!(model.steps(), 1);
    assert_eq!(model.parameters().map(|(_, array)| here(array)).collect::<Vec<_>>(), before);
    let mut host = factorization(Dtype::F32, 3);
    host.step(&good).unwrap();
    assert_eq!(model.step(&good).unwrap(), host.step(&good).unwrap());
}

/// Labels of a file are floats: the same classes, and those that are none are refused before anything is updated.
#[test]
fn classes_as_floats() {
    let (mut found, mut expected) = (classifier(Dtype::F32, 3), classifier(Dtype::F32, 3));
    found.set_context(device()).unwrap();
    let mut batch = clicks(1, 8, FEATURES, Dtype::F32);
    assert_eq!(found.step(&batch).unwrap(), expected.step(&batch).unwrap());
    batch.label[0] = Array::dense(&[8], vec![0.5_f32; 8]).unwrap();
    assert_eq!(found.step(&batch).unwrap_err().to_string(), expected.step(&batch).unwrap_err().to_string());
    assert_eq!(
        (found.steps(), here(found.parameter("weight").unwrap())),
        (1, expected.parameter("weight").unwrap().clone())
    );
}
