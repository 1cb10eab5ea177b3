//! Parts of csr matrices, and matrices put together of parts.
#![allow(non_camel_case_types)]
use super::operation::of_any_storage;
use super::outcome::{csr, dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored, Stype};
use lacuna::slice::{CanonicalBuffers, Outside, Steps, resolve_ids};
use lacuna::{Csr, CsrMut, DenseMut, KernelError, RowSparseMut};
use lacuna_runtime::PlanMemory;
use std::num::NonZero;

fn stypes<const N: usize>(case: &Case, stypes: [Stype; N]) -> bool {
    case.inputs.iter().map(|input| input.stype).eq(stypes)
}

/// A csr that a kernel has filled.
struct Filled<V, I> {
    shape: [usize; 2],
    indptr: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
}

impl<V: Stored, I: CaseIndex> Filled<V, I> {
    /// The pointers by one call, columns and values by another.
    fn make(
        shape: [usize; 2],
        pointers: impl FnOnce(&mut [I]) -> Result<usize, KernelError>,
        fill: impl FnOnce(CsrMut<V, I>) -> Result<(), KernelError>,
    ) -> Result<Self, Stop> {
        let mut indptr = vec![I::UNWRITTEN; shape[0] + 1];
        let nnz = pointers(&mut indptr)?;
        let (mut indices, mut values) = (vec![I::UNWRITTEN; nnz], unwritten(nnz));
        settle_new(fill(CsrMut::new(shape[0], shape[1], &indptr, &mut indices, &mut values)?), &values)?;
        Ok(Self { shape, indptr, indices, values })
    }

    fn view(&self) -> Result<Csr<'_, V, I>, Stop> {
        Ok(Csr::new(self.shape[0], self.shape[1], &self.indptr, &self.indices, &self.values)?)
    }

    fn into_array(self) -> Array {
        csr("out", self.shape.to_vec(), &self.indptr, &self.indices, self.values)
    }
}

fn take_rows<V: Stored, I: CaseIndex>(backend: &dyn Backend, data: Csr<V, I>, ids: &[I]) -> Result<Filled<V, I>, Stop> {
    Filled::make(
        [ids.len(), data.columns()],
        |indptr| backend.take_indptr(data, ids, indptr),
        |out| backend.take(data, ids, out),
    )
}

/// `take`, with its structure call.
pub(super) struct take;

impl Operation for take {
    const OPERATORS: &'static [&'static str] = &["take"];
    const KERNEL: Option<&'static str> = Some("take");
    const PARAMETERS: &'static [&'static str] = &["axis", "mode"];
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        let of_rows = case.params.number("axis")?.unwrap_or(0.0) == 0.0;
        Ok(of_rows && stypes(case, [Stype::Csr, Stype::Default]) && case.inputs[1].shape.len() == 1)
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (data, mut ids) = (inputs.csr(0)?, inputs.ids(1)?.to_vec());
        match inputs.params.word("mode")?.unwrap_or("clip") {
            "clip" => resolve_ids(&mut ids, data.rows(), Outside::Clip)?,
            "wrap" => resolve_ids(&mut ids, data.rows(), Outside::Wrap)?,
            _ => {}
        }
        Ok(vec![take_rows(backend, data, &ids)?.into_array()])
    }
}

/// Rows by a view, or by `take` for another step; then `columns`, with its structure call.
pub(super) struct columns;

/// The places that parameters `begin`, `end` and `step` name along an axis.
fn steps(case: &crate::fixture::Params, axis: usize, length: usize) -> Result<Steps, String> {
    let of = |name| Ok::<_, String>(case.places(name)?.and_then(|values| values.get(axis).copied().flatten()));
    let step = of("step")?.map(|step| NonZero::new(step).ok_or("a step of 0")).transpose()?;
    Ok(Steps::resolve(of("begin")?, of("end")?, step, length))
}

impl Operation for columns {
    const OPERATORS: &'static [&'static str] = &["slice"];
    const KERNEL: Option<&'static str> = Some("columns");
    const PARAMETERS: &'static [&'static str] = &["begin", "end", "step"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(stypes(case, [Stype::Csr]) && steps(&case.params, 1, case.inputs[0].row_length())?.range().is_some())
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let data = inputs.csr(0)?;
        let rows = steps(inputs.params, 0, data.rows())?;
        let range = steps(inputs.params, 1, data.columns())?.range().unwrap_or(0..0);
        let taken;
        let data = match rows.range() {
            Some(rows) => data.row_range(rows)?,
            None => {
                let mut ids = vec![I::UNWRITTEN; rows.count];
                rows.ids(&mut ids);
                taken = take_rows(backend, data, &ids)?;
                taken.view()?
            }
        };
        let pointers = |indptr: &mut [I]| backend.columns_indptr(data, range.start, range.end, indptr);
        let found = Filled::make([data.rows(), range.len()], pointers, |out| backend.columns(data, range.start, out))?;
        Ok(vec![found.into_array()])
    }
}

