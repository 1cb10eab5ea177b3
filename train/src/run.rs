//! `lacuna train`: which program runs, and what ends it.
use crate::arguments::{TrainArguments, TrainModel};
use crate::classify::train_classify;
use crate::ffm::train_ffm;
use crate::fm::train_fm;
use crate::hints::{Reads, with_options};
use crate::interrupt::Interrupt;
use crate::linear::train_linear;
use crate::linear_classification::train_linear_classification;
use crate::lm::train_lm;
use crate::mf::train_mf;
use crate::mlp::train_mlp;
use crate::wide_deep::train_wide_deep;
use anyhow::Result;
use lacuna_runtime::Cpu;
use std::num::NonZeroUsize;

/// Whether a run shall end; asked after each step.
pub type Stop<'a> = &'a mut (dyn FnMut() -> Result<bool> + Send);

/// Runs `lacuna train`, shows it on standard output, and gives the exit status: 0, or that of the signal which has
/// ended it, 130 after Ctrl-C.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn run(arguments: &TrainArguments) -> Result<u8> {
    let reads = match arguments.model {
        TrainModel::Linear(_) | TrainModel::Classify(_) | TrainModel::Ffm(_) => Reads::Weights,
        _ => Reads::Labels,
    };
    train(arguments).map_err(|error| with_options(error, reads))
}

fn train(arguments: &TrainArguments) -> Result<u8> {
    // Until the first step there is nothing to save, and Ctrl-C ends the program as usual.
    let mut interrupt = None;
    let mut stop = || {
        let listening = match &interrupt {
            Some(listening) => listening,
            None => interrupt.insert(Interrupt::listen()?),
        };
        Ok(listening.is_asked())
    };
    let mut out = std::io::stdout();
    let interrupted = match &arguments.model {
        TrainModel::Linear(linear) => train_linear(linear, &mut out, &mut stop)?.interrupted,
        TrainModel::Fm(fm) => train_fm(fm, &mut out, &mut stop)?.interrupted,
        TrainModel::Ffm(ffm) => train_ffm(ffm, &mut out, &mut stop)?.interrupted,
        TrainModel::Lm(lm) => train_lm(lm, &mut out, &mut stop)?.interrupted,
        TrainModel::Mf(mf) => train_mf(mf, &mut out, &mut stop)?.interrupted,
        TrainModel::LinearClassification(linear) => {
            train_linear_classification(linear, &mut out, &mut stop)?.interrupted
        }
        TrainModel::WideDeep(wide_deep) => train_wide_deep(wide_deep, &mut out, &mut stop)?.interrupted,
        TrainModel::Mlp(mlp) => train_mlp(mlp, &mut out, &mut stop)?.interrupted,
        TrainModel::Classify(classify) => train_classify(classify, &mut out, &mut stop)?.interrupted,
    };
    Ok(interrupt.filter(|_| interrupted).map_or(0, |listening| listening.status()))
}

/// A thread for each processor.
pub(crate) fn all_processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(Cpu::MOST_THREADS)
}
