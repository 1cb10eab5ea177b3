//! Trains a language model on windows of a file: the side of `benches/models/lm_by_mxnet.py` that is this project's.
//!
//! `language_model FIRST STEPS LAST`: FIRST has `first/NAME` for each parameter, and for each window `batch000000/`
//! with `data`, `label`, `mask` and `sample`, which come in turn; LAST receives the parameters. Prints for each step
//! the loss, seconds on a core and by the clock, and the seconds of products of dense matrices.
use lacuna_models::model::{LanguageModel, LanguageModelOptions};
use lacuna_runtime::array::file::{Format, load, save};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

/// Nanoseconds that the first thread was on a core; without such a file none.
fn on_core() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
}

/// A window, and its classes of noise.
fn window(mut arrays: BTreeMap<String, Array>) -> Result<(Batch, Vec<i64>), Box<dyn Error>> {
    let mut take = |name: &str| arrays.remove(name).ok_or(format!("a window has no `{name}`"));
    let (data, label, mask, sample) = (take("data")?, take("label")?, take("mask")?, take("sample")?);
    let noise = sample.astype(Dtype::I64)?.data::<i64>().unwrap_or_default().to_vec();
    let batch = Batch { data: vec![data.astype(Dtype::I64)?, mask], label: vec![label.astype(Dtype::I64)?], pad: 0 };
    Ok((batch, noise))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, steps, last] = &*arguments else { return Err("usage: language_model FIRST STEPS LAST".into()) };
    let (mut first, mut windows) = (BTreeMap::new(), BTreeMap::<String, BTreeMap<String, Array>>::new());
    for (name, array) in load(file)? {
        match name.split_once('/') {
            Some(("first", name)) => drop(first.insert(name.to_owned(), array)),
            Some((window, name)) => drop(windows.entry(window.to_owned()).or_default().insert(name.to_owned(), array)),
            None => return Err(format!("`{name}` is of no window").into()),
        }
    }
    let windows = windows.into_values().map(window).collect::<Result<Vec<_>, _>>()?;
    let shape = |name: &str| match first.get(name).map(Array::shape) {
        Some(&[rows, columns]) => Ok((rows, columns)),
        _ => Err(format!("there is no matrix `first/{name}`")),
    };
    let ((vocabulary, embedding), (projection, hidden)) = (shape("encoder_weight")?, shape("lstm0_h2r_weight")?);
    let (batch, noise) = windows.first().ok_or("there is no window")?;
    let mut options = LanguageModelOptions::new(vocabulary);
    (options.embedding, options.hidden, options.projection) = (embedding, hidden, projection);
    options.layers = (0..).take_while(|layer| first.contains_key(&format!("lstm{layer}_h2r_weight"))).count();
    (options.batch_size, options.samples, options.dropout) = (batch.rows(), noise.len(), 0.0);
    let mut model = LanguageModel::new(&options, 0)?;
    for (name, array) in first {
        model.set_parameter(&name, array)?;
    }
    let steps: usize = steps.parse()?;
    for (batch, noise) in windows.iter().cycle().take(steps) {
        let (core, wall, products) = (on_core(), Instant::now(), model.dense_products());
        let loss = model.step_with_noise(batch, noise)?;
        let (wall, products) = (wall.elapsed(), model.dense_products() - products);
        println!("{loss:.12} {:.9} {:.9} {:.9}", (on_core() - core) / 1e9, wall.as_secs_f64(), products.as_secs_f64());
    }
    let arrays: Vec<_> = model.parameters().map(|(name, array)| (name.to_owned(), array.clone())).collect();
    save(last, Format::Params, &arrays)?;
    Ok(())
}
