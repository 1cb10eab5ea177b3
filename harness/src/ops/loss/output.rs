//! Gradients of `SoftmaxOutput`, from rows of logits.
#![allow(non_camel_case_types)]
use super::rows::{NO_CLASS, fits, matrix, matrix_of, number, rows, sum};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype};
use crate::ops::outcome::{settle_new, unwritten};
use crate::ops::{Inputs, Magnitudes, Operation, Outcome};
use crate::reference::{self, Tracked};
use lacuna::{Dense, DenseMut};

const OF_OUTPUT: &[&str] =
    &["grad_scale", "use_ignore", "ignore_label", "smooth_alpha", "normalization", "preserve_shape"];

/// The label to ignore: an MXNet label below zero becomes `usize::MAX`.
pub(super) fn ignore(params: &Params) -> Result<usize, String> {
    if !params.switch("use_ignore", false)? {
        return Ok(NO_CLASS);
    }
    let label = number(params, "ignore_label", -1.0)?;
    Ok(if label < 0.0 { usize::MAX } else { label as usize })
}

/// True for a label that says nothing.
pub(super) fn is_ignored(label: i64, ignore: usize) -> bool {
    if label < 0 { ignore == usize::MAX } else { label as usize == ignore }
}

/// The labels that are not ignored: at least one.
pub(super) fn counted(ignore: usize, labels: impl Iterator<Item = i64>) -> usize {
    labels.filter(|&label| !is_ignored(label, ignore)).count().max(1)
}

/// The factor of gradients: that of the parameters over the number that `normalization` names.
fn scale(params: &Params, labels: impl ExactSizeIterator<Item = i64>) -> Result<f32, String> {
    let scale = number(params, "grad_scale", 1.0)?;
    Ok(match params.word("normalization")? {
        Some("batch") => scale / labels.len() as f32,
        Some("valid") => scale / counted(ignore(params)?, labels) as f32,
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
    let of_row = |(row, logits): (usize, Vec<Tracked>)| {
        if is_ignored(label(row), ignore) {
            return vec![Tracked::new(0.0); logits.len()];
        }
        let [alpha, scale] = [alpha, scale].map(|number| Tracked::new(number.into()));
        reference::softmax_output_gradient(&reference::softmax(&logits, sum), label(row) as usize, alpha, scale)
    };
    vec![Magnitudes::tracked(rows(&case.inputs[0]).enumerate().flat_map(of_row))]
}

/// `softmax_cross_entropy_gradient`, for cases without smoothing.
pub(in crate::ops) struct softmax_cross_entropy_gradient;

impl Operation for softmax_cross_entropy_gradient {
    const OPERATORS: &'static [&'static str] = &["SoftmaxOutput_backward"];
    const KERNEL: Option<&'static str> = Some("softmax_cross_entropy_gradient");
    const PARAMETERS: &'static [&'static str] = OF_OUTPUT;
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(fits(case, &[Stype::Default; 2])? && number(&case.params, "smooth_alpha", 0.0)? == 0.0)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (logits, labels) = (matrix_of(inputs, 0)?, inputs.ids(1)?);
        let (ignore, scale) =
            (ignore(inputs.params)?, scale(inputs.params, labels.iter().map(|label| label.to_i64()))?);
        let fill =
            |out: DenseMut<V>| backend.softmax_cross_entropy_gradient(logits, labels, ignore, V::from_f32(scale), out);
        Ok(vec![matrix(inputs, "grad", fill)?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        output_magnitudes(case)
    }
}

/// `softmax_output_gradient`, behind `softmax`.
pub(in crate::ops) struct softmax_output_gradient;

impl Operation for softmax_output_gradient {
    const OPERATORS: &'static [&'static str] = &["SoftmaxOutput_backward"];
    const KERNEL: Option<&'static str> = Some("softmax_output_gradient");
    const PARAMETERS: &'static [&'static str] = OF_OUTPUT;
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        fits(case, &[Stype::Default; 2])
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (logits, labels) = (matrix_of(inputs, 0)?, inputs.ids(1)?);
        let (ignore, scale) =
            (ignore(inputs.params)?, scale(inputs.params, labels.iter().map(|label| label.to_i64()))?);
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
