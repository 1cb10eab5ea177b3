use super::{assert_near, expected, floats, list, number, numbers, shape};
use lacuna_models::metric::{
    Accuracy, Auc, Composite, Input, LogLoss, MeanSquaredError, Metric, MetricError, Perplexity,
};
use lacuna_runtime::array::{Array, Dtype};
use serde_json::Value;

/// MXNet computes with f32, and adds some of the sums in it.
const SINGLE: f64 = 1e-6;

fn array(value: &Value) -> Array {
    Array::dense(&shape(value), floats(value)).unwrap()
}

/// The metric's values after each of the batches.
fn assert_values(mut metric: impl Metric, labels: &Value, predictions: &Value, expected: &Value) {
    assert!(metric.value().is_nan());
    let batches = || list(labels).iter().zip(list(predictions));
    for _ in 0..2 {
        assert_eq!(list(expected).len(), batches().count());
        for ((label, prediction), value) in batches().zip(list(expected)) {
            metric.update(&array(label), &array(prediction)).unwrap();
            assert_near(metric.value(), number(value), SINGLE);
        }
        metric.reset();
        assert!(metric.value().is_nan());
    }
}

#[test]
fn values_are_the_peers() {
    let expected = expected("metrics");
    let (inputs, values) = (&expected["inputs"], &expected["values"]);
    let (classes, labels) = (&inputs["classes"], &inputs["class_labels"]);
    assert_values(Accuracy::default(), labels, classes, &values["accuracy"]);
    assert_values(LogLoss::default(), labels, classes, &values["nll"]);
    assert_values(Perplexity::default(), labels, classes, &values["perplexity"]);
    assert_values(Perplexity::ignoring(2.0), labels, classes, &values["perplexity_ignoring_2"]);
    assert_values(MeanSquaredError::default(), &inputs["targets"], &inputs["numbers"], &values["mse"]);
    assert_values(LogLoss::default(), &inputs["binary_labels"], &inputs["probabilities"], &values["log_loss"]);

    let found: Vec<Vec<f64>> = list(labels)
        .iter()
        .map(|row| numbers(row).iter().zip(0..).map(|(class, k)| (class + f64::from(k)) % 3.0).collect())
        .collect();
    assert_values(Accuracy::default(), labels, &serde_json::json!(found), &values["accuracy_of_classes"]);

    // Windows of a text, which MXNet takes in one dimension only.
    let mut perplexity = Perplexity::default();
    perplexity.update(&array(labels), &array(classes)).unwrap();
    assert_near(perplexity.value(), numbers(&values["perplexity_windows"])[0], SINGLE);

    let mut metric = MeanSquaredError::default();
    let rows = |name: &str, row: usize, length: usize| {
        let numbers = floats(&list(&inputs[name])[row]);
        Array::dense(&[length], numbers.get(..length).unwrap().to_vec()).unwrap()
    };
    for ((row, length), value) in [(0, 5), (1, 2)].into_iter().zip(list(&values["mse_ragged"])) {
        metric.update(&rows("targets", row, length), &rows("numbers", row, length)).unwrap();
        assert_near(metric.value(), number(value), SINGLE);
    }
}

#[test]
fn composite_values_are_the_peers() {
    let expected = expected("metrics");
    let mut metrics = Composite::new().with(Accuracy::default()).with(LogLoss::default());
    for (label, prediction) in
        list(&expected["inputs"]["class_labels"]).iter().zip(list(&expected["inputs"]["classes"]))
    {
        metrics.update(&array(label), &array(prediction)).unwrap();
    }
    let pairs = list(&expected["values"]["composite"]);
    assert_eq!(pairs[0][0], "accuracy");
    assert_eq!(metrics.values().count(), pairs.len());
    for ((_, found), pair) in metrics.values().zip(pairs) {
        assert_near(found, number(&pair[1]), SINGLE);
    }
    metrics.reset();
    assert!(metrics.values().all(|(_, value)| value.is_nan()));
}

#[test]
fn areas_are_the_peers_where_it_is_right() {
    let expected = expected("metrics");
    let scores = array(&expected["values"]["auc_scores"]);
    for (labels, area) in list(&expected["inputs"]["binary_labels"]).iter().zip(list(&expected["values"]["auc"])) {
        let mut auc = Auc::default();
        auc.update(&array(labels), &scores).unwrap();
        assert_near(auc.value(), number(area), 1e-15);
    }
}

