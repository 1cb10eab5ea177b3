//! Rows by their ids, and bags of them.
#![allow(non_camel_case_types)]
use super::magnitudes::RowSums;
use super::operation::of_any_storage;
use super::outcome::{dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stored, Stype};
use lacuna::{Csr, DenseMut, RowSparse, RowSparseMut};
use lacuna_runtime::PlanMemory;

/// The shape of the rows of so many ids.
fn with_length(ids: &[usize], length: usize) -> Vec<usize> {
    ids.iter().copied().chain([length]).collect()
}

fn is_lookup(case: &Case, weight: Stype) -> bool {
    matches!(&case.inputs[..], [ids, of] if ids.stype == Stype::Default && of.stype == weight)
}

const LOOKUP: &[&str] = &["input_dim", "output_dim", "sparse_grad"];

/// `lookup`.
pub(super) struct lookup;

impl Operation for lookup {
    const OPERATORS: &'static [&'static str] = &["Embedding"];
    const KERNEL: Option<&'static str> = Some("lookup");
    const PARAMETERS: &'static [&'static str] = LOOKUP;
    const IDS: Option<usize> = Some(0);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_lookup(case, Stype::Default))
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (ids, weight) = (inputs.ids(0)?, inputs.dense(1)?);
        let mut out = unwritten(ids.len() * weight.columns());
        settle_new(backend.lookup(ids, weight, DenseMut::new(ids.len(), weight.columns(), &mut out)?), &out)?;
        Ok(vec![dense("out", with_length(inputs.shape(0)?, weight.columns()), out)])
    }
}

/// `lookup_row_sparse`.
pub(super) struct lookup_row_sparse;

impl Operation for lookup_row_sparse {
    const OPERATORS: &'static [&'static str] = &["Embedding"];
    const KERNEL: Option<&'static str> = Some("lookup_row_sparse");
    const PARAMETERS: &'static [&'static str] = LOOKUP;
    const IDS: Option<usize> = Some(0);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_lookup(case, Stype::RowSparse))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (ids, weight) = (inputs.ids(0)?, inputs.row_sparse(1)?);
        let mut out = unwritten(ids.len() * weight.row_length());
        settle_new(
            backend.lookup_row_sparse(ids, weight, DenseMut::new(ids.len(), weight.row_length(), &mut out)?),
            &out,
        )?;
        Ok(vec![dense("out", with_length(inputs.shape(0)?, weight.row_length()), out)])
    }
}

/// The gradient of the weight of an Embedding: by `coalesce`, or by a plan and `csr_t_dense_to_dense`.
pub(super) struct lookup_gradient;

