//! The product and its gradients.
use super::Mode::{Dense as DenseMode, Sparse};
use super::Stype::{Csr, Dense, RowSparse};
use super::attempt::{Attempt, Found};
use super::{Device, Mode, Stype};

/// The path of `dot`, or the fallback whose result gets the storage type that was asked for.
pub(super) fn forward(attempt: &mut Attempt<'_>) -> Mode {
    let (parameters, on_gpu) = (attempt.call.parameters, attempt.call.device == Device::Gpu);
    let [left, right] = *attempt.inputs() else { return attempt.fallback() };
    let hint = parameters.forward_stype;
    let asked = |stype: Stype| hint.is_none_or(|hint| hint == stype);
    let found = match (left, right, parameters.transpose_a, parameters.transpose_b) {
        (Dense, Dense, ..) if asked(Dense) => attempt.assign(Dense, DenseMode),
        (Csr, Dense | RowSparse, false, false) if asked(Dense) => attempt.assign(Dense, Sparse),
        (Csr, Dense | RowSparse, true, false) if asked(RowSparse) => attempt.assign(RowSparse, Sparse),
        (Csr, Dense | RowSparse, true, false) if asked(Dense) => attempt.assign(Dense, Sparse),
        (Dense, Csr, false, false) if asked(Csr) && !on_gpu => attempt.assign(Csr, Sparse),
        (Dense, Csr, false, _) if hint == Some(Dense) || on_gpu && asked(Dense) => attempt.assign(Dense, Sparse),
        // MXNet tries csr for it, and keeps csr when it falls back.
        (Dense, Csr, false, true) if asked(Csr) => attempt.assign(Csr, Mode::Fallback),
        _ => None,
    };
    found.unwrap_or_else(|| {
        if let Some(hint) = hint {
            attempt.outputs.iter_mut().for_each(|output| _ = output.get_or_insert(hint));
        }
        attempt.fallback()
    })
}

/// Gradients of both operands, from that of the result and the operands.
pub(super) fn backward(attempt: &mut Attempt<'_>) -> Mode {
    let parameters = attempt.call.parameters;
    let [head, left, right] = *attempt.inputs() else { return attempt.fallback() };
    let found: Found = match (head, left, right, parameters.transpose_a, parameters.transpose_b) {
        (Dense, Dense, Dense, ..) => attempt.assign(Dense, DenseMode),
        (Dense | RowSparse, Csr, _, false, false) => {
            attempt.assign_each(|place| [Dense, RowSparse][place.min(1)], 2, Sparse)
        }
        (Dense | RowSparse, Csr, _, true, false) => attempt.assign(Dense, Sparse),
        (Dense, Dense, Csr, false, _) => attempt.assign(Dense, Sparse),
        _ => None,
    };
    found.unwrap_or_else(|| attempt.fallback())
}
