//! Casts.
#![allow(non_camel_case_types)]
use super::operation::of_any_storage;
use super::outcome::{csr, dense, row_sparse, settle_new, unwritten};
use super::{Inputs, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored, Stype, Values};
use half::{bf16, f16};
use lacuna::call::Element;
use lacuna::{CsrMut, DenseMut, RowSparseMut};

const PARAMETERS: &[&str] = &["stype"];

fn is_cast(case: &Case, from: Stype, to: &str) -> Result<bool, String> {
    Ok(matches!(&case.inputs[..], [input] if input.stype == from) && case.params.word("stype")? == Some(to))
}

/// `dense_to_csr`, with its two structure calls.
pub(super) struct dense_to_csr;

impl Operation for dense_to_csr {
    const OPERATORS: &'static [&'static str] = &["cast_storage"];
    const KERNEL: Option<&'static str> = Some("dense_to_csr");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_cast(case, Stype::Default, "csr")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.dense(0)?;
        let mut indptr = vec![I::UNWRITTEN; input.rows() + 1];
        indptr[0] = I::from_usize(0);
        backend.dense_row_nnz(input, &mut indptr[1..])?;
        let stored = backend.accumulate_indptr(&mut indptr)?;
        let (mut indices, mut values) = (vec![I::UNWRITTEN; stored], unwritten(stored));
        let out = CsrMut::new(input.rows(), input.columns(), &indptr, &mut indices, &mut values)?;
        settle_new(backend.dense_to_csr(input, out), &values)?;
        Ok(vec![csr("out", inputs.shape(0)?.to_vec(), &indptr, &indices, values)])
    }
}

/// `dense_to_csr_one_pass`, into arrays that have room for every element.
pub(super) struct dense_to_csr_one_pass;

impl Operation for dense_to_csr_one_pass {
    const OPERATORS: &'static [&'static str] = &["cast_storage"];
    const KERNEL: Option<&'static str> = Some("dense_to_csr_one_pass");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_cast(case, Stype::Default, "csr")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.dense(0)?;
        let elements = input.rows() * input.columns();
        let mut indptr = vec![I::UNWRITTEN; input.rows() + 1];
        let (mut indices, mut values) = (vec![I::UNWRITTEN; elements], unwritten(elements));
        let result = backend.dense_to_csr_one_pass(input, &mut indptr, &mut indices, &mut values);
        let stored = settle_new(result, &values)?;
        values.truncate(stored);
        Ok(vec![csr("out", inputs.shape(0)?.to_vec(), &indptr, &indices[..stored], values)])
    }
}

/// `csr_to_dense`.
pub(super) struct csr_to_dense;

impl Operation for csr_to_dense {
    const OPERATORS: &'static [&'static str] = &["cast_storage"];
    const KERNEL: Option<&'static str> = Some("csr_to_dense");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_cast(case, Stype::Csr, "default")
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.csr(0)?;
        let mut out = unwritten(input.rows() * input.columns());
        settle_new(backend.csr_to_dense(input, DenseMut::new(input.rows(), input.columns(), &mut out)?), &out)?;
        Ok(vec![dense("out", inputs.shape(0)?.to_vec(), out)])
    }
}

/// `dense_to_row_sparse`, with its structure call.
pub(super) struct dense_to_row_sparse;

impl Operation for dense_to_row_sparse {
    const OPERATORS: &'static [&'static str] = &["cast_storage"];
    const KERNEL: Option<&'static str> = Some("dense_to_row_sparse");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_cast(case, Stype::Default, "row_sparse")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.dense(0)?;
        let mut ids = vec![I::UNWRITTEN; input.rows()];
        let stored = backend.dense_row_ids(input, 0, &mut ids)?;
        ids.truncate(stored);
        let mut data = unwritten(stored * input.columns());
        settle_new(
            backend.dense_to_row_sparse(input, RowSparseMut::new(input.rows(), input.columns(), &ids, &mut data)?),
            &data,
        )?;
        Ok(vec![row_sparse("out", inputs.shape(0)?.to_vec(), &ids, data)])
    }
}

/// `row_sparse_to_dense`.
pub(super) struct row_sparse_to_dense;

impl Operation for row_sparse_to_dense {
    const OPERATORS: &'static [&'static str] = &["cast_storage"];
    const KERNEL: Option<&'static str> = Some("row_sparse_to_dense");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        is_cast(case, Stype::RowSparse, "default")
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.row_sparse(0)?;
        let mut out = unwritten(input.rows() * input.row_length());
        settle_new(
            backend.row_sparse_to_dense(input, DenseMut::new(input.rows(), input.row_length(), &mut out)?),
            &out,
        )?;
        Ok(vec![dense("out", inputs.shape(0)?.to_vec(), out)])
    }
}

/// Numbers of one type as another, which no call of the list does.
pub(super) struct numbers;

impl Operation for numbers {
    const OPERATORS: &'static [&'static str] = &["Cast"];
    const KERNEL: Option<&'static str> = None;
    const PARAMETERS: &'static [&'static str] = &["dtype"];
    const UNTYPED: usize = 0;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 1 && case.params.word("dtype")?.is_some())
    }

    of_any_storage!();

    fn run_stored<V: Stored, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let input = inputs.array(0)?;
        let values = match inputs.params.word("dtype")? {
            Some("float32") => Values::F32(cast_to(backend, &input.values, f32::UNWRITTEN)?),
            Some("float64") => Values::F64(cast_to(backend, &input.values, f64::UNWRITTEN)?),
            Some("float16") => Values::F16(cast_to(backend, &input.values, f16::UNWRITTEN)?),
            Some("bfloat16") => Values::Bf16(cast_to(backend, &input.values, bf16::UNWRITTEN)?),
            Some("int64") => Values::I64(cast_to(backend, &input.values, i64::UNWRITTEN)?),
            // Files have integers of 64 bits.
            Some("int32") => Values::I64(widened(cast_to(backend, &input.values, i32::UNWRITTEN)?)),
            Some("int8") => Values::I64(widened(cast_to(backend, &input.values, i8::MAX)?)),
            Some("uint8") => Values::I64(widened(cast_to(backend, &input.values, u8::MAX)?)),
            other => return Err(Stop::Broken(format!("parameter dtype is {other:?}"))),
        };
        Ok(vec![Array { name: "out".to_owned(), values, ..input.clone() }])
    }
}

fn widened<B: Into<i64>>(integers: Vec<B>) -> Vec<i64> {
    integers.into_iter().map(Into::into).collect()
}

fn cast_to<B: Element>(backend: &dyn Backend, values: &Values, unwritten: B) -> Result<Vec<B>, Stop> {
    let mut out = vec![unwritten; values.len()];
    let input = match values {
        Values::F32(values) => f32::array(values),
        Values::F64(values) => f64::array(values),
        Values::F16(values) => f16::array(values),
        Values::Bf16(values) => bf16::array(values),
        Values::I64(values) => i64::array(values),
        Values::Other(name, _) => return Err(Stop::Broken(format!("no cast of {name}"))),
    };
    backend.cast(input, B::array_mut(&mut out))?;
    Ok(out)
}
