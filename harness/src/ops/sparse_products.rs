//! Products with a sparse result, or with a sparse matrix on the right.
#![allow(non_camel_case_types)]
use super::outcome::{csr, dense, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype};
use lacuna::dot::{TransposeBuffers, csr_csr_scratch, dense_csr_scratch};
use lacuna::{Csr, CsrMut, DenseMut};
use std::collections::BTreeMap;

const PARAMETERS: &[&str] = &["transpose_a", "transpose_b", "forward_stype"];

/// Storage types of the operands, which of them are transposed, and the storage type that is asked for.
pub(super) type Described<'c> = ([Stype; 2], [bool; 2], Option<&'c str>);

pub(super) fn described(case: &Case) -> Result<Described<'_>, String> {
    let stype = |place: usize| case.inputs.get(place).map_or(Stype::Default, |input| input.stype);
    let transposed = [case.params.switch("transpose_a", false)?, case.params.switch("transpose_b", false)?];
    Ok(([stype(0), stype(1)], transposed, case.params.word("forward_stype")?))
}

/// The stored elements of each row, or of each column.
fn lines(array: &Array, by_column: bool) -> Vec<BTreeMap<usize, f64>> {
    let mut lines = vec![BTreeMap::new(); if by_column { array.row_length() } else { array.rows() }];
    for entry in 0..array.values.len() {
        let (row, column) = array.position(entry);
        let (line, place) = if by_column { (column, row) } else { (row, column) };
        if let Some(line) = lines.get_mut(line) {
            line.insert(place, array.values.get(entry));
        }
    }
    lines
}

/// Sums of products of what the left operand's rows and the right one's columns both store.
pub(super) fn product_magnitudes(case: &Case, results: &[Array], transposed: [bool; 2]) -> Vec<Magnitudes> {
    let ([a, b, ..], [result]) = (&case.inputs[..], results) else { return Vec::new() };
    let (left, right) = (lines(a, transposed[0]), lines(b, !transposed[1]));
    let mut magnitudes = Magnitudes::default();
    for entry in 0..result.values.len() {
        let (row, column) = result.position(entry);
        let terms = left.get(row).zip(right.get(column)).into_iter();
        let terms =
            terms.flat_map(|(left, right)| left.iter().filter_map(|(k, value)| Some((value * right.get(k)?).abs())));
        let (sum, count) = terms.fold((0.0, 0), |(sum, count), term| (sum + term, count + 1));
        magnitudes.sums.push(sum);
        magnitudes.roundings.push(count);
    }
    vec![magnitudes]
}

/// Of sums in four lanes: a term goes through its product's rounding, those of its lane, and two where lanes are
/// combined.
pub(super) fn in_lanes(mut magnitudes: Vec<Magnitudes>) -> Vec<Magnitudes> {
    for roundings in magnitudes.iter_mut().flat_map(|of_result| &mut of_result.roundings) {
        *roundings = (*roundings).min(roundings.div_ceil(4) + 3);
    }
    magnitudes
}

/// A csr in memory of its own: an operand, or its transposed.
struct Owned<V, I> {
    shape: [usize; 2],
    indptr: Vec<I>,
    indices: Vec<I>,
    values: Vec<V>,
}

impl<V: Number, I: CaseIndex> Owned<V, I> {
    fn new(backend: &dyn Backend, a: Csr<V, I>, transposed: bool) -> Result<Self, Stop> {
        if !transposed {
            let shape = [a.rows(), a.columns()];
            return Ok(Self {
                shape,
                indptr: a.indptr().to_vec(),
                indices: a.indices().to_vec(),
                values: a.values().to_vec(),
            });
        }
        let [mut indptr, mut indices, mut entries] =
            [a.columns() + 1, a.nnz(), a.nnz()].map(|length| vec![I::UNWRITTEN; length]);
        lacuna::dot::transpose(
            a,
            TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries },
        )?;
        let mut values = unwritten(a.nnz());
        settle_new(backend.permute(&entries, a.values(), &mut values), &values)?;
        Ok(Self { shape: [a.columns(), a.rows()], indptr, indices, values })
    }

    fn view(&self) -> Result<Csr<'_, V, I>, Stop> {
        Ok(Csr::new(self.shape[0], self.shape[1], &self.indptr, &self.indices, &self.values)?)
    }
}

/// `csr_csr`, with its structure calls, of operands that may be transposed.
pub(super) struct csr_csr;

