//! The results of a case, on the backend that all others are compared with.
use crate::backend::Scalar;
use crate::fixture::{Array, Case, Dtype, Number};
use crate::ops::{Inputs, Kind, Outcome, Selection, Stop, select};

/// What this project makes of a case.
#[derive(Clone, Debug)]
pub enum Computed {
    /// Its results.
    Results(Vec<Array>),
    /// The kind of error that the call gives.
    Refused(String),
    /// Why there is nothing.
    Skipped(String),
}

/// Runs a case.
pub fn compute(case: &Case) -> Computed {
    let outcome = match select(case) {
        Selection::Run(kinds, dtype) => match (kinds.first(), dtype) {
            (Some(&kind), Dtype::F32) => run::<f32>(case, kind),
            (Some(&kind), Dtype::F64) => run::<f64>(case, kind),
            (None, _) => return Computed::Skipped("no kernel".to_owned()),
        },
        Selection::Refuse(_, stop) => Err(stop),
        Selection::Skip(reason) | Selection::Broken(reason) => return Computed::Skipped(reason),
    };
    match outcome {
        Ok(results) => Computed::Results(results),
        Err(Stop::Refused(refusal)) => Computed::Refused(refusal.kind.name().to_owned()),
        Err(Stop::Broken(sentence)) => Computed::Skipped(sentence),
    }
}

fn run<V: Number>(case: &Case, kind: Kind) -> Outcome {
    match Inputs::<V, i64>::new(case, kind.ids())? {
        Some(inputs) => kind.run(&Scalar, &inputs),
        None => Err(Stop::Broken("indices do not fit 64 bits".to_owned())),
    }
}