impl Operation for lookup_gradient {
    const OPERATORS: &'static [&'static str] = &["Embedding_gradient"];
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = LOOKUP;
    const IDS: Option<usize> = Some(0);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(is_lookup(case, Stype::Default) && case.params.number("input_dim")?.is_some())
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (ids, gradient) = (inputs.ids(0)?, inputs.dense(1)?);
        let rows = inputs.params.number("input_dim")?.unwrap_or_default() as usize;
        let length = gradient.columns();
        let mut memory = PlanMemory::filled(ids.len(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        if inputs.params.switch("sparse_grad", false)? {
            let terms = RowSparse::trusted(rows, length, ids, gradient.data())?;
            let plan = backend.coalesce_plan(terms, buffers, scratch)?;
            let mut out = unwritten(plan.stored_rows() * length);
            settle_new(backend.coalesce(&plan, terms, RowSparseMut::new(rows, length, plan.ids(), &mut out)?), &out)?;
            return Ok(vec![row_sparse("grad", vec![rows, length], plan.ids(), out)]);
        }
        let (indptr, ones) = ((0..=ids.len()).map(I::from_usize).collect::<Vec<_>>(), vec![V::ONE; ids.len()]);
        let plan =
            backend.bag_plan(Csr::trusted(ids.len(), rows, &indptr, ids, &ones)?, usize::MAX, buffers, scratch)?;
        let mut out = unwritten(rows * length);
        settle_new(backend.csr_t_dense_to_dense(&plan, &ones, gradient, DenseMut::new(rows, length, &mut out)?), &out)?;
        Ok(vec![dense("grad", vec![rows, length], out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let ([result], [ids, gradient]) = (results, &case.inputs[..]) else { return Vec::new() };
        let mut sums = RowSums::new(result);
        for k in 0..ids.values.len() {
            sums.add(ids.values.get(k) as usize, 1.0, gradient, k * gradient.row_length());
        }
        vec![sums.of_values()]
    }
}

const BAGS: &[&str] = &["mode", "padding_idx"];

fn is_of_bags(case: &Case, operands: usize, mode: &str) -> Result<bool, String> {
    let stypes = case.inputs.iter().map(|input| input.stype);
    let fits =
        case.inputs.len() == operands && stypes.eq([Stype::Csr].into_iter().chain(vec![Stype::Default; operands - 1]));
    Ok(fits && case.params.word("mode")? == Some(mode))
}

/// A padding below zero, or none, is no id.
fn padding(params: &Params) -> Result<usize, String> {
    Ok(params.number("padding_idx")?.filter(|&id| id >= 0.0).map_or(usize::MAX, |id| id as usize))
}

/// The entries of each bag that are no padding: bag, id, value.
fn terms(case: &Case) -> Vec<Vec<(usize, f64)>> {
    let (bags, padding) = (&case.inputs[0], padding(&case.params).unwrap_or(usize::MAX));
    let of_bag = |bag: &[i64]| {
        let entries = (bag[0] as usize..bag[1] as usize).map(|k| (bags.indices[k] as usize, bags.values.get(k)));
        entries.filter(|(id, _)| *id != padding).collect()
    };
    bags.indptr.windows(2).map(of_bag).collect()
}

fn sum_magnitudes(case: &Case, results: &[Array], mean: bool) -> Vec<Magnitudes> {
    let ([result], [_, weight]) = (results, &case.inputs[..]) else { return Vec::new() };
    let mut sums = RowSums::new(result);
    for (bag, terms) in terms(case).iter().enumerate() {
        let count = if mean { terms.len() as f64 } else { 1.0 };
        terms.iter().for_each(|&(id, value)| sums.add(bag, value / count, weight, id * weight.row_length()));
    }
    let Magnitudes { sums, roundings } = sums.of_products();
    vec![Magnitudes { sums, roundings: roundings.into_iter().map(|roundings| roundings + u32::from(mean)).collect() }]
}

macro_rules! reductions {
    ($($name:ident $mode:literal $mean:literal;)*) => {$(
        /// A reduction of bags.
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &["EmbeddingBag"];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = BAGS;

            fn accepts(case: &Case) -> Result<bool, String> {
                is_of_bags(case, 2, $mode)
            }

            of_any_storage!();

            fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (bags, weight, padding) = (inputs.csr_trusted(0)?, inputs.dense(1)?, padding(inputs.params)?);
                let (rows, columns) = (bags.rows(), weight.columns());
                let mut out = unwritten(rows * columns);
                settle_new(backend.$name(bags, padding, weight, DenseMut::new(rows, columns, &mut out)?), &out)?;
                Ok(vec![dense("out", vec![rows, columns], out)])
            }

            fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                sum_magnitudes(case, results, $mean)
            }
        }
    )*};
}
reductions! {
    bag_sum "sum" false;
    bag_mean "mean" true;
}

/// `bag_max`.
pub(super) struct bag_max;

impl Operation for bag_max {
    const OPERATORS: &'static [&'static str] = &["EmbeddingBag"];
    const KERNEL: Option<&'static str> = Some("bag_max");
    const PARAMETERS: &'static [&'static str] = BAGS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_of_bags(case, 2, "max")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (bags, weight, padding) = (inputs.csr_trusted(0)?, inputs.dense(1)?, padding(inputs.params)?);
        let (rows, columns) = (bags.rows(), weight.columns());
        let (mut entries, mut out) = (vec![I::UNWRITTEN; rows * columns], unwritten(rows * columns));
        settle_new(
            backend.bag_max(bags, padding, weight, &mut entries, DenseMut::new(rows, columns, &mut out)?),
            &out,
        )?;
        Ok(vec![dense("out", vec![rows, columns], out)])
    }
}

