//! Rows of logits, and of results whose label is a csr.
#![allow(non_camel_case_types)]
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype};
use crate::ops::outcome::{dense, settle_new, unwritten};
use crate::ops::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::reference::{self, Tracked};
use lacuna::{Dense, DenseMut, KernelError};

/// Where no label is ignored: a number that is no class, and that a size of 32 bits can hold.
pub(super) const NO_CLASS: usize = u32::MAX as usize - 1;

/// True for a case with operands of these storage types, whose classes are along the last axis: the first is a matrix,
/// or as long as others where the parameters say so.
pub(super) fn fits(case: &Case, stypes: &[Stype]) -> Result<bool, String> {
    let along_another = case.params.integers("axis")?.is_some() || case.params.switch("multi_output", false)?;
    let ranks = if case.params.switch("preserve_shape", false)? { 2..=usize::MAX } else { 2..=2 };
    Ok(!along_another
        && case.inputs.iter().map(|input| input.stype).eq(stypes.iter().copied())
        && case.inputs.first().is_some_and(|input| ranks.contains(&input.shape.len())))
}

/// The rows and columns of an array: its last axis has the columns.
pub(super) fn rows_and_columns(shape: &[usize]) -> [usize; 2] {
    shape.split_last().map_or([0, 0], |(&columns, others)| [others.iter().product(), columns])
}

/// An operand with a row for each place before the last axis.
pub(super) fn matrix_of<'i, V: Number, I: CaseIndex>(
    inputs: &'i Inputs<V, I>,
    place: usize,
) -> Result<Dense<'i, V>, Stop> {
    let [rows, columns] = rows_and_columns(inputs.shape(place)?);
    Ok(Dense::new(rows, columns, inputs.values(place)?)?)
}

pub(super) fn number(params: &Params, name: &str, default: f32) -> Result<f32, String> {
    Ok(params.number(name)?.unwrap_or(default))
}

/// The rows of an array, as numbers that know how far they may be off.
pub(super) fn rows(array: &Array) -> impl Iterator<Item = Vec<Tracked>> + '_ {
    let [rows, columns] = rows_and_columns(&array.shape);
    (0..rows)
        .map(move |row| (0..columns).map(|column| Tracked::new(array.values.get(row * columns + column))).collect())
}

/// The sum of terms, one after the other, without the bound's growth: that of the kernels is accurate.
pub(super) fn sum(terms: &[Tracked]) -> Tracked {
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

/// An array of the shape of the first operand, filled as a matrix of so many rows and columns.
pub(super) fn filled<V: Number, I: CaseIndex>(
    inputs: &Inputs<V, I>,
    name: &str,
    [rows, columns]: [usize; 2],
    fill: impl FnOnce(DenseMut<V>) -> Result<(), KernelError>,
) -> Result<Array, Stop> {
    let mut out = unwritten(rows * columns);
    settle_new(fill(DenseMut::new(rows, columns, &mut out)?), &out)?;
    Ok(dense(name, inputs.shape(0)?.to_vec(), out))
}

/// The same, with a row for each place before the last axis.
pub(super) fn matrix<V: Number, I: CaseIndex>(
    inputs: &Inputs<V, I>,
    name: &str,
    fill: impl FnOnce(DenseMut<V>) -> Result<(), KernelError>,
) -> Result<Array, Stop> {
    filled(inputs, name, rows_and_columns(inputs.shape(0)?), fill)
}

/// An operation on rows of logits.
macro_rules! of_logits {
    ($($name:ident $operators:expr, $parameters:expr;)*) => {$(
        pub(in crate::ops) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &$operators;
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = &$parameters;

            fn accepts(case: &Case) -> Result<bool, String> {
                fits(case, &[Stype::Default])
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let logits = matrix_of(inputs, 0)?;
                Ok(vec![matrix(inputs, "out", |out| backend.$name(logits, out))?])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                vec![Magnitudes::tracked(rows(&case.inputs[0]).flat_map(|row| reference::$name(&row, sum)))]
            }
        }
    )*};
}
of_logits! {
    softmax ["softmax", "SoftmaxOutput"], ["preserve_shape"];
    log_softmax ["log_softmax"], [];
}

