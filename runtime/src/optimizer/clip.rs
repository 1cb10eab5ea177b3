//! Gradients whose norm is limited.
use lacuna::optim::GlobalNorm;
use lacuna_arrays::array::{Array, ArrayError, Function, Values};

/// Limits the norm of several arrays together: multiplies all by `largest / (norm + 1e-8)` if that is less than 1, in
/// place, and returns what the norm was. `gluon.utils.clip_global_norm`.
///
/// Arrays are dense, csr or row_sparse, of `float32` and `float64`; their structure stays. The norm is summed in `f64`,
/// array by array in order. If it is infinite or no number (which MXNet warns of, and then writes zeros and NaN), all
/// arrays stay as they are: whoever goes on asks [`f64::is_finite`].
///
/// # Errors
/// [`ArrayError::LargestNorm`] for a bound below 0 or NaN, [`ArrayError::NotFloat`] for another dtype,
/// [`ArrayError::OnDevice`]; then nothing is written.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::optimizer::clip_global_norm;
/// let mut dense = Array::dense(&[2], vec![0.0_f32, 3.0])?;
/// let mut rows = Array::row_sparse(&[9, 1], vec![7], vec![4.0_f64])?;
/// assert_eq!(clip_global_norm(&mut [&mut dense, &mut rows], 2.5)?, 5.0);
/// assert_eq!((dense.data(), rows.data::<f64>().unwrap()[0].round()), (Some(&[0.0_f32, 1.5][..]), 2.0));
/// # Ok::<(), lacuna_runtime::array::ArrayError>(())
/// ```
pub fn clip_global_norm(arrays: &mut [&mut Array], largest: f64) -> Result<f64, ArrayError> {
    if largest.is_nan() || largest < 0.0 {
        return Err(ArrayError::LargestNorm { found: largest });
    }
    let mut norm = GlobalNorm::default();
    for array in &*arrays {
        array.expect_host("clip_global_norm")?;
        norm = match array.values() {
            Values::F32(values) => norm.and(values),
            Values::F64(values) => norm.and(values),
            other => return Err(ArrayError::NotFloat { function: "clip_global_norm", dtype: other.dtype() }),
        };
    }
    if let Some(share) = norm.rescale(largest).filter(|&share| share < 1.0) {
        let scaled = arrays.iter().map(|array| array.map(Function::MulScalar(share))).collect::<Result<Vec<_>, _>>()?;
        arrays.iter_mut().zip(scaled).for_each(|(array, scaled)| **array = scaled);
    }
    Ok(norm.norm())
}
