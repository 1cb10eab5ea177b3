//! The norm of several gradients together.
use crate::driver::Driver;
use crate::reduce::sum_of_squares;
use crate::{Buffer, Error, Gpu};
use lacuna::Value;
use lacuna::optim::GlobalNorm;

/// The norm of all elements of several arrays, in order: [`GlobalNorm`], with the bits of the host. Waits for it: one
/// sum for each array is copied to the host.
///
/// # Errors
/// [`Error::Driver`].
pub fn global_norm<D: Driver, V: Value>(gpu: &Gpu<D>, gradients: &[&Buffer<D, V>]) -> Result<GlobalNorm, Error> {
    let mut squares = Buffer::new(gpu.driver(), gradients.len())?;
    for (place, gradient) in gradients.iter().enumerate() {
        sum_of_squares(gpu, gradient, (&mut squares, place))?;
    }
    let squares = squares.download_values(gpu)?;
    Ok(squares.into_iter().fold(GlobalNorm::default(), GlobalNorm::and_squares))
}
