//! Random patterns, whose values are ones here. The operand is the density; sizes are words.
#![allow(non_camel_case_types)]
use super::outcome::{csr, row_sparse};
use super::random::{integer, stream};
use super::{Inputs, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Case, CaseIndex, Number};

const OPERATORS: &[&str] = &["rand_sparse_ndarray"];
const PARAMETERS: &[&str] = &["stype", "distribution", "rows", "columns", "seed", "stream", "first"];

fn is(case: &Case, stype: &str, distribution: &str) -> Result<bool, String> {
    Ok(case.params.word("stype")? == Some(stype) && case.params.word("distribution")? == Some(distribution))
}

/// Rows, columns and density.
fn numbers<V: Number, I: CaseIndex>(inputs: &Inputs<V, I>) -> Result<([usize; 2], V), Stop> {
    let &[density] = inputs.values(0)? else { return Err(Stop::Broken("one density".to_owned())) };
    Ok(([integer(inputs.params, "rows")? as usize, integer(inputs.params, "columns")? as usize], density))
}

/// A csr of each of whose elements it is drawn whether it is stored.
pub(super) struct uniform_pattern;

impl Operation for uniform_pattern {
    const OPERATORS: &'static [&'static str] = OPERATORS;
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is(case, "csr", "uniform")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let ([rows, columns], density) = numbers(inputs)?;
        let (mut indptr, mut indices) = (vec![I::UNWRITTEN; rows + 1], vec![I::UNWRITTEN; rows * columns]);
        let nnz = backend.uniform_pattern(stream(inputs.params)?, columns, density, &mut indptr, &mut indices)?;
        indices.truncate(nnz);
        Ok(vec![csr("out", vec![rows, columns], &indptr, &indices, vec![V::ONE; nnz])])
    }
}

/// A row_sparse of each of whose rows it is drawn whether it is stored.
pub(super) struct row_ids;

impl Operation for row_ids {
    const OPERATORS: &'static [&'static str] = OPERATORS;
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is(case, "row_sparse", "uniform")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let ([rows, columns], density) = numbers(inputs)?;
        let mut ids = vec![I::UNWRITTEN; rows];
        let stored = backend.row_ids(stream(inputs.params)?, rows, density, &mut ids)?;
        ids.truncate(stored);
        Ok(vec![row_sparse("out", vec![rows, columns], &ids, vec![V::ONE; stored * columns])])
    }
}

/// A csr whose rows are twice as long from row to row.
pub(super) struct power_law_pattern;

impl Operation for power_law_pattern {
    const OPERATORS: &'static [&'static str] = OPERATORS;
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is(case, "csr", "powerlaw")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let ([rows, columns], density) = numbers(inputs)?;
        let nnz = ((rows * columns) as f64 * density.widen()) as usize;
        let (mut indptr, mut indices) = (vec![I::UNWRITTEN; rows + 1], vec![I::UNWRITTEN; nnz]);
        backend.power_law_pattern(columns, &mut indptr, &mut indices)?;
        Ok(vec![csr("out", vec![rows, columns], &indptr, &indices, vec![V::ONE; nnz])])
    }
}
