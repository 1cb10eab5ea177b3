//! Products.
#![allow(non_camel_case_types)]
use super::magnitudes::{RowSums, StoredRows};
use super::operation::of_any_storage;
use super::outcome::{dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored, Stype};
use lacuna::dot::{BlockEnds, SellPlan, TransposeBuffers, block_ends_capacity, block_ends_scratch, sell_plan_length};
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, DenseMut, KernelError, RowSparseMut, order};
use lacuna_runtime::PlanMemory;

pub(super) use super::dense_products::{dense_dense, dense_dense_t, dense_t_dense};
pub(super) use super::sparse_products::{csr_csr, dense_csr, dense_csr_t, dense_row_sparse_t, sddmm};

const PARAMETERS: &[&str] = &["transpose_a", "transpose_b", "forward_stype"];

/// True for a csr, transposed or not, times an operand of `right`, with a result of `result`.
fn is_product(case: &Case, transposed: bool, right: Stype, result: Stype) -> Result<bool, String> {
    let operands = matches!(&case.inputs[..], [a, b] if a.stype == Stype::Csr && b.stype == right);
    let switches =
        case.params.switch("transpose_a", false)? == transposed && !case.params.switch("transpose_b", false)?;
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
fn result_shape<V: Stored, I: CaseIndex>(rows: usize, inputs: &Inputs<V, I>) -> Result<Vec<usize>, Stop> {
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

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
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

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
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
fn transposed<V: Stored, I: CaseIndex>(
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

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
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

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
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

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
        let mut memory = PlanMemory::filled(a.nnz(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        let plan = backend.transpose_plan(a, 0..a.columns(), buffers, scratch)?;
        let mut out = unwritten(a.columns() * b.columns());
        settle_new(
            backend.csr_t_dense_to_dense(&plan, a.values(), b, DenseMut::new(a.columns(), b.columns(), &mut out)?),
            &out,
        )?;
        Ok(vec![dense("out", result_shape(a.columns(), inputs)?, out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}

/// Memory of block ends, of exactly the lengths that a product of `terms` rows of `a` needs, and full of what nothing
/// has written.
fn block_memory<V: Number, I: CaseIndex>(a: Csr<V, I>, terms: usize) -> [Vec<I>; 3] {
    let (places, scratch) =
        if terms <= order::BLOCK { (0, 0) } else { (block_ends_capacity(a.nnz()), block_ends_scratch(a.columns())) };
    [places, places, scratch].map(|length| vec![I::UNWRITTEN; length])
}

/// Runs a product by scattering, whose block ends are known.
fn scattered<V: Number, I: CaseIndex>(
    [rows, columns]: [usize; 2],
    ends: &BlockEnds<I>,
    multiply: impl FnOnce(&mut [V], DenseMut<V>) -> Result<(), KernelError>,
) -> Result<Vec<V>, Stop> {
    let (mut out, mut totals) = (unwritten(rows * columns), unwritten(ends.totals(columns)));
    settle_new(multiply(&mut totals, DenseMut::new(rows, columns, &mut out)?), &out)?;
    Ok(out)
}

/// `csr_t_dense_scatter`, with its structure call.
pub(super) struct csr_t_dense_scatter;

impl Operation for csr_t_dense_scatter {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_t_dense_scatter");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;
    const LINE: Option<&'static str> = Some("scatter");

    fn accepts(case: &Case) -> Result<bool, String> {
        is_product(case, true, Stype::Default, Stype::Default)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
        let [mut columns, mut entries, mut scratch] = block_memory(a, a.rows());
        let ends = backend.block_ends(a, &mut columns, &mut entries, &mut scratch)?;
        let multiply = |totals: &mut [V], out: DenseMut<V>| backend.csr_t_dense_scatter(a, &ends, b, totals, out);
        let out = scattered([a.columns(), b.columns()], &ends, multiply)?;
        Ok(vec![dense("out", result_shape(a.columns(), inputs)?, out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}

/// `csr_t_column`.
pub(super) struct csr_t_column;

impl Operation for csr_t_column {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_t_column");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;
    const LINE: Option<&'static str> = Some("column");

    fn accepts(case: &Case) -> Result<bool, String> {
        let column = case.inputs.get(1).is_some_and(|b| b.shape.iter().skip(1).product::<usize>() == 1);
        Ok(column && is_product(case, true, Stype::Default, Stype::Default)?)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
        let (counts, totals) =
            if a.rows() <= order::BLOCK { (0, 0) } else { (block_ends_scratch(a.columns()), a.columns()) };
        let (mut counts, mut totals) = (vec![I::UNWRITTEN; counts], unwritten(totals));
        let mut out = unwritten(a.columns());
        let column = DenseMut::new(a.columns(), 1, &mut out)?;
        settle_new(backend.csr_t_column(a, b, &mut counts, &mut totals, column), &out)?;
        Ok(vec![dense("out", result_shape(a.columns(), inputs)?, out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}

/// `csr_t_row_sparse_scatter`, with its structure call. The operator's result is row_sparse: it stores the rows with
/// terms, and all others must be zero.
pub(super) struct csr_t_row_sparse_scatter;

impl Operation for csr_t_row_sparse_scatter {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_t_row_sparse_scatter");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;
    const LINE: Option<&'static str> = Some("scatter");

    /// Not where nearly all rows of a dense result would be zero.
    fn accepts(case: &Case) -> Result<bool, String> {
        let narrow = case.inputs.first().and_then(|a| a.shape.get(1)).is_some_and(|columns| *columns <= 10_000);
        Ok(narrow && is_product(case, true, Stype::RowSparse, Stype::RowSparse)?)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.csr(0)?, inputs.row_sparse(1)?);
        let n = b.row_length();
        let [mut columns, mut entries, mut scratch] = block_memory(a, b.stored_rows());
        let ends = backend.block_ends_row_sparse(a, b, &mut columns, &mut entries, &mut scratch)?;
        let multiply = |totals: &mut [V], out: DenseMut<V>| backend.csr_t_row_sparse_scatter(a, &ends, b, totals, out);
        let out = scattered([a.columns(), n], &ends, multiply)?;
        let rows_of_a = (0..b.stored_rows()).map(|k| b.row_of(k)).filter(|row| *row < a.rows());
        let mut with_terms: Vec<I> = rows_of_a.flat_map(|row| a.row(row).0.iter().copied()).collect();
        with_terms.sort_unstable();
        with_terms.dedup();
        let places: Vec<_> = with_terms.iter().map(|id| id.to_usize()).collect();
        if (0..a.columns()).any(|row| {
            places.binary_search(&row).is_err() && out[row * n..][..n].iter().any(|x| x.to_bits() != V::ZERO.to_bits())
        }) {
            return Err(Stop::Broken("a row without terms is not zero".to_owned()));
        }
        let data = places.iter().flat_map(|row| out[row * n..][..n].iter().copied()).collect();
        Ok(vec![row_sparse("out", result_shape(a.columns(), inputs)?, &with_terms, data)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}

/// Runs a product with one column by a SELL plan, whose values come from `values`.
fn sliced<V: Number, I: CaseIndex>(
    backend: &dyn Backend,
    inputs: &Inputs<V, I>,
    plan: &SellPlan<I>,
    values: &[V],
) -> Outcome {
    let rows = plan.shape().rows;
    let (mut in_order, mut out) = (unwritten(plan.entries().len()), unwritten(rows));
    settle_new(backend.permute(plan.entries(), values, &mut in_order), &in_order)?;
    settle_new(backend.sell_column(plan, &in_order, inputs.dense(1)?, DenseMut::new(rows, 1, &mut out)?), &out)?;
    Ok(vec![dense("out", result_shape(rows, inputs)?, out)])
}

fn has_one_column(case: &Case) -> bool {
    case.inputs.get(1).is_some_and(|b| b.shape.iter().skip(1).product::<usize>() == 1)
}

/// `sell_column`, with its structure call.
pub(super) struct sell_column;

impl Operation for sell_column {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("sell_column");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;
    const LINE: Option<&'static str> = Some("sell");

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(has_one_column(case) && is_product(case, false, Stype::Default, Stype::Default)?)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let a = inputs.csr(0)?;
        let mut memory = vec![I::UNWRITTEN; sell_plan_length(a.rows(), a.nnz())];
        let plan = backend.sell_plan(a, &mut memory)?;
        sliced(backend, inputs, &plan, a.values())
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, false)
    }
}

/// `sell_column` of a transposed matrix, with its structure call.
pub(super) struct sell_column_transposed;

impl Operation for sell_column_transposed {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("sell_column");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;
    const LINE: Option<&'static str> = Some("sell");

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(has_one_column(case) && is_product(case, true, Stype::Default, Stype::Default)?)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let a = inputs.csr(0)?;
        let [mut indptr, mut indices, mut entries] =
            [a.columns() + 1, a.nnz(), a.nnz()].map(|length| vec![I::UNWRITTEN; length]);
        let buffers = TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
        let pattern = lacuna::dot::transpose(a, buffers)?;
        // The values are not looked at.
        let transposed =
            Csr::trusted(pattern.rows(), pattern.columns(), pattern.indptr(), pattern.indices(), a.values())?;
        let mut memory = vec![I::UNWRITTEN; sell_plan_length(transposed.rows(), transposed.nnz())];
        let plan = backend.sell_plan_transposed(transposed, pattern.entries(), &mut memory)?;
        sliced(backend, inputs, &plan, a.values())
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, true)
    }
}