/// The definition: over all pairs, ties half.
#[test]
fn areas_with_ties_are_those_of_the_definition() {
    let expected = expected("metrics");
    let (labels, scores) = (&expected["inputs"]["binary_labels"], &expected["inputs"]["probabilities"]);
    let mut auc = Auc::default();
    for (label, score) in list(labels).iter().zip(list(scores)) {
        auc.update(&array(label), &array(score)).unwrap();
    }
    let rows: Vec<_> = numbers(labels).into_iter().zip(floats(scores)).collect();
    let of = |class: f64| rows.iter().filter(move |row| row.0 == class).map(|row| row.1);
    let (mut area, mut pairs) = (0.0, 0.0);
    for one in of(1.0) {
        for zero in of(0.0) {
            area += if one > zero { 1.0 } else { f64::from(u8::from(one == zero)) / 2.0 };
            pairs += 1.0;
        }
    }
    assert!(rows.iter().enumerate().any(|(k, row)| rows.iter().skip(k + 1).any(|other| other.1 == row.1)));
    assert_eq!(auc.value(), area / pairs);

    let mut zeros = Auc::default();
    zeros
        .update(&Array::dense(&[3], vec![0.0, 1.0, 0.0]).unwrap(), &Array::dense(&[3], vec![-0.0, 0.0, -1.0]).unwrap())
        .unwrap();
    assert_eq!(zeros.value(), 0.75);
}

#[test]
fn refusals_change_nothing() {
    fn refuse<M: Metric + Clone + PartialEq>(
        mut metric: M,
        labels: &[f64],
        shape: &[usize],
        predictions: &[f64],
    ) -> MetricError {
        let good = Array::dense(&[2], vec![1.0, 0.0]).unwrap();
        let _ = metric.update(&good, &good);
        let before = metric.clone();
        let labels = Array::dense(&[labels.len()], labels.to_vec()).unwrap();
        let error = metric.update(&labels, &Array::dense(shape, predictions.to_vec()).unwrap()).unwrap_err();
        assert!(metric == before);
        error
    }
    let shapes = MetricError::Shape { labels: vec![2], predictions: vec![3] };
    assert_eq!(refuse(Accuracy::default(), &[0.0, 1.0], &[3], &[0.0; 3]), shapes);
    assert_eq!(refuse(MeanSquaredError::default(), &[0.0, 1.0], &[3], &[0.0; 3]), shapes);
    assert_eq!(refuse(Auc::default(), &[0.0, 1.0], &[3], &[0.0; 3]), shapes);
    let nan = |input, place| MetricError::NotANumber { input, place };
    assert_eq!(refuse(MeanSquaredError::default(), &[0.0, f64::NAN], &[2, 1], &[0.0; 2]), nan(Input::Label, 1));
    assert_eq!(
        refuse(Accuracy::default(), &[0.0, 0.0], &[2, 2], &[0.0, 1.0, 1.0, f64::NAN]),
        nan(Input::Prediction, 3)
    );
    assert_eq!(refuse(Auc::default(), &[0.0, 1.0], &[2], &[0.0, f64::NAN]), nan(Input::Prediction, 1));
    assert_eq!(refuse(LogLoss::default(), &[0.0, 1.0], &[2], &[0.5, f64::NAN]), nan(Input::Prediction, 1));
    assert_eq!(
        refuse(LogLoss::default(), &[0.0, 1.0], &[2], &[0.5, 1.5]),
        MetricError::Probability { place: 1, value: 1.5 }
    );
    assert_eq!(
        refuse(LogLoss::default(), &[0.0, 2.0], &[2], &[0.5, 0.5]),
        MetricError::NotTwoClasses { place: 1, value: 2.0 }
    );
    let class = MetricError::Class { place: 1, value: -1.0, classes: 2 };
    assert_eq!(refuse(LogLoss::default(), &[0.0, -1.0], &[2, 2], &[0.5; 4]), class);
    assert_eq!(refuse(Accuracy::default(), &[0.0, -1.0], &[2, 2], &[0.5; 4]), class);
    assert_eq!(refuse(Perplexity::default(), &[0.0, -1.0], &[2, 2], &[0.5; 4]), class);
    assert_eq!(
        refuse(Accuracy::default(), &[0.5], &[1], &[0.0]),
        MetricError::NoClass { input: Input::Label, place: 0, value: 0.5 }
    );
    assert_eq!(
        refuse(Accuracy::of_probabilities(0.5), &[2.0], &[1], &[0.0]),
        MetricError::NotTwoClasses { place: 0, value: 2.0 }
    );
}

#[test]
fn storage_and_dtype_do_not_matter() {
    let labels = Array::dense(&[4, 1], vec![0_i64, 1, 0, 2]).unwrap();
    let predictions =
        Array::csr(Some([4, 3]), vec![0, 1, 3, 3, 4], vec![0, 0, 1, 2], vec![1.0_f32, 0.25, 0.75, 0.5]).unwrap();
    let mut accuracy = Accuracy::default();
    accuracy.update(&labels, &predictions).unwrap();
    assert_eq!(accuracy.value(), 1.0);
    let mut again = LogLoss::default();
    again.update(&labels, &predictions).unwrap();
    let mut once = LogLoss::default();
    once.update(&labels.astype(Dtype::F16).unwrap(), &predictions.astype(Dtype::F64).unwrap()).unwrap();
    assert_eq!(once, again);
    assert_eq!(once.value(), (-0.75_f64.ln() - 1e-12_f64.ln() + 2_f64.ln()) / 4.0);
}
