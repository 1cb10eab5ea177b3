//! Random numbers that are no slice of values alone.
use super::operands::{COLUMNS, ROWS, ids, zeros};
pub(super) use super::slices::*;
use super::{Call, Form};
use anyhow::Result;
use lacuna::random::{self, Stream};

const LENGTH: usize = 1003;
const CLASSES: usize = 100_000;

pub(super) fn log_uniform(form: Form) -> Result<Call> {
    let (stream, drawn, out) = (Stream::new(42, 0), zeros::<i32>(LENGTH)?, zeros::<f32>(LENGTH)?);
    Ok(call!(form, random::log_uniform(stream, CLASSES, drawn, out)))
}

pub(super) fn expected_counts(form: Form) -> Result<Call> {
    let (known, out) = (ids(CLASSES, 100, 3)?, zeros::<f32>(CLASSES / 100)?);
    Ok(call!(form, random::expected_counts(known, CLASSES, LENGTH, out)))
}

/// It does not dispatch.
pub(super) fn log_uniform_unique(_: Form) -> Result<Call> {
    let drawn = zeros::<i32>(LENGTH)?;
    Ok(Box::new(move || Ok(random::log_uniform_unique(Stream::new(42, 0), CLASSES, drawn).map(drop)?)))
}

pub(super) fn expected_counts_unique(form: Form) -> Result<Call> {
    let (known, out) = (ids(CLASSES, 100, 3)?, zeros::<f32>(CLASSES / 100)?);
    Ok(call!(form, random::expected_counts_unique(known, CLASSES, LENGTH, out)))
}

/// They do not dispatch.
pub(super) fn uniform_pattern(_: Form) -> Result<Call> {
    let (indptr, indices) = (zeros::<i32>(ROWS + 1)?, zeros::<i32>(ROWS * COLUMNS)?);
    Ok(Box::new(move || Ok(random::uniform_pattern(Stream::new(42, 0), COLUMNS, 0.1_f32, indptr, indices).map(drop)?)))
}

pub(super) fn row_ids(_: Form) -> Result<Call> {
    let ids = zeros::<i32>(LENGTH)?;
    Ok(Box::new(move || Ok(random::row_ids(Stream::new(42, 0), LENGTH, 0.1_f32, ids).map(drop)?)))
}

pub(super) fn power_law_pattern(_: Form) -> Result<Call> {
    let (indptr, indices) = (zeros::<i32>(ROWS + 1)?, zeros::<i32>(ROWS * COLUMNS / 4)?);
    Ok(Box::new(move || Ok(random::power_law_pattern(COLUMNS, indptr, indices)?)))
}