/// An operation on a gradient and rows of logits: it needs the result first.
macro_rules! backward {
    ($($name:ident $forward:ident $operator:literal;)*) => {$(
        pub(in crate::ops) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some(stringify!($name));

            fn accepts(case: &Case) -> Result<bool, String> {
                fits(case, &[Stype::Default; 2])
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (gradient, logits) = (inputs.dense(0)?, inputs.dense(1)?);
                let mut result = unwritten(logits.rows() * logits.columns());
                settle_new(
                    backend.$forward(logits, DenseMut::new(logits.rows(), logits.columns(), &mut result)?), &result
                )?;
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

/// `softmax_cross_entropy`: MXNet adds the rows.
pub(in crate::ops) struct softmax_cross_entropy;

impl Operation for softmax_cross_entropy {
    const OPERATORS: &'static [&'static str] = &["softmax_cross_entropy"];
    const KERNEL: Option<&'static str> = Some("softmax_cross_entropy");
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        fits(case, &[Stype::Default; 2])
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (logits, labels) = (inputs.dense(0)?, inputs.ids(1)?);
        let (mut losses, mut out) = (unwritten(logits.rows()), unwritten(1));
        settle_new(backend.softmax_cross_entropy(logits, labels, NO_CLASS, &mut losses), &losses)?;
        settle_new(backend.sum(&losses, &mut out), &out)?;
        Ok(vec![dense("out", vec![1], out)])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let label = |row: usize| case.inputs[1].values.get(row) as usize;
        let losses = rows(&case.inputs[0])
            .enumerate()
            .map(|(row, logits)| reference::softmax_cross_entropy(&logits, label(row), sum));
        vec![Magnitudes::tracked([sum(&losses.collect::<Vec<_>>())].into_iter())]
    }
}

/// The gradient that needs probabilities first.
const LOGISTIC: &str = "_backward_logistic_reg_out";

/// `csr_regression_gradient`, of a logistic regression behind `sigmoid`.
pub(in crate::ops) struct csr_regression_gradient;

impl Operation for csr_regression_gradient {
    const OPERATORS: &'static [&'static str] = &["_backward_linear_reg_out", LOGISTIC];
    const KERNEL: Option<&'static str> = Some("csr_regression_gradient");
    const PARAMETERS: &'static [&'static str] = &["scale"];

    fn accepts(case: &Case) -> Result<bool, String> {
        fits(case, &[Stype::Default, Stype::Csr])
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (result, label, scale) =
            (inputs.dense(0)?, inputs.csr(1)?, V::from_f32(number(inputs.params, "scale", 1.0)?));
        let mut probabilities = unwritten(inputs.values(0)?.len());
        let result = if inputs.op == LOGISTIC {
            settle_new(backend.sigmoid(inputs.values(0)?, &mut probabilities), &probabilities)?;
            Dense::new(result.rows(), result.columns(), &probabilities)?
        } else {
            result
        };
        Ok(vec![matrix(inputs, "out", |out| backend.csr_regression_gradient(result, label, scale, out))?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let ([result, label], Ok(scale)) = (&case.inputs[..], number(&case.params, "scale", 1.0)) else {
            return Vec::new();
        };
        let columns = result.row_length();
        let mut labels = vec![0.0; result.values.len()];
        for (row, bounds) in label.indptr.windows(2).enumerate() {
            for entry in bounds[0] as usize..bounds[1] as usize {
                labels[row * columns + label.indices[entry] as usize] = label.values.get(entry);
            }
        }
        let formula = if case.op == LOGISTIC {
            reference::sigmoid_cross_entropy_gradient
        } else {
            reference::regression_gradient
        };
        let of = |(at, label): (usize, f64)| {
            formula(Tracked::new(result.values.get(at)), Tracked::new(label), Tracked::new(scale.into()))
        };
        let found = labels.into_iter().enumerate().map(of);
        vec![Magnitudes::tracked(found)]
    }
}
