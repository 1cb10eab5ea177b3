//! The problem of the tutorial, generated.
use super::super::error::TrainError;
use super::super::generate::{ProblemSize, tutorial_problem};
use lacuna_runtime::libsvm::CsrBatch;

/// Rows of uniform numbers at random places, as `rand_ndarray(.., 'csr', density)`, with labels 0 and 1: whether the
/// sum of a row's numbers, each with a sign that its feature has, is above 0.
///
/// # Errors
/// If the problem is too large.
pub fn mlp_problem(seed: u64, size: ProblemSize) -> Result<CsrBatch<f32, i64>, TrainError> {
    let mut problem = tutorial_problem::<f32, i64>(seed, size)?;
    let CsrBatch { labels, indptr, indices, values, .. } = &mut problem;
    for (label, places) in labels.iter_mut().zip(indptr.windows(2)) {
        let &[start, end] = places else { continue };
        let (Ok(start), Ok(end)) = (usize::try_from(start), usize::try_from(end)) else { continue };
        let row = start..end;
        let entries = indices.get(row.clone()).unwrap_or_default().iter().zip(values.get(row).unwrap_or_default());
        // Bits of the feature's number, spread by a prime.
        let sign =
            |feature: i64| if (feature as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 0 { 1.0 } else { -1.0 };
        let sum: f32 = entries.map(|(&feature, &value)| sign(feature) * value).sum();
        *label = if sum > 0.0 { 1.0 } else { 0.0 };
    }
    Ok(problem)
}
