//! Comparison with plain loops in f64.
use anyhow::{Result, ensure};

/// Fails unless `found` is the sum of `terms` within the error of adding them in f32 in any order.
pub(super) fn sum(what: impl FnOnce() -> String, found: f32, terms: impl Iterator<Item = f64>) -> Result<()> {
    let (mut sum, mut size, mut count) = (0.0, 0.0, 0.0);
    for term in terms {
        sum += term;
        size += f64::abs(term);
        count += 1.0;
    }
    // A power-law row has 50,000 terms; the error grows with their number at worst.
    let allowed = size * f64::from(f32::EPSILON) * f64::min(count + 1.0, 64.0);
    let found = f64::from(found);
    ensure!((found - sum).abs() <= allowed, "{}: is {found}, should be {sum}", what());
    Ok(())
}

/// About `count` of the numbers below `length`, with the first and the last.
pub(super) fn sample(length: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..length).step_by((length / count).max(1)).chain(length.checked_sub(1))
}
