//! Losses and their gradients.
#![allow(non_camel_case_types)]
pub(super) use super::values::*;

use super::outcome::{dense, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype};
use crate::reference::{self, Matrix, Tracked, Triplets};
use lacuna::{Dense, DenseMut, KernelError};

/// True for a case with operands of these storage types, the first of them a matrix.
fn fits(case: &Case, stypes: &[Stype]) -> bool {
    case.inputs.iter().map(|input| input.stype).eq(stypes.iter().copied())
        && case.inputs.first().is_some_and(|input| input.shape.len() == 2)
}

fn number(params: &Params, name: &str, default: f32) -> Result<f32, String> {
    Ok(params.number(name)?.unwrap_or(default))
}

/// The rows of a matrix, as numbers that know how far they may be off.
fn rows(array: &Array) -> impl Iterator<Item = Vec<Tracked>> + '_ {
    let columns = array.row_length();
    (0..array.rows()).map(move |row| (0..columns).map(|column| Tracked::new(array.values.get(row * columns + column))).collect())
}

/// The sum of terms, one after the other, without the bound's growth: that of the kernels is compensated.
fn sum(terms: &[Tracked]) -> Tracked {
    let plus = |sum: Tracked, term: &Tracked| Tracked {
        value: sum.value + term.value,
        error: sum.error + term.error,
        tiny: sum.tiny + term.tiny,
        peak: sum.peak.max(term.peak),
    };
    let sum = terms.iter().fold(Tracked::new(0.0), plus);
    let size: f64 = terms.iter().map(|term| term.value.abs()).sum();
    Tracked { error: sum.error + 2.0 * size, tiny: sum.tiny + 1.0, ..sum }
}

/// A matrix of the shape of the first operand.
fn matrix<V: Number, I: CaseIndex>(
    inputs: &Inputs<V, I>,
    name: &str,
    fill: impl FnOnce(DenseMut<V>) -> Result<(), KernelError>,
) -> Result<Array, Stop> {
    let shape = inputs.shape(0)?.to_vec();
    let mut out = unwritten(shape[0] * shape[1]);
    settle_new(fill(DenseMut::new(shape[0], shape[1], &mut out)?), &out)?;
    Ok(dense(name, shape, out))
}

/// An operation on rows of logits.
macro_rules! of_logits {
    ($($name:ident $operator:literal;)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(fits(case, &[Stype::Default]))
            }

            fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
                let logits = inputs.dense(0)?;
                Ok(vec![matrix(inputs, "out", |out| backend.$name(logits, out))?])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                vec![Magnitudes::tracked(rows(&case.inputs[0]).flat_map(|row| reference::$name(&row, sum)))]
            }
        }
    )*};
}
of_logits! {
    softmax "softmax";
    log_softmax "log_softmax";
}

/// An operation on a gradient and rows of logits: it needs the result first.
macro_rules! backward {
    ($($name:ident $forward:ident $operator:literal;)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(fits(case, &[Stype::Default; 2]))
            }

            fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
                let (gradient, logits) = (inputs.dense(0)?, inputs.dense(1)?);
                let mut result = unwritten(logits.rows() * logits.columns());
                settle_new(backend.$forward(logits, DenseMut::new(logits.rows(), logits.columns(), &mut result)?), &result)?;
                let result = Dense::new(logits.rows(), logits.columns(), &result)?;
                Ok(vec![matrix(inputs, "out", |out| backend.$name(gradient, result, out))?])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                let of_row = |(gradient, logits): (Vec<Tracked>, Vec<Tracked>)| {
                    reference::$name(&gradient, &reference::$forward(&logits, sum), sum)
                };
                vec![Magnitudes::tracked(rows(&case.inputs[0]).zip(rows(&case.inputs[1])).flat_map(of_row))]
            }
        }
    )*};
}
backward! {
    softmax_backward softmax "_backward_softmax";
    log_softmax_backward log_softmax "_backward_log_softmax";
}

/// `softmax_cross_entropy`: the peer adds the rows.
pub(super) struct softmax_cross_entropy;

impl Operation for softmax_cross_entropy {
    const OPERATORS: &'static [&'static str] = &["softmax_cross_entropy"];
    const KERNEL: Option<&'static str> = Some("softmax_cross_entropy");
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(fits(case, &[Stype::Default; 2]))
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (logits, labels) = (inputs.dense(0)?, inputs.ids(1)?);
        let (mut losses, mut out) = (unwritten(logits.rows()), unwritten(1));
        settle_new(backend.softmax_cross_entropy(logits, labels, NO_CLASS, &mut losses), &losses)?;
        settle_new(backend.sum(&losses, &mut out), &out)?;
        Ok(vec![dense("out", vec![1], out)])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let label = |row: usize| case.inputs[1].values.get(row) as usize;
        let losses = rows(&case.inputs[0]).enumerate().map(|(row, logits)| reference::softmax_cross_entropy(&logits, label(row), sum));
        vec![Magnitudes::tracked([sum(&losses.collect::<Vec<_>>())].into_iter())]
    }
}

