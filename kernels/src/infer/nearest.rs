//! What to convert where there is no path.
use super::{Call, InferError, Mode, Stype, infer};

/// Operands that are converted at most in the search: a call with more of them that are not dense has the dense path
/// only.
const MOST_SPARSE: u32 = 8;

/// The storage types nearest to those of the call for which the operator has a path: fewest operands converted first,
/// then sparse paths before dense ones. They are written to `inputs`, those of the results to `outputs`; the mode is
/// that path's. `None`, if the call has a path itself, or none exists.
///
/// # Errors
/// Those of [`infer`] about numbers of operands and outputs; [`InferError::Inputs`] for `inputs` of another length than
/// the call's.
pub fn nearest(
    call: &Call<'_>,
    outputs: &mut [Option<Stype>],
    inputs: &mut [Stype],
) -> Result<Option<Mode>, InferError> {
    if inputs.len() != call.inputs.len() {
        return Err(InferError::Inputs { expected: call.inputs.len(), found: inputs.len() });
    }
    let given = |outputs: &mut [Option<Stype>]| outputs.iter_mut().for_each(|output| *output = None);
    given(outputs);
    if matches!(infer(call, outputs), Ok(Mode::Sparse | Mode::Dense)) {
        return Ok(None);
    }
    let mut best: Option<(usize, Mode, usize)> = None;
    let count = u32::try_from(inputs.len()).unwrap_or(u32::MAX);
    let all = if count <= MOST_SPARSE { 3_usize.pow(count) } else { 1 };
    for number in 0..all {
        choose(number, inputs);
        let converted = inputs.iter().zip(call.inputs).filter(|(to, from)| to != from).count();
        given(outputs);
        let mode = match infer(&Call { inputs, ..*call }, outputs) {
            Ok(mode @ (Mode::Sparse | Mode::Dense)) => mode,
            Ok(Mode::Fallback) | Err(InferError::NotImplemented) => continue,
            Err(error) => return Err(error),
        };
        let order = |mode: Mode| usize::from(mode == Mode::Dense);
        if best.is_none_or(|(fewest, other, _)| (converted, order(mode)) < (fewest, order(other))) {
            best = Some((converted, mode, number));
        }
    }
    let Some((_, mode, number)) = best else { return Ok(None) };
    choose(number, inputs);
    given(outputs);
    infer(&Call { inputs, ..*call }, outputs)?;
    Ok(Some(mode))
}

/// The combination of this number, 0 is all dense.
fn choose(mut number: usize, inputs: &mut [Stype]) {
    for input in inputs {
        *input = Stype::ALL[number % 3];
        number /= 3;
    }
}
