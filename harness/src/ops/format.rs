//! The rules of the formats.
#![allow(non_camel_case_types)]
use super::{Inputs, Operation, Outcome};
use crate::backend::Backend;
use crate::fixture::{Case, CaseIndex, Number, Stype};

/// The checked constructors of the views; without `full_check` the unchecked ones. No kernel, and no result.
pub(super) struct check_format;

impl Operation for check_format {
    const OPERATORS: &'static [&'static str] = &["check_format"];
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = &["full_check"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(matches!(&case.inputs[..], [input] if input.stype != Stype::Default))
    }

    fn run<V: Number, I: CaseIndex>(_backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        match (inputs.stype(0), inputs.params.switch("full_check", true)?) {
            (Some(Stype::Csr), true) => drop(inputs.csr(0)?),
            (Some(Stype::Csr), false) => drop(inputs.csr_trusted(0)?),
            (_, true) => drop(inputs.row_sparse(0)?),
            (_, false) => drop(inputs.row_sparse_trusted(0)?),
        }
        Ok(Vec::new())
    }
}