const OF_OUTPUT: &[&str] = &["grad_scale", "use_ignore", "ignore_label", "smooth_alpha", "normalization"];

/// Where no label is ignored: a number that is no class, and that a size of 32 bits can hold.
const NO_CLASS: usize = u32::MAX as usize - 1;

/// The label that says nothing: a label of the peer's below zero is that of `usize::MAX`.
fn ignore(params: &Params) -> Result<usize, String> {
    if !params.switch("use_ignore", false)? {
        return Ok(NO_CLASS);
    }
    let label = number(params, "ignore_label", -1.0)?;
    Ok(if label < 0.0 { usize::MAX } else { label as usize })
}

/// The factor of gradients: that of the parameters over the number that `normalization` names.
fn scale(params: &Params, labels: impl ExactSizeIterator<Item = i64>) -> Result<f32, String> {
    let (ignore, all) = (ignore(params)?, labels.len());
    let counted = labels.filter(|&label| if label < 0 { ignore != usize::MAX } else { label as usize != ignore }).count();
    let scale = number(params, "grad_scale", 1.0)?;
    Ok(match params.word("normalization")? {
        Some("batch") => scale / all as f32,
        Some("valid") => scale / counted.max(1) as f32,
        _ => scale,
    })
}

/// What is known of a gradient of `SoftmaxOutput`, from logits.
fn output_magnitudes(case: &Case) -> Vec<Magnitudes> {
    let label = |row: usize| case.inputs[1].values.get(row) as i64;
    let labels = || (0..case.inputs[1].values.len()).map(label);
    let (Ok(ignore), Ok(scale), Ok(alpha)) =
        (ignore(&case.params), scale(&case.params, labels()), number(&case.params, "smooth_alpha", 0.0))
    else {
        return Vec::new();
    };
    let is_ignored = |label: i64| if label < 0 { ignore == usize::MAX } else { label as usize == ignore };
    let of_row = |(row, logits): (usize, Vec<Tracked>)| {
        if is_ignored(label(row)) {
            return vec![Tracked::new(0.0); logits.len()];
        }
        let [alpha, scale] = [alpha, scale].map(|number| Tracked::new(number.into()));
        reference::softmax_output_gradient(&reference::softmax(&logits, sum), label(row) as usize, alpha, scale)
    };
    vec![Magnitudes::tracked(rows(&case.inputs[0]).enumerate().flat_map(of_row))]
}

/// `softmax_cross_entropy_gradient`, for cases without smoothing.
pub(super) struct softmax_cross_entropy_gradient;

impl Operation for softmax_cross_entropy_gradient {
    const OPERATORS: &'static [&'static str] = &["SoftmaxOutput_backward"];
    const KERNEL: Option<&'static str> = Some("softmax_cross_entropy_gradient");
    const PARAMETERS: &'static [&'static str] = OF_OUTPUT;
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(fits(case, &[Stype::Default; 2]) && number(&case.params, "smooth_alpha", 0.0)? == 0.0)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (logits, labels) = (inputs.dense(0)?, inputs.ids(1)?);
        let (ignore, scale) = (ignore(inputs.params)?, scale(inputs.params, labels.iter().map(|label| label.to_i64()))?);
        let fill = |out: DenseMut<V>| backend.softmax_cross_entropy_gradient(logits, labels, ignore, V::from_f32(scale), out);
        Ok(vec![matrix(inputs, "grad", fill)?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        output_magnitudes(case)
    }
}

/// `softmax_output_gradient`, behind `softmax`.
pub(super) struct softmax_output_gradient;

