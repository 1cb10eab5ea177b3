//! Gradients beside quotients of differences of the loss, in `f64`.
use super::some::{census, clicks, scores};
use lacuna::infer::Stype;
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, FactorizationTask, LinearClassifier, LinearClassifierOptions,
    MatrixFactorization, MatrixFactorizationOptions, ParameterOptions, WideDeep, WideDeepOptions,
};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::{Context, Interaction};

const STEP: f64 = 1e-6;

/// `factor` is what the sum of losses is divided by, to have the derivative that the output layer gives.
macro_rules! check {
    ($model:expr, $batch:expr, $factor:expr) => {{
        let (mut model, batch) = ($model, $batch);
        let rows = batch.rows() as f64;
        let first: Vec<_> = model.parameters().map(|(name, array)| (name.to_owned(), array.clone())).collect();
        model.step(&batch).unwrap();
        let names: Vec<_> = first.iter().map(|(name, _)| &**name).collect();
        let gradients: Vec<_> =
            names.iter().map(|name| model.gradient(name).unwrap().tostype(Stype::Dense).unwrap()).collect();
        for ((name, value), gradient) in first.iter().zip(&gradients) {
            let found = gradient.data::<f64>().unwrap();
            assert!(found.iter().any(|&number| number != 0.0), "{name}");
            for (place, &found) in found.iter().enumerate() {
                let mut moved = |step: f64| {
                    first.iter().for_each(|(name, array)| model.set_parameter(name, array.clone()).unwrap());
                    let mut value = value.clone();
                    value.data_mut::<f64>().unwrap()[place] += step;
                    model.set_parameter(name, value).unwrap();
                    model.step(&batch).unwrap() * rows / $factor
                };
                let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
                assert!(
                    (found - expected).abs() <= 1e-7 * expected.abs().max(1.0),
                    "{name}, element {place}: {found}, not {expected}"
                );
            }
        }
    }};
}

#[test]
fn of_a_factorization_machine() {
    let mut options = FactorizationMachineOptions::new(30, 3);
    options.dtype = Dtype::F64;
    options.v.initializer = Initializer::Normal { sigma: 0.3 };
    check!(FactorizationMachine::new(&options, 5).unwrap(), clicks(2, 12, 30, Dtype::F64), 1.0);
    for task in [FactorizationTask::Classes, FactorizationTask::Numbers] {
        options.task = task;
        options.row_weights = false;
        let mut batch = clicks(2, 12, 30, Dtype::F64);
        if task == FactorizationTask::Numbers {
            batch.label[0] = Array::dense(&[12], (0..12).map(|row| f64::from(row) - 4.5).collect()).unwrap();
            check!(FactorizationMachine::new(&options, 5).unwrap(), batch.clone(), 1.0);
        }
        options.row_weights = true;
        let weights: Vec<f64> = (0..12).map(|row| f64::from(row % 4) / 2.0).collect();
        let total: f64 = weights.iter().sum();
        batch.data.push(Array::dense(&[12, 1], weights).unwrap());
        check!(FactorizationMachine::new(&options, 5).unwrap(), batch, 12.0 / total);
    }
}

#[test]
fn of_a_matrix_factorization() {
    let mut options = MatrixFactorizationOptions::new(7, 5, 4);
    options.dtype = Dtype::F64;
    options.bias = ParameterOptions::new(Initializer::Normal { sigma: 0.1 });
    // The output layer gives half of the square's derivative.
    check!(MatrixFactorization::new(&options, 5).unwrap(), scores(2, 12, 7, 5, Dtype::F64), 2.0);
}

#[test]
fn of_a_wide_and_deep_model() {
    let normal = ParameterOptions::new(Initializer::Normal { sigma: 0.3 });
    let mut options = WideDeepOptions::new(20, &[5, 4], 3);
    options.dtype = Dtype::F64;
    (options.width, options.hidden, options.classes) = (3, vec![5, 4], 3);
    (options.linear, options.embedding, options.weight, options.bias) = (normal, normal, normal, normal);
    let mut batch = census(2, 12, 20, [5, 4], 3, Dtype::F64);
    batch.label[0].data_mut::<f64>().unwrap()[3] = 2.0;
    check!(WideDeep::new(&options, 5).unwrap(), batch, 1.0);
    // Without a table, and without a continuous column.
    for (tables, continuous) in [(&[][..], 3), (&[5, 4][..], 0)] {
        let batch = census(2, 12, 20, [5, 4], 3, Dtype::F64);
        let data = if tables.is_empty() {
            vec![batch.data[0].clone(), batch.data[3].clone()]
        } else {
            batch.data[..3].to_vec()
        };
        (options.tables, options.continuous) = (tables.to_vec(), continuous);
        (options.classes, options.hidden) = (2, vec![]);
        check!(WideDeep::new(&options, 5).unwrap(), Batch { data, ..batch }, 1.0);
    }
}

#[test]
fn of_a_linear_classifier() {
    let mut options = LinearClassifierOptions::new(20);
    options.dtype = Dtype::F64;
    // With one class alone, the weight is a factor of the whole loss.
    for (label, factor) in [(0.0, 3.0), (1.0, 3.0 / 4.0)] {
        options.positive_weight = Some(3.0);
        let mut batch = clicks(2, 12, 20, Dtype::F64);
        batch.label[0].data_mut::<f64>().unwrap().fill(label);
        check!(LinearClassifier::new(&options, 5).unwrap(), batch, factor);
    }
}

#[test]
fn rows_that_are_not_stored_count_as_zero() {
    let x = Array::csr(Some([2, 4]), vec![0, 3, 4], vec![0, 1, 3, 2], vec![1.0, 2.0, 3.0, 5.0]).unwrap();
    let sparse = Array::row_sparse(&[4, 2], vec![0, 3], vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let dense = sparse.tostype(Stype::Dense).unwrap();
    let mut context = Context::new();
    let found = context.run(&Interaction, &[&x, &sparse]).unwrap();
    assert_eq!(found, context.run(&Interaction, &[&x, &dense]).unwrap());
    assert_eq!((found.shape(), found.data::<f64>()), (&[2, 1][..], Some(&[33.0, 0.0][..])));
}
