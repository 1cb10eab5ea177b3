//! Columns of logits: classes along an axis with others behind it.
#![allow(non_camel_case_types)]
use super::output::{counted, ignore, is_ignored};
use super::rows::{filled, number, sum};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype};
use crate::ops::outcome::{settle_new, unwritten};
use crate::ops::{Inputs, Magnitudes, Operation, Outcome};
use crate::reference::{self, Tracked};
use lacuna::{Dense, DenseMut};

/// The elements before the axis of classes, the classes, and the positions behind it. `None` if there is no such axis.
fn axes(params: &Params, shape: &[usize]) -> Result<Option<[usize; 3]>, String> {
    let axis = match params.integers("axis")?.as_deref() {
        Some(&[axis]) => usize::try_from(axis).ok(),
        _ => params.switch("multi_output", false)?.then_some(1),
    };
    Ok(axis.and_then(|axis| {
        let (before, rest) = shape.split_at_checked(axis)?;
        let (&classes, behind) = rest.split_first()?;
        Some([before.iter().product(), classes, behind.iter().product()])
    }))
}

fn fits(case: &Case, operands: usize) -> Result<bool, String> {
    let Some(first) = case.inputs.first() else { return Ok(false) };
    let is_dense = case.inputs.iter().all(|input| input.stype == Stype::Default);
    Ok(is_dense && case.inputs.len() == operands && axes(&case.params, &first.shape)?.is_some())
}

/// What a function of the numbers of a column, and of the number of the column, gives for each element of an array.
fn by_column(
    array: &Array,
    [elements, classes, positions]: [usize; 3],
    of: impl Fn(usize, Vec<Tracked>) -> Vec<Tracked>,
) -> Magnitudes {
    let mut found = vec![Tracked::new(0.0); elements * classes * positions];
    for column in 0..elements * positions {
        let (element, position) = (column / positions, column % positions);
        let place = |class: usize| (element * classes + class) * positions + position;
        let numbers = (0..classes).map(|class| Tracked::new(array.values.get(place(class)))).collect();
        for (class, number) in of(column, numbers).into_iter().enumerate() {
            found[place(class)] = number;
        }
    }
    Magnitudes::tracked(found.into_iter())
}

/// `softmax_columns`.
pub(in crate::ops) struct softmax_columns;

impl Operation for softmax_columns {
    const OPERATORS: &'static [&'static str] = &["softmax", "SoftmaxOutput"];
    const KERNEL: Option<&'static str> = Some("softmax_columns");
    const PARAMETERS: &'static [&'static str] = &["axis", "multi_output"];

    fn accepts(case: &Case) -> Result<bool, String> {
        fits(case, 1)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let [elements, classes, positions] = axes(inputs.params, inputs.shape(0)?)?.unwrap_or_default();
        let logits = Dense::new(elements * classes, positions, inputs.values(0)?)?;
        let fill = |out: DenseMut<V>| backend.softmax_columns(logits, classes, out);
        Ok(vec![filled(inputs, "out", [elements * classes, positions], fill)?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let Ok(Some(axes)) = axes(&case.params, &case.inputs[0].shape) else { return Vec::new() };
        vec![by_column(&case.inputs[0], axes, |_, logits| reference::softmax(&logits, sum))]
    }
}

/// The factor of gradients. MXNet divides by the positions, except where it divides by the labels that are not ignored.
fn scale(
    params: &Params,
    [elements, _, positions]: [usize; 3],
    labels: impl Iterator<Item = i64>,
) -> Result<f32, String> {
    let scale = number(params, "grad_scale", 1.0)?;
    Ok(match params.word("normalization")? {
        Some("batch") => scale / positions as f32 / elements as f32,
        Some("valid") => scale / counted(ignore(params)?, labels) as f32,
        _ => scale / positions as f32,
    })
}

/// `softmax_output_gradient_columns`, behind `softmax_columns`. Here MXNet does not use `smooth_alpha`.
pub(in crate::ops) struct softmax_output_gradient_columns;

impl Operation for softmax_output_gradient_columns {
    const OPERATORS: &'static [&'static str] = &["SoftmaxOutput_backward"];
    const KERNEL: Option<&'static str> = Some("softmax_output_gradient_columns");
    const PARAMETERS: &'static [&'static str] =
        &["grad_scale", "use_ignore", "ignore_label", "smooth_alpha", "normalization", "multi_output"];
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        fits(case, 2)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let axes @ [elements, classes, positions] = axes(inputs.params, inputs.shape(0)?)?.unwrap_or_default();
        let shape @ [rows, columns] = [elements * classes, positions];
        let labels = inputs.ids(1)?;
        let (ignore, scale) =
            (ignore(inputs.params)?, scale(inputs.params, axes, labels.iter().map(|label| label.to_i64()))?);
        let mut probabilities = unwritten(rows * columns);
        let room = DenseMut::new(rows, columns, &mut probabilities)?;
        settle_new(
            backend.softmax_columns(Dense::new(rows, columns, inputs.values(0)?)?, classes, room),
            &probabilities,
        )?;
        let probabilities = Dense::new(rows, columns, &probabilities)?;
        let fill = |out: DenseMut<V>| {
            backend.softmax_output_gradient_columns(
                probabilities,
                labels,
                classes,
                ignore,
                V::from_f32(0.0),
                V::from_f32(scale),
                out,
            )
        };
        Ok(vec![filled(inputs, "grad", shape, fill)?])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let label = |column: usize| case.inputs[1].values.get(column) as i64;
        let labels = (0..case.inputs[1].values.len()).map(label);
        let Ok(Some(axes)) = axes(&case.params, &case.inputs[0].shape) else { return Vec::new() };
        let (Ok(ignore), Ok(scale)) = (ignore(&case.params), scale(&case.params, axes, labels)) else {
            return Vec::new();
        };
        let of_column = |column: usize, logits: Vec<Tracked>| {
            if is_ignored(label(column), ignore) {
                return vec![Tracked::new(0.0); logits.len()];
            }
            let [alpha, scale] = [0.0, scale.into()].map(Tracked::new);
            reference::softmax_output_gradient(&reference::softmax(&logits, sum), label(column) as usize, alpha, scale)
        };
        vec![by_column(&case.inputs[0], axes, of_column)]
    }
}
