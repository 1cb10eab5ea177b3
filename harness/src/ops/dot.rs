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

fn has_one_column(case: &Case) -> bool {
    case.inputs.get(1).is_some_and(|b| b.shape.iter().skip(1).product::<usize>() == 1)
}

/// Not where nearly all rows of a dense result would be zero.
fn is_narrow(case: &Case) -> bool {
    case.inputs.first().and_then(|a| a.shape.get(1)).is_some_and(|columns| *columns <= 10_000)
}

/// A product of a csr, plain or transposed, with an operand and to a result of these storage types: by the kernel of its
/// name or another, with a line of its own in the hash list, and for some cases alone.
macro_rules! product {
    ($(#[$doc:meta])* $name:ident $(of $kernel:ident)? $(line $line:ident)?: $form:ident $right:ident -> $result:ident
        $(, if $only:ident)? { $($run:tt)* }) => {
        $(#[$doc])*
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["dot"];
            const KERNEL: Option<&'static str> = Some(product!(@kernel $name $($kernel)?));
            const PARAMETERS: &'static [&'static str] = &["transpose_a", "transpose_b", "forward_stype"];
            $(const LINE: Option<&'static str> = Some(stringify!($line));)?

            fn accepts(case: &Case) -> Result<bool, String> {
                $(if !$only(case) {
                    return Ok(false);
                })?
                is_product(case, product!(@$form), Stype::$right, Stype::$result)
            }

            $($run)*

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                product_magnitudes(case, results, product!(@$form))
            }
        }
    };
    (@kernel $name:ident) => { stringify!($name) };
    (@kernel $name:ident $kernel:ident) => { stringify!($kernel) };
    (@plain) => { false };
    (@transposed) => { true };
}

product! {
    csr_dense: plain Default -> Default {
        of_any_storage!();

        fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
            let mut out = unwritten(a.rows() * b.columns());
            settle_new(backend.csr_dense(a, b, DenseMut::new(a.rows(), b.columns(), &mut out)?), &out)?;
            Ok(vec![dense("out", result_shape(a.rows(), inputs)?, out)])
        }
    }
}

product! {
    csr_row_sparse: plain RowSparse -> Default {
        fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            let (a, b) = (inputs.csr(0)?, inputs.row_sparse(1)?);
            let mut out = unwritten(a.rows() * b.row_length());
            settle_new(backend.csr_row_sparse(a, b, DenseMut::new(a.rows(), b.row_length(), &mut out)?), &out)?;
            Ok(vec![dense("out", result_shape(a.rows(), inputs)?, out)])
        }
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

product! {
    csr_t_dense: transposed Default -> RowSparse {
        of_any_storage!();

        fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
            let mut memory = PlanMemory::filled(a.nnz(), I::UNWRITTEN);
            let (buffers, scratch) = memory.buffers();
            let plan = backend.transpose_plan(a, 0..a.columns(), buffers, scratch)?;
            transposed(inputs, &plan, b.columns(), |out| backend.csr_t_dense(&plan, a.values(), b, out))
        }
    }
}

product! {
    csr_t_row_sparse: transposed RowSparse -> RowSparse {
        fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            let (a, b) = (inputs.csr(0)?, inputs.row_sparse(1)?);
            let mut memory = PlanMemory::filled(a.nnz(), I::UNWRITTEN);
            let (buffers, scratch) = memory.buffers();
            let plan = backend.transpose_plan_row_sparse(a, b, 0..a.columns(), buffers, scratch)?;
            transposed(inputs, &plan, b.row_length(), |out| backend.csr_t_row_sparse(&plan, a.values(), b, out))
        }
    }
}

product! {
    csr_t_dense_to_dense: transposed Default -> Default {
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

product! {
    /// `csr_t_dense_scatter`, with its structure call.
    csr_t_dense_scatter line scatter: transposed Default -> Default {
        fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            let (a, b) = (inputs.csr(0)?, inputs.dense(1)?);
            let [mut columns, mut entries, mut scratch] = block_memory(a, a.rows());
            let ends = backend.block_ends(a, &mut columns, &mut entries, &mut scratch)?;
            let multiply = |totals: &mut [V], out: DenseMut<V>| backend.csr_t_dense_scatter(a, &ends, b, totals, out);
            let out = scattered([a.columns(), b.columns()], &ends, multiply)?;
            Ok(vec![dense("out", result_shape(a.columns(), inputs)?, out)])
        }
    }
}

product! {
    csr_t_column line column: transposed Default -> Default, if has_one_column {
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
    }
}

product! {
    /// `csr_t_row_sparse_scatter`, with its structure call. The operator's result is row_sparse: it stores the rows with
    /// terms, and all others must be zero.
    csr_t_row_sparse_scatter line scatter: transposed RowSparse -> RowSparse, if is_narrow {
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

product! {
    /// `sell_column`, with its structure call.
    sell_column line sell: plain Default -> Default, if has_one_column {
        fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
            let a = inputs.csr(0)?;
            let mut memory = vec![I::UNWRITTEN; sell_plan_length(a.rows(), a.nnz())];
            let plan = backend.sell_plan(a, &mut memory)?;
            sliced(backend, inputs, &plan, a.values())
        }
    }
}

product! {
    /// `sell_column` of a transposed matrix, with its structure call.
    sell_column_transposed of sell_column line sell: transposed Default -> Default, if has_one_column {
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
    }
}