/// `concat`, with its structure call, for each array.
pub(super) struct concat;

impl Operation for concat {
    const OPERATORS: &'static [&'static str] = &["concat"];
    const KERNEL: Option<&'static str> = Some("concat");
    const PARAMETERS: &'static [&'static str] = &["dim", "num_args"];

    fn accepts(case: &Case) -> Result<bool, String> {
        let known = [0.0, 1.0, -1.0, -2.0].contains(&case.params.number("dim")?.unwrap_or(1.0));
        Ok(known && !case.inputs.is_empty() && case.inputs.iter().all(|input| input.stype == Stype::Csr))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let parts = (0..inputs.len()).map(|place| inputs.csr(place)).collect::<Result<Vec<_>, _>>()?;
        let beside = [1.0, -1.0].contains(&inputs.params.number("dim")?.unwrap_or(1.0));
        let shape = if beside {
            [parts[0].rows(), parts.iter().map(Csr::columns).sum()]
        } else {
            [parts.iter().map(Csr::rows).sum(), parts[0].columns()]
        };
        let zero = I::from_usize(0);
        let pointers = |indptr: &mut [I]| {
            indptr.fill(zero);
            let mut row = 1;
            for part in &parts {
                backend.add_row_nnz(*part, &mut indptr[row..])?;
                row += if beside { 0 } else { part.rows() };
            }
            backend.accumulate_indptr(indptr)
        };
        let fill = |mut rest: CsrMut<V, I>| {
            let (mut starts, mut first_column) = (vec![zero; shape[0]], 0);
            for part in &parts {
                if beside {
                    let whole = rest.reborrow();
                    backend.concat(*part, first_column, &starts, whole)?;
                    backend.add_row_nnz(*part, &mut starts)?;
                    first_column += part.columns();
                } else {
                    let (top, others) = rest.split_rows_at(part.rows());
                    backend.concat(*part, 0, &starts[..part.rows()], top)?;
                    rest = others;
                }
            }
            Ok(())
        };
        Ok(vec![Filled::make(shape, pointers, fill)?.into_array()])
    }
}

/// `prune`, with its structure call.
pub(super) struct prune;

impl Operation for prune {
    const OPERATORS: &'static [&'static str] = &["prune"];
    const KERNEL: Option<&'static str> = Some("prune");

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(stypes(case, [Stype::Csr]))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let data = inputs.csr(0)?;
        let pointers = |indptr: &mut [I]| backend.prune_indptr(data, indptr);
        Ok(vec![Filled::make([data.rows(), data.columns()], pointers, |out| backend.prune(data, out))?.into_array()])
    }
}

/// Of a row_sparse: `retain` of the rows that are not zero.
pub(super) struct prune_rows;

impl Operation for prune_rows {
    const OPERATORS: &'static [&'static str] = &["prune"];
    const KERNEL: Option<&'static str> = None;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(stypes(case, [Stype::RowSparse]))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let data = inputs.row_sparse(0)?;
        let mut ids = vec![I::UNWRITTEN; data.stored_rows()];
        let stored = lacuna::slice::prune_ids(data, &mut ids)?;
        ids.truncate(stored);
        let mut kept = unwritten(stored * data.row_length());
        settle_new(backend.retain(data, RowSparseMut::new(data.rows(), data.row_length(), &ids, &mut kept)?), &kept)?;
        Ok(vec![row_sparse("out", inputs.shape(0)?.to_vec(), &ids, kept)])
    }
}

/// `select`.
pub(super) struct select;

impl Operation for select {
    const OPERATORS: &'static [&'static str] = &["where"];
    const KERNEL: Option<&'static str> = Some("select");

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(stypes(case, [Stype::Csr, Stype::Default, Stype::Default]))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (condition, x, y) = (inputs.csr(0)?, inputs.dense(1)?, inputs.dense(2)?);
        let (rows, length) = (condition.rows(), condition.columns());
        let mut out = unwritten(rows * length);
        settle_new(backend.select(condition, x, y, DenseMut::new(rows, length, &mut out)?), &out)?;
        Ok(vec![dense("out", vec![rows, length], out)])
    }
}

/// Both gradients of `select`, which are a kernel each: the operands are the gradient of the result and those of
/// `select`.
fn gradients<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
    let (gradient, condition) = (inputs.dense(0)?, inputs.csr(1)?);
    let (rows, length) = (condition.rows(), condition.columns());
    let (mut of_x, mut of_y) = (unwritten(rows * length), unwritten(rows * length));
    settle_new(backend.select_x_gradient(condition, gradient, DenseMut::new(rows, length, &mut of_x)?), &of_x)?;
    settle_new(backend.select_y_gradient(condition, gradient, DenseMut::new(rows, length, &mut of_y)?), &of_y)?;
    Ok(vec![dense("out0", vec![rows, length], of_x), dense("out1", vec![rows, length], of_y)])
}

