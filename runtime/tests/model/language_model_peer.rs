//! A language model beside MXNet 1.9.1's: data/model/generate_lm.py.
use lacuna_models::model::{LanguageModel, LanguageModelOptions};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Case {
    sizes: Sizes,
    clip: f64,
    rescale_embed: f64,
    first: BTreeMap<String, Told>,
    steps: Vec<Step>,
    last: BTreeMap<String, Told>,
}

#[derive(Deserialize)]
struct Sizes {
    vocabulary: usize,
    embedding: usize,
    hidden: usize,
    projection: usize,
    layers: usize,
    batch: usize,
    bptt: usize,
    samples: usize,
}

#[derive(Deserialize)]
struct Told {
    shape: Vec<usize>,
    data: Vec<f32>,
}

#[derive(Deserialize)]
struct Step {
    words: Vec<i64>,
    targets: Vec<i64>,
    mask: Vec<f32>,
    noise: Vec<i64>,
    loss: f64,
    norm: f64,
}

/// Sums of a few dozen terms in another order, and logarithms and logistic functions of another make, over six steps.
const TOLERANCE: f64 = 4e-6;

/// Rounding of a number below 1 in a gradient, which moves a weight by this times the learning rate, and an embedding
/// by `rescale_embed` times that.
const ROUNDING: f64 = 1.0 / (1 << 24) as f64;

fn close_to(what: &str, expected: f64, found: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found}, not {expected}");
}

fn close(what: &str, expected: f64, found: f64) {
    close_to(what, expected, found, TOLERANCE);
}

fn norm(model: &LanguageModel) -> f64 {
    let recurrent = model.parameters().filter(|(name, _)| name.starts_with("lstm"));
    let gradients = recurrent.flat_map(|(name, _)| model.gradient(name).unwrap().data::<f32>().unwrap());
    gradients.map(|&number| f64::from(number).powi(2)).sum::<f64>().sqrt()
}

fn check(case: &Case) {
    let Sizes { vocabulary, embedding, hidden, projection, layers, batch, bptt, samples } = case.sizes;
    let mut options = LanguageModelOptions::new(vocabulary);
    (options.embedding, options.hidden, options.projection, options.layers) = (embedding, hidden, projection, layers);
    (options.batch_size, options.samples, options.dropout) = (batch, samples, 0.0);
    (options.clip, options.rescale_embedding) = (Some(case.clip), case.rescale_embed);
    let mut model = LanguageModel::new(&options, 1).unwrap();
    assert_eq!(model.parameters().count(), case.first.len());
    for (name, Told { shape, data }) in &case.first {
        model.set_parameter(name, Array::dense(shape, data.clone()).unwrap()).unwrap();
    }
    for (number, step) in case.steps.iter().enumerate() {
        let array = |words: &[i64]| Array::dense(&[batch, bptt], words.to_vec()).unwrap();
        let mask = Array::dense(&[batch, bptt], step.mask.clone()).unwrap();
        let batch = Batch { data: vec![array(&step.words), mask], label: vec![array(&step.targets)], pad: 0 };
        close(&format!("loss of step {number}"), step.loss, model.step_with_noise(&batch, &step.noise).unwrap());
        assert_eq!(model.noise(), step.noise);
        close(&format!("norm of step {number}"), step.norm, norm(&model));
    }
    for (name, last) in &case.last {
        let found = model.parameter(name).unwrap().data::<f32>().unwrap();
        let of_embedding = case.steps.len() as f64 * 0.2 * case.rescale_embed * ROUNDING;
        let tolerance = if name == "encoder_weight" { of_embedding.max(TOLERANCE) } else { TOLERANCE };
        assert_ne!(last.data, case.first[name].data, "{name}");
        for (place, (&found, &expected)) in found.iter().zip(&last.data).enumerate() {
            close_to(&format!("{name}, element {place}"), expected.into(), found.into(), tolerance);
        }
    }
}

#[test]
fn as_the_peer() {
    let cases: BTreeMap<String, Case> = serde_json::from_str(include_str!("../data/model/lm.json")).unwrap();
    let clipped = |case: &Case| case.steps.iter().filter(|step| step.norm > case.clip).count();
    assert!((1..6).contains(&clipped(&cases["one_layer"])));
    cases.values().for_each(check);
}
