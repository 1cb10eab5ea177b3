//! Losses. Functions of numbers are in [`super::slices`].
pub(super) use super::slices::*;

use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense, dense_out, leaked, values, zeros};
use super::{Call, Form};
use anyhow::Result;

/// The label that says nothing.
const IGNORED: usize = 3;

fn labels(count: usize, step: usize) -> Result<&'static mut [i32]> {
    leaked(&(0..count).map(|k| (k * step % WIDTH) as i32).collect::<Vec<_>>())
}

pub(super) fn csr_regression_gradient(form: Form) -> Result<Call> {
    let (result, label, mut out) = (dense(ROWS, COLUMNS)?, csr()?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, loss::csr_regression_gradient(result, label, 0.75, out.reborrow())))
}

pub(super) fn softmax(form: Form) -> Result<Call> {
    let (logits, mut out) = (dense(ROWS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::softmax(logits, out.reborrow())))
}

/// Rows of an element of a batch.
const CLASSES: usize = 4;

pub(super) fn softmax_columns(form: Form) -> Result<Call> {
    let (logits, mut out) = (dense(ROWS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::softmax_columns(logits, CLASSES, out.reborrow())))
}

pub(super) fn softmax_backward(form: Form) -> Result<Call> {
    let (gradient, result, mut out) = (dense(ROWS, WIDTH)?, dense(ROWS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::softmax_backward(gradient, result, out.reborrow())))
}

pub(super) fn log_softmax(form: Form) -> Result<Call> {
    let (logits, mut out) = (dense(ROWS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::log_softmax(logits, out.reborrow())))
}

pub(super) fn log_softmax_backward(form: Form) -> Result<Call> {
    let (gradient, result, mut out) = (dense(ROWS, WIDTH)?, dense(ROWS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::log_softmax_backward(gradient, result, out.reborrow())))
}

pub(super) fn softmax_cross_entropy(form: Form) -> Result<Call> {
    let (logits, labels, out) = (dense(ROWS, WIDTH)?, labels(ROWS, 29)?, zeros(ROWS)?);
    Ok(call!(form, loss::softmax_cross_entropy(logits, labels, IGNORED, out)))
}

pub(super) fn softmax_cross_entropy_gradient(form: Form) -> Result<Call> {
    let (logits, labels, mut out) = (dense(ROWS, WIDTH)?, labels(ROWS, 29)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::softmax_cross_entropy_gradient(logits, labels, IGNORED, 0.75, out.reborrow())))
}

pub(super) fn softmax_output_gradient(form: Form) -> Result<Call> {
    let (probabilities, labels, mut out) = (dense(ROWS, WIDTH)?, labels(ROWS, 29)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, loss::softmax_output_gradient(probabilities, labels, IGNORED, 0.125, 0.75, out.reborrow())))
}

pub(super) fn softmax_output_gradient_columns(form: Form) -> Result<Call> {
    let labels = leaked(&(0..ROWS / CLASSES * WIDTH).map(|k| (k * 29 % CLASSES) as i32).collect::<Vec<_>>())?;
    let (probabilities, mut out) = (dense(ROWS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(
        form,
        loss::softmax_output_gradient_columns(probabilities, labels, CLASSES, IGNORED, 0.125, 0.75, out.reborrow())
    ))
}

pub(super) fn sampled_softmax(form: Form) -> Result<Call> {
    let (truth, logits, true_counts, noise_counts) =
        (values(ROWS)?, dense(ROWS, WIDTH)?, values(ROWS)?, values(WIDTH)?);
    let (labels, noise, weights) = (labels(ROWS, 29)?, labels(WIDTH, 31)?, values(ROWS)?);
    let (losses, gradient, mut out) = (zeros(ROWS)?, zeros(ROWS)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(
        form,
        loss::sampled_softmax(
            truth,
            logits,
            true_counts,
            noise_counts,
            labels,
            noise,
            weights,
            losses,
            gradient,
            out.reborrow()
        )
    ))
}
