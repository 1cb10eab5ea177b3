//! The tutorial on layers: sparse rows through a network whose first layer has a million inputs.
use super::gpu;
use super::steps::{Steps, step};
use anyhow::{Context as _, Result, ensure};
use lacuna::infer::Stype::{self, Csr, Dense as DenseStorage, RowSparse};
use lacuna::optim::Sgd;
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::data::{Batch, Batches, LibsvmBatches, LibsvmBatchesOptions};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::layer::{Activation, Dense, Layer, Network, Sequential, SparseDense};
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions, write};
use lacuna_runtime::optimizer::Optimizer;
use std::fs;
use std::path::Path;

const FEATURES: usize = 1_000_000;

pub fn run(steps: &mut Steps<'_, '_>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("rows.libsvm");
    data(steps, &path)?;
    step!(steps, "dense", "Two steps of a network on dense copies of the rows"; [
        let dense = Dense { name: "first".to_owned(), units: 128, activation: None };
    ] train(Box::new(dense), &[128, FEATURES], DenseStorage, &path)?);
    step!(steps, "sparse product", "On csr rows, with a dense gradient"; [
        let product = SparseDense { name: "first".to_owned(), units: 128, gradient: DenseStorage, activation: None };
    ] train(Box::new(product), &[FEATURES, 128], DenseStorage, &path)?);
    step!(steps, "sparse gradient", "On csr rows, with a row_sparse gradient"; [
        let gradient = SparseDense { name: "first".to_owned(), units: 128, gradient: RowSparse, activation: None };
    ] train(Box::new(gradient), &[FEATURES, 128], RowSparse, &path)?);
    Ok(())
}

fn data(steps: &mut Steps<'_, '_>, path: &Path) -> Result<()> {
    step!(steps, "rows", "1000 rows of a million features, 10 of them stored in each"; [
        let places = (0..1000).flat_map(|row| (0..10).map(move |place| (row, place)));
        let columns = places.clone().map(|(row, place)| place * 100_000 + (row * 613 + place * 37) % 100_000).collect();
        let values = places.map(|(row, place)| ((row * 31 + place * 17) % 97 + 1) as f32 / 128.0).collect();
        let data = Array::csr(Some([1000, FEATURES]), (0..=10_000).step_by(10).collect(), columns, values)?;
        let [elements, stored] = [data.size(), data.nnz()].map(|count| indicatif::HumanCount(count as u64));
    ] format!("{data}\n{elements} elements, {stored} stored"));
    step!(steps, "labels", "Whether the sum of a row is above the mean"; [
        let csr = data.as_csr::<f32>()?;
        let sums: Vec<f32> = (0..1000).map(|row| csr.row(row).1.iter().sum()).collect();
        let mean = sums.iter().sum::<f32>() / 1000.0;
        let labels: Vec<f32> = sums.iter().map(|&sum| if sum > mean { 1.0 } else { 0.0 }).collect();
    ] format!("{} of {}", labels.iter().sum::<f32>(), labels.len()));
    step!(steps, "memory", "Memory as a dense matrix, and as it is";
        [] format!("{:?} {} MB", data.size() as f64 * 4.0 / 1e6, data.nbytes() as f64 / 1e6));
    step!(steps, "file", "The rows as a LibSVM file",
        because "labels are written as 1 and 0, without .0: two bytes less a row"; [
        let mut text = Vec::new();
        write(&mut text, &labels, csr.indptr(), csr.indices(), csr.values(), IndexBase::Zero)?;
        fs::write(path, &text)?;
    ] format!("{} bytes", fs::metadata(path)?.len()));
    step!(steps, "batches", "Batches of 10 rows, and the memory of one, as it is and dense"; [
        let mut batch = Batch::default();
        ensure!(batches(path)?.next_batch(&mut batch)?, "there are no rows");
        let (rows, label) = (batch.data.first().context("no rows")?, batch.label.first().context("no labels")?);
        let dense = rows.tostype(DenseStorage)?;
    ] format!("{} {}\n{} {:?} MB", rows.stype(), label.stype(), rows.nbytes() as f64 / 1e6,
        dense.nbytes() as f64 / 1e6));
    step!(
        steps, "gpu",
        "The time that both take to a GPU, where there is one", on this machine; [] gpu::transfer(rows, &dense)?
    );
    Ok(())
}

fn batches(path: &Path) -> Result<LibsvmBatches<f32>> {
    let read = LibsvmOptions { features: Some(FEATURES), batch_rows: 10, threads: 1, ..LibsvmOptions::default() };
    Ok(LibsvmBatches::open(&[path.to_owned()], &LibsvmBatchesOptions { read, ..LibsvmBatchesOptions::default() })?)
}

/// Two steps of the network with this first layer, and then the memory of all weights and gradients.
fn train(first: Box<dyn Layer>, shape: &[usize], gradient: Stype, path: &Path) -> Result<String> {
    let mut network = Network::new(0);
    let constant = Initializer::Constant(1.0 / 64.0);
    let mut weights = vec![network.parameter("first.weight", shape, constant, gradient)?];
    for (name, shape) in [("second.weight", [8, 128]), ("third.weight", [1, 8])] {
        weights.push(network.parameter(name, &shape, constant, DenseStorage)?);
    }
    let takes_dense = shape.first() != Some(&FEATURES);
    let sigmoid = Some(Function::Sigmoid);
    let layer =
        |name: &str, units| Box::new(Dense { name: name.to_owned(), units, activation: sigmoid }) as Box<dyn Layer>;
    let layers =
        Sequential(vec![first, Box::new(Activation(Function::Sigmoid)), layer("second", 8), layer("third", 1)]);

    let (x, y) = (
        network.tape.constant(Array::zeros(Csr, &[10, FEATURES], Dtype::F32)?),
        network.tape.constant(Array::zeros(DenseStorage, &[10, 1], Dtype::F32)?),
    );
    let (mut batches, mut batch, mut trainer, mut told) = (batches(path)?, Batch::default(), None, String::new());
    for _ in 0..2 {
        batches.next_batch(&mut batch)?;
        let (rows, labels) = (batch.data.pop().context("no rows")?, batch.label.pop().context("no labels")?);
        let labels = Array::dense(&[10, 1], labels.data::<f32>().unwrap_or_default().to_vec())?;
        drop(network.tape.set(x, if takes_dense { rows.tostype(DenseStorage)? } else { rows })?);
        drop(network.tape.set(y, labels)?);
        network.tape.clear();
        let output = layers.forward(&mut network, x)?;
        let losses = network.tape.sigmoid_cross_entropy(output, y)?;
        network.tape.backward(losses)?;
        if trainer.is_none() {
            trainer = Some(network.trainer(Optimizer::Sgd(Sgd::new(0.5)))?);
        }
        if let Some(trainer) = &mut trainer {
            trainer.step(&mut network.tape, 10)?;
        }
        let losses = network.tape.value(losses)?.data::<f32>().unwrap_or_default();
        told += &format!("loss {:.5}\n", losses.iter().sum::<f32>() / 10.0);
    }
    let megabytes = |array: &Array| format!("{:.3}", array.nbytes() as f64 / 1e6);
    let mut memory = [Vec::new(), Vec::new()];
    for weight in weights {
        memory[0].push(megabytes(network.tape.value(weight)?));
        memory[1].push(megabytes(network.tape.gradient(weight)?));
    }
    Ok(format!("{told}weights {} MB\ngradients {} MB", memory[0].join(" "), memory[1].join(" ")))
}
