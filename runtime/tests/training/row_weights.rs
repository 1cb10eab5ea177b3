//! Weights of rows in regression, by formulas in float64 and by rows that are written several times.
use lacuna_models::fit::{Epochs, Progress, fit};
use lacuna_models::train::{LinearModel, LinearRegression, Settings, Source};
use lacuna_runtime::libsvm::CsrBatch;

type Row = (f64, f64, Vec<(usize, f64)>);

const FEATURES: usize = 5;

/// Label, weight, and entries.
fn rows() -> Vec<Row> {
    vec![
        (1.5, 2.0, vec![(0, 0.5), (3, 1.0)]),
        (-1.0, 0.25, vec![(1, 2.0), (3, -1.0)]),
        (7.0, 0.0, vec![(1, 3.0), (4, 1.0)]),
        (0.5, 1.0, vec![(2, 1.5)]),
        (2.0, 0.0, vec![(2, 4.0)]),
        (-3.0, 0.0, vec![]),
        (2.0, 3.0, vec![(0, -1.0), (1, 0.125), (2, 1.0)]),
    ]
}

fn batch(rows: &[Row], weighted: bool) -> CsrBatch<f64, i32> {
    let mut batch = CsrBatch { features: FEATURES, ..CsrBatch::new() };
    for (label, weight, entries) in rows {
        batch.labels.push(*label);
        batch.weights.extend(weighted.then_some(*weight));
        batch.indices.extend(entries.iter().map(|entry| entry.0 as i32));
        batch.values.extend(entries.iter().map(|entry| entry.1));
        batch.indptr.push(batch.indices.len() as i32);
    }
    batch
}

fn settings(batch_size: usize) -> Settings {
    let (learning_rate, momentum, weight_decay) = (0.05, 0.9, 0.1);
    Settings { features: FEATURES, batch_size, learning_rate, momentum, weight_decay, ..Settings::default() }
}

/// Weights, bias, and the loss of all rows at the end.
fn trained(all: CsrBatch<f64, i32>, settings: &Settings, threads: usize) -> (Vec<f64>, f64, f64) {
    let mut source = Source::Memory { all, batch_rows: settings.batch_size, next: 0 };
    let model = LinearModel::zero(FEATURES).unwrap();
    let mut regression = LinearRegression::<f64, i32>::new(model, settings, threads).unwrap();
    fit(&mut regression, &mut source, &Epochs::new(4), &mut Progress::default(), &mut ()).unwrap();
    let loss = regression.evaluate(&mut source).unwrap();
    (regression.model.weight().to_vec(), regression.model.bias(), loss)
}

/// SGD with momentum on `sum u (x w + b - y)^2 / 2` divided by the batch size, of the features and the bias that rows with a weight touch.
fn reference(rows: &[Row], settings: &Settings) -> (Vec<f64>, f64, f64) {
    let Settings { learning_rate, momentum, weight_decay, .. } = *settings;
    let mut state = [[0.0_f64; 2]; FEATURES + 1];
    let residual = |state: &[[f64; 2]], (label, _, entries): &Row| {
        entries.iter().map(|&(feature, value)| state[feature][0] * value).sum::<f64>() + state[FEATURES][0] - label
    };
    for _ in 0..4 {
        for batch in rows.chunks(settings.batch_size) {
            let mut gradient = [None; FEATURES + 1];
            for row in batch.iter().filter(|row| row.1 > 0.0) {
                let residual = row.1 * residual(&state, row) / settings.batch_size as f64;
                for &(feature, value) in row.2.iter().chain([&(FEATURES, 1.0)]) {
                    *gradient[feature].get_or_insert(0.0) += residual * value;
                }
            }
            for (feature, gradient) in gradient.into_iter().enumerate() {
                let [weight, velocity] = &mut state[feature];
                let decay = if feature == FEATURES { 0.0 } else { weight_decay };
                if let Some(gradient) = gradient {
                    *velocity = momentum * *velocity - learning_rate * (gradient + decay * *weight);
                    *weight += *velocity;
                }
            }
        }
    }
    let losses = rows.iter().map(|row| row.1 * residual(&state, row).powi(2));
    let loss = losses.sum::<f64>() / rows.iter().map(|row| row.1).sum::<f64>();
    (state[..FEATURES].iter().map(|state| state[0]).collect(), state[FEATURES][0], loss)
}

fn expect_near(found: &(Vec<f64>, f64, f64), expected: &(Vec<f64>, f64, f64)) {
    let numbers = |(weight, bias, loss): &(Vec<f64>, f64, f64)| [&weight[..], &[*bias, *loss]].concat();
    for (found, expected) in numbers(found).iter().zip(numbers(expected)) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} {expected}");
    }
}

#[test]
fn gradients_and_losses_are_those_of_the_formula() {
    for batch_size in [1, 2, 3, 7] {
        let settings = settings(batch_size);
        let expected = reference(&rows(), &settings);
        let found = trained(batch(&rows(), true), &settings, 1);
        expect_near(&found, &expected);
        assert_eq!(trained(batch(&rows(), true), &settings, 4), found);
    }
}

#[test]
fn a_whole_weight_is_a_row_that_is_written_as_often() {
    let whole: Vec<Row> = rows().into_iter().map(|(label, weight, row)| (label, weight.ceil(), row)).collect();
    let repeated: Vec<Row> = whole.iter().flat_map(|row| vec![row.clone(); row.1 as usize]).collect();
    let settings = settings(100);
    expect_near(&trained(batch(&whole, true), &settings, 1), &trained(batch(&repeated, false), &settings, 1));
}

#[test]
fn rows_that_weigh_1_or_0_change_no_bit() {
    let ones: Vec<Row> = rows().into_iter().map(|(label, _, row)| (label, 1.0, row)).collect();
    for batch_size in [1, 3, 100] {
        let settings = settings(batch_size);
        assert_eq!(trained(batch(&ones, true), &settings, 2), trained(batch(&ones, false), &settings, 2));
    }
    // In one batch, and each in its own: there is nothing else that a row could move.
    let kept: Vec<Row> = rows().into_iter().filter(|row| row.1 > 0.0).collect();
    for batch_size in [1, 100] {
        let settings = settings(batch_size);
        assert_eq!(trained(batch(&rows(), true), &settings, 1), trained(batch(&kept, true), &settings, 1));
    }
}

#[test]
fn weights_of_some_rows_only_are_an_error() {
    let mut all = batch(&rows(), true);
    all.weights.pop();
    let mut source = Source::Memory { all, batch_rows: 3, next: 0 };
    let mut regression =
        LinearRegression::<f64, i32>::new(LinearModel::zero(FEATURES).unwrap(), &settings(3), 1).unwrap();
    let error = fit(&mut regression, &mut source, &Epochs::new(1), &mut Progress::default(), &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "6 weights, for 7 rows");
}
