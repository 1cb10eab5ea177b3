//! What the tests of all programs do.
use lacuna_runtime::array::{Array, file};
use lacuna_train::{BatchReport, FitArguments, OptimizerArguments, Stop};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The arguments of a program.
pub trait Program: Clone {
    fn fit(&mut self) -> &mut FitArguments;
    fn train(&self, out: &mut (dyn Write + Send), stop: Stop<'_>) -> anyhow::Result<BatchReport>;
}

macro_rules! programs {
    ($($arguments:ident $train:ident)*) => {$(
        impl Program for lacuna_train::$arguments {
            fn fit(&mut self) -> &mut FitArguments {
                &mut self.fit
            }
            fn train(&self, out: &mut (dyn Write + Send), stop: Stop<'_>) -> anyhow::Result<BatchReport> {
                lacuna_train::$train(self, out, stop)
            }
        }
    )*};
}
programs! {
    FmArguments train_fm
    LinearClassificationArguments train_linear_classification
    LmArguments train_lm
    MfArguments train_mf
    WideDeepArguments train_wide_deep
}

pub fn with_epochs(count: u64) -> FitArguments {
    FitArguments { epochs: NonZeroU64::new(count), ..FitArguments::default() }
}

pub fn run(program: &impl Program) -> (BatchReport, String) {
    let mut out = Vec::new();
    let report = program.train(&mut out, &mut || Ok(false)).unwrap();
    (report, String::from_utf8(out).unwrap())
}

pub fn refused(program: &impl Program) -> String {
    format!("{:#}", program.train(&mut Vec::new(), &mut || Ok(false)).unwrap_err())
}

pub fn path(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

pub fn arrays(path: &Path) -> Vec<(String, Array)> {
    let mut arrays = file::load(path).unwrap();
    arrays.sort_by(|left, right| left.0.cmp(&right.0));
    arrays
}

/// Three epochs, saved there, and gone on with from there if so.
fn saved<P: Program>(program: P, to: &Path, resumed: bool) -> P {
    let mut program = program;
    let fit = program.fit();
    fit.save = Some(to.to_owned());
    fit.load = resumed.then(|| to.to_owned());
    program
}

/// Stopped after each of its steps, and between its epochs, a run of three epochs goes on and ends with the same bits.
/// `small` makes the program with so many epochs; it is asked so often at least.
pub fn stopped_anywhere<P: Program>(small: impl Fn(u64) -> P, at_least: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, part) = (path(&folder, "whole.safetensors"), path(&folder, "part.safetensors"));
    run(&saved(small(3), &whole, false));
    let mut stops = 0;
    loop {
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            Ok(asked == stops + 1)
        };
        let report = saved(small(3), &part, false).train(&mut Vec::new(), &mut stop).unwrap();
        if !report.interrupted {
            break;
        }
        stops += 1;
        let left = 3 - report.epochs.len() as u64;
        if left > 0 {
            run(&saved(small(left), &part, true));
        }
        assert!(arrays(&part) == arrays(&whole), "stopped at {stops}");
    }
    assert!(stops >= at_least, "{stops}");
}

/// The program's optimizer with another step size.
pub fn rate(learning_rate: f64) -> OptimizerArguments {
    OptimizerArguments { learning_rate: Some(learning_rate), ..OptimizerArguments::default() }
}
