//! Kernels on stored rows.
#![allow(non_camel_case_types)]
use super::magnitudes::RowSums;
use super::operation::of_any_storage;
use super::outcome::{dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored, Stype};
use lacuna::RowSparseMut;
use lacuna_runtime::PlanMemory;

fn all_row_sparse(case: &Case) -> bool {
    case.inputs.iter().all(|input| input.stype == Stype::RowSparse)
}

/// `retain`, with its structure call.
pub(super) struct retain;

impl Operation for retain {
    const OPERATORS: &'static [&'static str] = &["sparse_retain"];
    const KERNEL: Option<&'static str> = Some("retain");
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(matches!(&case.inputs[..], [data, ids] if data.stype == Stype::RowSparse && ids.stype == Stype::Default))
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let data = inputs.row_sparse(0)?;
        let ids = backend.retain_ids(data, inputs.ids(1)?)?;
        let mut kept = unwritten(ids.len() * data.row_length());
        settle_new(backend.retain(data, RowSparseMut::new(data.rows(), data.row_length(), ids, &mut kept)?), &kept)?;
        Ok(vec![row_sparse("out", inputs.shape(0)?.to_vec(), ids, kept)])
    }
}

/// The stored rows of the operands are the terms of the rows of the result.
fn sum_magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
    let [result] = results else { return Vec::new() };
    let mut sums = RowSums::new(result);
    for input in &case.inputs {
        for (k, &id) in input.indices.iter().enumerate() {
            sums.add(usize::try_from(id).unwrap_or(usize::MAX), 1.0, input, k * input.row_length());
        }
    }
    vec![sums.of_values()]
}

/// `coalesce`, with its plan.
pub(super) struct coalesce;

impl Operation for coalesce {
    const OPERATORS: &'static [&'static str] = &["coalesce"];
    const KERNEL: Option<&'static str> = Some("coalesce");

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 1 && all_row_sparse(case))
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.row_sparse_trusted(0)?;
        let mut memory = PlanMemory::filled(input.stored_rows(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        let plan = backend.coalesce_plan(input, buffers, scratch)?;
        let mut data = unwritten(plan.stored_rows() * input.row_length());
        let out = RowSparseMut::new(input.rows(), input.row_length(), plan.ids(), &mut data)?;
        settle_new(backend.coalesce(&plan, input, out), &data)?;
        Ok(vec![row_sparse("out", inputs.shape(0)?.to_vec(), plan.ids(), data)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        sum_magnitudes(case, results)
    }
}

/// `permute`.
pub(super) struct permute;

impl Operation for permute {
    const OPERATORS: &'static [&'static str] = &["permute"];
    const KERNEL: Option<&'static str> = Some("permute");
    const IDS: Option<usize> = Some(0);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 2 && case.inputs.iter().all(|input| input.stype == Stype::Default))
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let entries = inputs.ids(0)?;
        let mut out = unwritten(entries.len());
        settle_new(backend.permute(entries, inputs.values(1)?, &mut out), &out)?;
        Ok(vec![dense("out", inputs.shape(0)?.to_vec(), out)])
    }
}

/// `add_n`, with its structure call.
pub(super) struct add_n;

impl Operation for add_n {
    const OPERATORS: &'static [&'static str] = &["add_n", "elemwise_add"];
    const KERNEL: Option<&'static str> = Some("add_n");
    const PARAMETERS: &'static [&'static str] = &["num_args"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(!case.inputs.is_empty() && all_row_sparse(case))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let views = (0..inputs.len()).map(|place| inputs.row_sparse(place)).collect::<Result<Vec<_>, _>>()?;
        let (rows, length) = (views[0].rows(), views[0].row_length());
        let mut cursors = vec![0; views.len()];
        let mut ids = vec![I::UNWRITTEN; views.iter().map(|view| view.stored_rows()).sum()];
        let stored = backend.add_n_ids(&views, &mut cursors, &mut ids)?;
        ids.truncate(stored);
        let mut data = unwritten(stored * length);
        settle_new(backend.add_n(&views, &mut cursors, RowSparseMut::new(rows, length, &ids, &mut data)?), &data)?;
        Ok(vec![row_sparse("out", inputs.shape(0)?.to_vec(), &ids, data)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        sum_magnitudes(case, results)
    }
}
