//! Trains a model of `lacuna_models::model` on batches of a file: the side of `benches/models/by_mxnet.py` that is
//! this project's.
//!
//! `models fm|mf|linear|wide-deep FIRST EPOCHS LAST`: FIRST has `first/NAME` for each parameter and `batch000000/NAME`
//! for each array of a batch, LAST receives the parameters. Prints for each epoch the mean loss, and seconds on a core
//! and by the clock.
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LinearClassifier, LinearClassifierOptions, MatrixFactorization,
    MatrixFactorizationOptions, WideDeep, WideDeepOptions,
};
use lacuna_runtime::array::Array;
use lacuna_runtime::array::file::{Format, load, save};
use lacuna_runtime::data::Batch;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

/// Nanoseconds that the first thread was on a core; without such a file none.
fn on_core() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(f64::NAN)
}

macro_rules! train {
    ($model:expr, $first:expr, $batches:expr, $epochs:expr, $last:expr) => {{
        let mut model = $model;
        for (name, array) in $first {
            model.set_parameter(&name, array)?;
        }
        for _ in 0..$epochs {
            let (core, wall, mut total) = (on_core(), Instant::now(), 0.0);
            for batch in &$batches {
                total += model.step(batch)?;
            }
            let wall = wall.elapsed().as_secs_f64();
            println!("{:.12} {:.9} {wall:.9}", total / $batches.len() as f64, (on_core() - core) / 1e9);
        }
        let arrays: Vec<_> = model.parameters().map(|(name, array)| (name.to_owned(), array.clone())).collect();
        save($last, Format::Params, &arrays)?;
    }};
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, epochs, last] = &*arguments else {
        return Err("usage: models fm|mf|linear|wide-deep FIRST EPOCHS LAST".into());
    };
    let epochs: usize = epochs.parse()?;
    let (mut first, mut batches) = (BTreeMap::new(), BTreeMap::<String, BTreeMap<String, Array>>::new());
    for (name, array) in load(file)? {
        match name.split_once('/') {
            Some(("first", name)) => drop(first.insert(name.to_owned(), array)),
            Some((batch, name)) => drop(batches.entry(batch.to_owned()).or_default().insert(name.to_owned(), array)),
            None => return Err(format!("`{name}` is of no batch").into()),
        }
    }
    let inputs: &[&str] = match &**kind {
        "fm" | "linear" => &["data"],
        "mf" => &["user", "item"],
        "wide-deep" => &["data", "ids0", "ids1", "continuous"],
        other => return Err(format!("`{other}` is no model").into()),
    };
    let of_inputs = |mut arrays: BTreeMap<String, Array>| {
        let mut take = |name: &&str| arrays.remove(*name).ok_or(format!("a batch has no `{name}`"));
        Ok::<_, String>(Batch {
            data: inputs.iter().map(&mut take).collect::<Result<_, _>>()?,
            label: vec![take(&"label")?],
            pad: 0,
        })
    };
    let batches = batches.into_values().map(of_inputs).collect::<Result<Vec<_>, _>>()?;
    let shape = |name: &str| match first.get(name).map(Array::shape) {
        Some(&[rows, columns]) => Ok((rows, columns)),
        _ => Err(format!("there is no matrix `first/{name}`")),
    };
    match &**kind {
        "fm" => {
            let (features, factors) = shape("v")?;
            train!(
                FactorizationMachine::new(&FactorizationMachineOptions::new(features, factors), 0)?,
                first,
                batches,
                epochs,
                last
            );
        }
        "mf" => {
            let ((users, factors), (items, _)) = (shape("user_weight")?, shape("item_weight")?);
            train!(
                MatrixFactorization::new(&MatrixFactorizationOptions::new(users, items, factors), 0)?,
                first,
                batches,
                epochs,
                last
            );
        }
        "linear" => {
            train!(
                LinearClassifier::new(&LinearClassifierOptions::new(shape("weight")?.0), 0)?,
                first,
                batches,
                epochs,
                last
            );
        }
        _ => {
            let [wide, table0, table1, layer0, layer1] =
                ["linear_weight", "embed_0_weight", "embed_1_weight", "fc_0_weight", "fc_1_weight"].map(&shape);
            let ((rows0, width), (hidden0, inputs)) = (table0?, layer0?);
            let mut options = WideDeepOptions::new(wide?.0, &[rows0, table1?.0], inputs - 2 * width);
            (options.width, options.hidden) = (width, vec![hidden0, layer1?.0]);
            train!(WideDeep::new(&options, 0)?, first, batches, epochs, last);
        }
    }
    Ok(())
}