impl Operation for csr_csr {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("csr_csr");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        let (stypes, _, wanted) = described(case)?;
        Ok(stypes == [Stype::Csr; 2] && wanted == Some("csr"))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let transposed = |name| inputs.params.switch(name, false);
        let a = Owned::new(backend, inputs.csr(0)?, transposed("transpose_a")?)?;
        let b = Owned::new(backend, inputs.csr(1)?, transposed("transpose_b")?)?;
        let (a, b) = (a.view()?, b.view()?);
        let mut scratch = vec![u64::MAX; csr_csr_scratch(b.columns())];
        let mut indptr = vec![I::UNWRITTEN; a.rows() + 1];
        indptr[0] = I::from_usize(0);
        backend.csr_csr_row_nnz(a, b, &mut indptr[1..], &mut scratch)?;
        let stored = backend.accumulate_indptr(&mut indptr)?;
        let (mut indices, mut values) = (vec![I::UNWRITTEN; stored], unwritten(stored));
        backend.csr_csr_indices(a, b, &indptr, &mut indices, &mut scratch)?;
        let mut sums = unwritten(b.columns());
        let out = CsrMut::new(a.rows(), b.columns(), &indptr, &mut indices, &mut values)?;
        settle_new(backend.csr_csr(a, b, &mut sums, out), &values)?;
        Ok(vec![csr("out", vec![a.rows(), b.columns()], &indptr, &indices, values)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let transposed = |name| case.params.switch(name, false).unwrap_or(false);
        product_magnitudes(case, results, [transposed("transpose_a"), transposed("transpose_b")])
    }
}

/// `dense_csr`; of a csr result, with its structure call.
pub(super) struct dense_csr;

impl Operation for dense_csr {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("dense_csr");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        let (stypes, transposed, wanted) = described(case)?;
        Ok(stypes == [Stype::Default, Stype::Csr]
            && transposed == [false; 2]
            && [None, Some("csr"), Some("default")].contains(&wanted))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.dense(0)?, inputs.csr(1)?);
        let (rows, columns) = (a.rows(), b.columns());
        let multiply = |b: Csr<V, I>| {
            let (mut scratch, mut out) =
                (unwritten(dense_csr_scratch(b.rows(), b.columns())), unwritten(rows * b.columns()));
            settle_new(backend.dense_csr(a, b, &mut scratch, DenseMut::new(rows, b.columns(), &mut out)?), &out)?;
            Ok::<_, Stop>(out)
        };
        if inputs.params.word("forward_stype")? == Some("default") {
            return Ok(vec![dense("out", vec![rows, columns], multiply(b)?)]);
        }
        let [mut stored, mut places] = [(); 2].map(|()| vec![I::UNWRITTEN; b.nnz()]);
        let count = backend.occurring_columns(b, &mut stored, &mut places)?;
        let values = multiply(Csr::new(b.rows(), count, b.indptr(), &places, b.values())?)?;
        let indptr: Vec<_> = (0..=rows).map(|row| I::from_usize(row * count)).collect();
        let indices = stored[..count].repeat(rows);
        Ok(vec![csr("out", vec![rows, columns], &indptr, &indices, values)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, [false; 2])
    }
}

/// `dense_csr_t`.
pub(super) struct dense_csr_t;

impl Operation for dense_csr_t {
    const OPERATORS: &'static [&'static str] = &["dot"];
    const KERNEL: Option<&'static str> = Some("dense_csr_t");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        let (stypes, transposed, wanted) = described(case)?;
        Ok(stypes == [Stype::Default, Stype::Csr] && transposed == [false, true] && wanted == Some("default"))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.dense(0)?, inputs.csr(1)?);
        let mut out = unwritten(a.rows() * b.rows());
        settle_new(backend.dense_csr_t(a, b, DenseMut::new(a.rows(), b.rows(), &mut out)?), &out)?;
        Ok(vec![dense("out", vec![a.rows(), b.rows()], out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, [false, true])
    }
}

/// `dense_row_sparse_t`.
pub(super) struct dense_row_sparse_t;

impl Operation for dense_row_sparse_t {
    const OPERATORS: &'static [&'static str] = &["dot", "FullyConnected"];
    const KERNEL: Option<&'static str> = Some("dense_row_sparse_t");
    const PARAMETERS: &'static [&'static str] =
        &["transpose_a", "transpose_b", "forward_stype", "num_hidden", "no_bias"];

    /// Of `FullyConnected` the part without a bias.
    fn accepts(case: &Case) -> Result<bool, String> {
        let (stypes, transposed, wanted) = described(case)?;
        let asked = if case.op == "dot" {
            transposed == [false, true] && wanted != Some("csr")
        } else {
            case.params.switch("no_bias", false)?
        };
        Ok(stypes == [Stype::Default, Stype::RowSparse] && case.inputs.len() == 2 && asked)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b) = (inputs.dense(0)?, inputs.row_sparse(1)?);
        let mut out = unwritten(a.rows() * b.rows());
        settle_new(backend.dense_row_sparse_t(a, b, DenseMut::new(a.rows(), b.rows(), &mut out)?), &out)?;
        Ok(vec![dense("out", vec![a.rows(), b.rows()], out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        in_lanes(product_magnitudes(case, results, [false, true]))
    }
}

/// `sddmm`, at the places that the third operand stores.
pub(super) struct sddmm;

impl Operation for sddmm {
    const OPERATORS: &'static [&'static str] = &["sampled_dot"];
    const KERNEL: Option<&'static str> = Some("sddmm");

    fn accepts(case: &Case) -> Result<bool, String> {
        let stypes: Vec<_> = case.inputs.iter().map(|input| input.stype).collect();
        Ok(stypes == [Stype::Default, Stype::Default, Stype::Csr])
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (a, b, pattern) = (inputs.dense(0)?, inputs.dense(1)?, inputs.csr(2)?);
        let (mut indices, mut values) = (pattern.indices().to_vec(), unwritten(pattern.nnz()));
        let out = CsrMut::new(pattern.rows(), pattern.columns(), pattern.indptr(), &mut indices, &mut values)?;
        settle_new(backend.sddmm(a, b, out), &values)?;
        Ok(vec![csr("out", inputs.shape(2)?.to_vec(), pattern.indptr(), &indices, values)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        product_magnitudes(case, results, [false, true])
    }
}
