//! Serves a model of `lacuna train classify`: reads rows of LibSVM text, and writes for each the probability of class
//! 1, a line each.
//!
//! `serve MODEL.safetensors [FILE]`: without FILE it reads standard input, and answers batch after batch. The labels of
//! the rows do not count. Standard error gets the number of rows and FNV-1a of the bits of all probabilities, to
//! compare programs by.
use anyhow::{Context, Result, bail};
use lacuna::{Csr, map};
use lacuna_models::train::{Classes, ClassifySettings, OnlineLoss, SavedClassifier};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmOptions, LibsvmReader, TextForm};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;

fn serve(model: &Path, name: &str, rows: impl Read + Send, out: &mut impl Write) -> Result<(u64, u64)> {
    let saved = SavedClassifier::read(model)?;
    let ClassifySettings { classes, loss, form, .. } = &saved.settings;
    if (*classes, *loss, form) != (Classes::Two, OnlineLoss::Logistic, &TextForm::Plain) {
        bail!("{}: not the probabilities of two classes on LibSVM text", model.display());
    }
    let classifier = saved.classifier::<f32>(&saved.settings)?;
    // The training file decided the base of the indices; these rows use the same base.
    let options = LibsvmOptions {
        features: Some(classifier.columns()),
        base: saved.settings.index_base.into(),
        threads: 1,
        ..LibsvmOptions::default()
    };
    let mut reader = LibsvmReader::<_, f32, i32>::from_stream(name, rows, &options)?;
    let (mut batch, mut probabilities) = (CsrBatch::new(), Vec::new());
    let (mut count, mut hash) = (0, 0xcbf2_9ce4_8422_2325_u64);
    while reader.read_batch(&mut batch)? {
        let x = Csr::trusted(batch.rows(), batch.features, &batch.indptr, &batch.indices, &batch.values)?;
        let logits = classifier.logits(x)?;
        probabilities.resize(logits.len(), 0.0);
        map::sigmoid(&logits, &mut probabilities)?;
        for probability in &probabilities {
            writeln!(out, "{probability:.9}")?;
            for byte in probability.to_bits().to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        // Whoever waits for the answers of these rows has them before the next ones are read.
        out.flush()?;
        count += batch.rows() as u64;
    }
    Ok((count, hash))
}

fn run() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let out = &mut BufWriter::new(io::stdout().lock());
    let (count, hash) = match &*arguments {
        [model] => serve(model.as_ref(), "standard input", io::stdin(), out),
        [model, file] => serve(model.as_ref(), file, File::open(file).with_context(|| file.clone())?, out),
        _ => bail!("usage: serve MODEL.safetensors [FILE]"),
    }?;
    eprintln!("{count} rows, probabilities {hash:016x}");
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("serve: {error:#}");
            ExitCode::FAILURE
        }
    }
}
