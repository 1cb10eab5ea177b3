//! The results of a case.
use crate::backend::{Backend, Cpu, Runner, Scalar};
use crate::fixture::{Array, Case, Dtype, Number};
use crate::ops::{AnyOperation, Inputs, Outcome, Selection, Stop, select};
use anyhow::{Result, bail};

/// What this project makes of a case.
#[derive(Clone, Debug)]
pub enum Computed {
    /// Its results.
    Results(Vec<Array>),
    /// The kind of error that the call gives.
    Refused(String),
    /// Why there is nothing.
    Skipped(String),
    /// What is wrong with the file, or with the call in it.
    Broken(String),
}

/// Runs a case.
///
/// # Errors
/// If the backend fails.
pub fn compute(case: &Case, runner: &Runner) -> Result<Computed> {
    match runner {
        Runner::Scalar => compute_on(case, &Scalar),
        Runner::Cpu(_) => compute_on(case, &Cpu { threads: 1 }),
        Runner::Capi(capi) => compute_on(case, capi),
        Runner::Device(device) => compute_on(case, &**device),
    }
}

fn compute_on(case: &Case, backend: &dyn Backend) -> Result<Computed> {
    let outcome = match select(case) {
        Selection::Run(operations, dtype) => match (operations.first(), dtype) {
            (Some(&operation), Dtype::F32) => run::<f32>(case, operation, backend),
            (Some(&operation), Dtype::F64) => run::<f64>(case, operation, backend),
            (None, _) => return Ok(Computed::Skipped("no kernel".to_owned())),
        },
        Selection::Refuse(_, stop) => Err(stop),
        Selection::Skip(reason) => return Ok(Computed::Skipped(reason)),
        Selection::Broken(sentence) => return Ok(Computed::Broken(sentence)),
    };
    if let Some(fault) = backend.take_fault() {
        bail!("{}: {fault}", case.title());
    }
    Ok(match outcome {
        Ok(results) => Computed::Results(results),
        Err(Stop::Refused(refusal)) => Computed::Refused(refusal.kind.name().to_owned()),
        Err(Stop::Broken(sentence)) => Computed::Broken(sentence),
    })
}

fn run<V: Number>(case: &Case, operation: AnyOperation, backend: &dyn Backend) -> Outcome {
    match Inputs::<V, i64>::new(case, operation.ids())? {
        Some(inputs) => operation.run(backend, &inputs),
        None => Err(Stop::Broken("indices do not fit 64 bits".to_owned())),
    }
}