macro_rules! gradients {
    ($($kernel:ident)*) => {$(
        /// A gradient of `select`, with the other one.
        pub(super) struct $kernel;

        impl Operation for $kernel {
            const OPERATORS: &'static [&'static str] = &["backward_where"];
            const KERNEL: Option<&'static str> = Some(stringify!($kernel));

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(stypes(case, [Stype::Default, Stype::Csr, Stype::Default, Stype::Default]))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                gradients(backend, inputs)
            }
        }
    )*};
}
gradients! { select_x_gradient select_y_gradient }

/// `diagonal`; one below the main one is that of the rows from there on.
pub(super) struct diagonal;

impl Operation for diagonal {
    const OPERATORS: &'static [&'static str] = &["diag"];
    const KERNEL: Option<&'static str> = Some("diagonal");
    const PARAMETERS: &'static [&'static str] = &["k"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(stypes(case, [Stype::Csr]))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let data = inputs.csr(0)?;
        let k = inputs.params.places("k")?.and_then(|k| k.first().copied().flatten()).unwrap_or(0);
        let (below, first_column) = (k.min(0).unsigned_abs() as usize, k.max(0) as usize);
        let data = data.row_range(below..data.rows())?;
        let mut out = unwritten(data.rows().min(data.columns().saturating_sub(first_column)));
        settle_new(backend.diagonal(data, first_column, &mut out), &out)?;
        Ok(vec![dense("out", vec![out.len()], out)])
    }
}

/// An array of the same type and shape that stores nothing; a dense one is filled with zeros. No kernel.
pub(super) struct zeros_like;

impl Operation for zeros_like {
    const OPERATORS: &'static [&'static str] = &["zeros_like"];
    const KERNEL: Option<&'static str> = None;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 1)
    }

    fn run<V: Number, I: CaseIndex>(_backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        inputs.check(0)?;
        let shape = inputs.shape(0)?.to_vec();
        let zeros = |length| V::into_values(vec![V::ZERO; length]);
        let indptr = vec![I::from_usize(0); shape[0] + 1];
        Ok(vec![match inputs.stype(0) {
            Some(Stype::Csr) => csr::<V, I>("out", shape, &indptr, &[], Vec::new()),
            Some(Stype::RowSparse) => row_sparse::<V, I>("out", shape, &[], Vec::new()),
            _ => Array { values: zeros(inputs.values(0)?.len()), ..dense::<V>("out", shape, Vec::new()) },
        }])
    }
}

/// The canonical form of a csr in any order: its structure call, and `coalesce` of its values.
pub(super) struct canonical;

impl Operation for canonical {
    const OPERATORS: &'static [&'static str] = &["sum_duplicates"];
    const KERNEL: Option<&'static str> = None;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(stypes(case, [Stype::Csr]))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let data = inputs.csr_trusted(0)?;
        let (mut indptr, mut indices) = (vec![I::UNWRITTEN; data.rows() + 1], vec![I::UNWRITTEN; data.nnz()]);
        let mut memory = PlanMemory::filled(data.nnz(), I::UNWRITTEN);
        let (plan, scratch) = memory.buffers();
        let buffers = CanonicalBuffers { indptr: &mut indptr, indices: &mut indices, plan };
        let found = lacuna::slice::canonical_csr(data, buffers, scratch)?;
        let mut sums = unwritten(found.indices().len());
        let input = lacuna::RowSparse::trusted(data.nnz(), 1, found.plan().entries(), data.values())?;
        let out = RowSparseMut::new(sums.len(), 1, found.plan().ids(), &mut sums)?;
        settle_new(backend.coalesce(found.plan(), input, out), &sums)?;
        Ok(vec![csr("out", inputs.shape(0)?.to_vec(), found.indptr(), found.indices(), sums)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let of = |result: &Array| {
            let input = &case.inputs[0];
            let places = |array: &Array| -> Vec<(usize, i64)> {
                let row = |k: usize| array.indptr.partition_point(|&pointer| pointer <= k as i64) - 1;
                array.indices.iter().enumerate().map(|(k, &column)| (row(k), column)).collect()
            };
            let given = places(input);
            let sum = |place: (usize, i64)| {
                let terms = given.iter().enumerate().filter(|(_, given)| **given == place);
                terms.fold((0.0, 0_u32), |(sum, terms), (k, _)| (sum + input.values.get(k).abs(), terms + 1))
            };
            let (sums, terms): (Vec<_>, Vec<_>) = places(result).into_iter().map(sum).unzip();
            Magnitudes { sums, roundings: terms.into_iter().map(|terms| terms.saturating_sub(1)).collect() }
        };
        results.iter().map(of).collect()
    }
}