/// The gradient of the weight through a sum or mean, of bags, the weight and the gradient of the result.
fn gradient_of_sums<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>, values: &[V]) -> Outcome {
    let (bags, gradient) = (inputs.csr_trusted(0)?, inputs.dense(2)?);
    let mut memory = PlanMemory::filled(bags.nnz(), I::UNWRITTEN);
    let (buffers, scratch) = memory.buffers();
    let plan = backend.bag_plan(bags, padding(inputs.params)?, buffers, scratch)?;
    let mut out = unwritten(plan.stored_rows() * gradient.columns());
    let to = RowSparseMut::new(bags.columns(), gradient.columns(), plan.ids(), &mut out)?;
    settle_new(backend.csr_t_dense(&plan, values, gradient, to), &out)?;
    Ok(vec![row_sparse("grad", vec![bags.columns(), gradient.columns()], plan.ids(), out)])
}

fn gradient_magnitudes(case: &Case, results: &[Array], mean: bool) -> Vec<Magnitudes> {
    let ([result], [_, _, gradient]) = (results, &case.inputs[..]) else { return Vec::new() };
    let mut sums = RowSums::new(result);
    for (bag, terms) in terms(case).iter().enumerate() {
        let count = if mean { terms.len() as f64 } else { 1.0 };
        terms.iter().for_each(|&(id, value)| sums.add(id, value / count, gradient, bag * gradient.row_length()));
    }
    let Magnitudes { sums, roundings } = sums.of_products();
    vec![Magnitudes { sums, roundings: roundings.into_iter().map(|roundings| roundings + u32::from(mean)).collect() }]
}

/// The gradient through `bag_sum`, which is a transposed product.
pub(super) struct bag_sum_gradient;

impl Operation for bag_sum_gradient {
    const OPERATORS: &'static [&'static str] = &["EmbeddingBag_gradient"];
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = BAGS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_of_bags(case, 3, "sum")
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        gradient_of_sums(backend, inputs, inputs.values(0)?)
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        gradient_magnitudes(case, results, false)
    }
}

/// The gradient through `bag_mean`, by `bag_shares`.
pub(super) struct bag_shares;

impl Operation for bag_shares {
    const OPERATORS: &'static [&'static str] = &["EmbeddingBag_gradient"];
    const KERNEL: Option<&'static str> = Some("bag_shares");
    const PARAMETERS: &'static [&'static str] = BAGS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_of_bags(case, 3, "mean")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let mut shares = unwritten(inputs.values(0)?.len());
        settle_new(backend.bag_shares(inputs.csr_trusted(0)?, padding(inputs.params)?, &mut shares), &shares)?;
        gradient_of_sums(backend, inputs, &shares)
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        gradient_magnitudes(case, results, true)
    }
}

/// The gradient through `bag_max`, whose terms are whole numbers in all cases, so that sums are exact.
pub(super) struct bag_max_gradient;

impl Operation for bag_max_gradient {
    const OPERATORS: &'static [&'static str] = &["EmbeddingBag_gradient"];
    const KERNEL: Option<&'static str> = Some("bag_max_gradient");
    const PARAMETERS: &'static [&'static str] = BAGS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_of_bags(case, 3, "max")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (bags, weight, gradient) = (inputs.csr_trusted(0)?, inputs.dense(1)?, inputs.dense(2)?);
        let (columns, padding) = (gradient.columns(), padding(inputs.params)?);
        let (mut entries, mut largest) = (vec![I::UNWRITTEN; bags.rows() * columns], unwritten(bags.rows() * columns));
        backend.bag_max(
            bags,
            padding,
            weight,
            &mut entries,
            DenseMut::<V>::new(bags.rows(), columns, &mut largest)?,
        )?;
        let mut memory = PlanMemory::filled(bags.nnz(), I::UNWRITTEN);
        let (buffers, scratch) = memory.buffers();
        let plan = backend.bag_plan(bags, padding, buffers, scratch)?;
        let mut out = unwritten(plan.stored_rows() * columns);
        let to = RowSparseMut::new(bags.columns(), columns, plan.ids(), &mut out)?;
        settle_new(backend.bag_max_gradient(&plan, &entries, gradient, to), &out)?;
        Ok(vec![row_sparse("grad", vec![bags.columns(), columns], plan.ids(), out)])
    }
}
