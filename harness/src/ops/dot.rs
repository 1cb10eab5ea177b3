//! Products.
#![allow(non_camel_case_types)]
use super::magnitudes::{RowSums, StoredRows};
use super::outcome::{dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype};
use lacuna::segments::SegmentPlan;
use lacuna::{DenseMut, KernelError, RowSparseMut};
use lacuna_runtime::PlanMemory;

const PARAMETERS: &[&str] = &["transpose_a", "transpose_b", "forward_stype"];

/// True for a csr, transposed or not, times an operand of `right`, with a result of `result`.
fn is_product(case: &Case, transposed: bool, right: Stype, result: Stype) -> Result<bool, String> {
    let operands = matches!(&case.inputs[..], [a, b] if a.stype == Stype::Csr && b.stype == right);
    let switches = case.params.switch("transpose_a", false)? == transposed && !case.params.switch("transpose_b", false)?;
    let default = if transposed { Stype::RowSparse } else { Stype::Default };
    let wanted = match case.params.word("forward_stype")? {
        None => default,
        Some("default") => Stype::Default,
        Some("row_sparse") => Stype::RowSparse,
        Some("csr") => Stype::Csr,
        Some(other) => return Err(format!("parameter forward_stype is {other:?}")),
    };
    Ok(operands && switches && wanted == result)
}

/// The shape of the result: the rows of A, or its columns, by the row shape of B.
fn result_shape<V: Number, I: CaseIndex>(rows: usize, inputs: &Inputs<V, I>) -> Result<Vec<usize>, Stop> {
    Ok([rows].into_iter().chain(inputs.shape(1)?.iter().skip(1).copied()).collect())
}

fn product_magnitudes(case: &Case, results: &[Array], transposed: bool) -> Vec<Magnitudes> {
    let ([a, b], [result]) = (&case.inputs[..], results) else { return Vec::new() };
    let (rows_of_b, mut sums) = (StoredRows::new(b), RowSums::new(result));
    for entry in 0..a.values.len() {
        let (row, column) = a.position(entry);
        let (to, from) = if transposed { (column, row) } else { (row, column) };
        if let Some(start) = rows_of_b.start(from) {
            sums.add(to, a.values.get(entry), b, start);
        }
    }
    vec![sums.of_products()]
}

/// `csr_dense`.
pub(super) struct csr_dense;

impl Operation for csr_dense {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_dense");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_product(case, false, Stype::Default, Stype::Default)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
        let mut out = unwritten(a.rows() * b.columns());
        settle_new(backend.csr_dense(a, b, DenseMut::new(a.rows(), b.columns(), &mut out)?), &out)?;
        Ok(vec![dense("out", result_shape(a.rows(), inputs)?, out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, false)
    }
}

/// `csr_row_sparse`.
pub(super) struct csr_row_sparse;

impl Operation for csr_row_sparse {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_row_sparse");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_product(case, false, Stype::RowSparse, Stype::Default)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.row_sparse(1)?);
        let mut out = unwritten(a.rows() * b.row_length());
        settle_new(backend.csr_row_sparse(a, b, DenseMut::new(a.rows(), b.row_length(), &mut out)?), &out)?;
        Ok(vec![dense("out", result_shape(a.rows(), inputs)?, out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, false)
    }
}

/// Runs a transposed product to row_sparse, whose pattern is that of `plan`.
fn transposed<V: Number, I: CaseIndex>(
    inputs: &Inputs<V, I>,
    plan: &SegmentPlan<I>,
    columns: usize,
    multiply: impl FnOnce(RowSparseMut<V, I>) -> Result<(), KernelError>,
) -> Outcome {
    let mut data = unwritten(plan.stored_rows() * columns);
    settle_new(multiply(RowSparseMut::new(plan.output_rows(), columns, plan.ids(), &mut data)?), &data)?;
    Ok(vec![row_sparse("out", result_shape(plan.output_rows(), inputs)?, plan.ids(), data)])
}

/// `csr_t_dense`.
pub(super) struct csr_t_dense;

impl Operation for csr_t_dense {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_t_dense");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_product(case, true, Stype::Default, Stype::RowSparse)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
        let mut memory = PlanMemory::filled(a.nnz(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        let plan = backend.transpose_plan(a, 0..a.columns(), buffers, scratch)?;
        transposed(inputs, &plan, b.columns(), |out| backend.csr_t_dense(&plan, a.values(), b, out))
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}

/// `csr_t_row_sparse`.
pub(super) struct csr_t_row_sparse;

impl Operation for csr_t_row_sparse {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_t_row_sparse");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_product(case, true, Stype::RowSparse, Stype::RowSparse)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.row_sparse(1)?);
        let mut memory = PlanMemory::filled(a.nnz(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        let plan = backend.transpose_plan_row_sparse(a, b, 0..a.columns(), buffers, scratch)?;
        transposed(inputs, &plan, b.row_length(), |out| backend.csr_t_row_sparse(&plan, a.values(), b, out))
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}

/// `csr_t_dense_to_dense`.
pub(super) struct csr_t_dense_to_dense;

impl Operation for csr_t_dense_to_dense {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_t_dense_to_dense");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_product(case, true, Stype::Default, Stype::Default)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
        let mut memory = PlanMemory::filled(a.nnz(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        let plan = backend.transpose_plan(a, 0..a.columns(), buffers, scratch)?;
        let mut out = unwritten(a.columns() * b.columns());
        settle_new(backend.csr_t_dense_to_dense(&plan, a.values(), b, DenseMut::new(a.columns(), b.columns(), &mut out)?), &out)?;
        Ok(vec![dense("out", result_shape(a.columns(), inputs)?, out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}