impl Operation for softmax_output_gradient {
    const OPERATORS: &'static [&'static str] = &["SoftmaxOutput_backward"];
    const KERNEL: Option<&'static str> = Some("softmax_output_gradient");
    const PARAMETERS: &'static [&'static str] = OF_OUTPUT;
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(fits(case, &[Stype::Default; 2]))
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (logits, labels) = (inputs.dense(0)?, inputs.ids(1)?);
        let (ignore, scale) = (ignore(inputs.params)?, scale(inputs.params, labels.iter().map(|label| label.to_i64()))?);
        let alpha = number(inputs.params, "smooth_alpha", 0.0)?;
        let mut probabilities = unwritten(logits.rows() * logits.columns());
        let room = DenseMut::new(logits.rows(), logits.columns(), &mut probabilities)?;
        settle_new(backend.softmax(logits, room), &probabilities)?;
        let probabilities = Dense::new(logits.rows(), logits.columns(), &probabilities)?;
        let [alpha, scale] = [alpha, scale].map(V::from_f32);
        let fill = |out: DenseMut<V>| backend.softmax_output_gradient(probabilities, labels, ignore, alpha, scale, out);
        Ok(vec![matrix(inputs, "grad", fill)?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        output_magnitudes(case)
    }
}

/// `csr_regression_gradient`.
pub(super) struct csr_regression_gradient;

impl Operation for csr_regression_gradient {
    const OPERATORS: &'static [&'static str] = &["_backward_linear_reg_out"];
    const KERNEL: Option<&'static str> = Some("csr_regression_gradient");
    const PARAMETERS: &'static [&'static str] = &["scale"];

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(fits(case, &[Stype::Default, Stype::Csr]))
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (result, label, scale) = (inputs.dense(0)?, inputs.csr(1)?, V::from_f32(number(inputs.params, "scale", 1.0)?));
        Ok(vec![matrix(inputs, "out", |out| backend.csr_regression_gradient(result, label, scale, out))?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let ([result, label], Ok(scale)) = (&case.inputs[..], number(&case.params, "scale", 1.0)) else { return Vec::new() };
        let data = (0..result.values.len()).map(|at| result.values.get(at)).collect();
        let result = Matrix { rows: result.rows(), columns: result.row_length(), data };
        let row_of = |at: usize| label.indptr.partition_point(|&pointer| pointer as usize <= at) - 1;
        let entries = (0..label.values.len()).map(|at| (row_of(at), label.indices[at] as usize, label.values.get(at))).collect();
        let label = Triplets { rows: result.rows, columns: result.columns, entries };
        let found = reference::csr_regression_gradient(&result, &label, Tracked::new(scale.into()), Tracked::new);
        vec![Magnitudes::tracked(found.into_iter())]
    }
}

/// `sampled_softmax`, which the peer has as a program.
pub(super) struct sampled_softmax;

impl Operation for sampled_softmax {
    const OPERATORS: &'static [&'static str] = &["sampled_softmax"];
    const KERNEL: Option<&'static str> = Some("sampled_softmax");
    const IDS: Option<usize> = Some(2);

    /// Operands: true logits, noise logits, and ids: those of the labels, then those of noise. Counts are 1, and so are weights.
    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 3)
    }

    fn run<B: Backend, V: Number, I: CaseIndex>(backend: &B, inputs: &Inputs<V, I>) -> Outcome {
        let (truth, noise_logits, ids) = (inputs.values(0)?, inputs.dense(1)?, inputs.ids(2)?);
        let (rows, columns) = (noise_logits.rows(), noise_logits.columns());
        let (labels, noise) = ids.split_at(rows.min(ids.len()));
        let zeros = vec![V::ZERO; rows.max(columns)];
        let (mut losses, mut gradient, mut out) = (unwritten(rows), unwritten(rows), unwritten(rows * columns));
        let result = backend.sampled_softmax(
            truth,
            noise_logits,
            &zeros[..rows],
            &zeros[..columns],
            labels,
            noise,
            &vec![V::ONE; rows],
            &mut losses,
            &mut gradient,
            DenseMut::new(rows, columns, &mut out)?,
        );
        settle_new(result, &out)?;
        Ok(vec![dense("loss", vec![rows], losses), dense("true_grad", vec![rows], gradient), dense("noise_grad", vec![rows, columns], out)])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let id = |place: usize| case.inputs[2].values.get(place) as i64;
        let count = case.inputs[1].rows();
        let of_row = |(row, noise): (usize, Vec<Tracked>)| {
            let noise: Vec<_> = noise.into_iter().enumerate().map(|(at, x)| (id(count + at) != id(row)).then_some(x)).collect();
            reference::sampled_softmax(Tracked::new(case.inputs[0].values.get(row)), &noise, Tracked::new(1.0), sum)
        };
        let found: Vec<_> = rows(&case.inputs[1]).enumerate().map(of_row).collect();
        vec![
            Magnitudes::tracked(found.iter().map(|row| row.0)),
            Magnitudes::tracked(found.iter().map(|row| row.1)),
            Magnitudes::tracked(found.into_iter().flat_map(|row| row.2)),
        ]
    }
}
