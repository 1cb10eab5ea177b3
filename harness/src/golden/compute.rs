//! The results of a case.
use crate::backend::graphs::{self, NoResults};
use crate::backend::{Backend, Cpu, Runner, Scalar};
use crate::conventions::{self, Calls, Prepared};
use crate::fixture::{Array, Case, with_dtype};
use crate::ops::{AnyOperation, Inputs, Outcome, Runs, Selection, Stop};
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
        Runner::Graphs => Ok(match graphs::run(case) {
            None => Computed::Skipped("graphs have no such operator".to_owned()),
            Some(Err(NoResults::Refused(reason))) => Computed::Skipped(reason),
            Some(Err(NoResults::Failed(reason))) => Computed::Broken(reason),
            Some(Ok(found)) => {
                let mut results = found.results;
                for (result, output) in results.iter_mut().zip(&case.outputs) {
                    result.name.clone_from(&output.name);
                }
                Computed::Results(results)
            }
        }),
    }
}

fn compute_on(case: &Case, backend: &dyn Backend) -> Result<Computed> {
    let calls = match conventions::calls(case) {
        Ok(Calls { calls, .. }) => calls,
        Err(sentence) => return Ok(Computed::Broken(sentence)),
    };
    let mut results = Vec::new();
    for call in calls {
        match compute_call(call, backend) {
            Computed::Results(found) => results.extend(found),
            other => return Ok(other),
        }
    }
    if let Some(fault) = backend.take_fault() {
        bail!("{}: {fault}", case.title());
    }
    // The gradients of a case are results of calls of their own.
    for (result, output) in results.iter_mut().zip(&case.outputs) {
        result.name.clone_from(&output.name);
    }
    Ok(Computed::Results(results))
}

fn compute_call(call: Case, backend: &dyn Backend) -> Computed {
    let Prepared { call, selection, .. } = conventions::prepare(call);
    let outcome = match selection {
        Selection::Run(operations, dtype) => match operations.first() {
            Some(&operation) => with_dtype!(dtype, V => run::<V>(&call, operation, backend)),
            None => return Computed::Skipped("no kernel".to_owned()),
        },
        Selection::Refuse(_, stop) => Err(stop),
        Selection::Skip(reason) => return Computed::Skipped(reason),
        Selection::Broken(sentence) => return Computed::Broken(sentence),
    };
    match outcome {
        Ok(results) => Computed::Results(conventions::stored_as(&call.outputs, results)),
        Err(Stop::Refused(refusal)) => Computed::Refused(refusal.kind.name().to_owned()),
        Err(Stop::Broken(sentence)) => Computed::Broken(sentence),
    }
}

fn run<V: Runs>(case: &Case, operation: AnyOperation, backend: &dyn Backend) -> Outcome {
    match Inputs::<V, i64>::new(case, operation)? {
        Some(inputs) => operation.run(backend, &inputs),
        None => Err(Stop::Broken("indices do not fit 64 bits".to_owned())),
    }
}
