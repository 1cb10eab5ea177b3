//! The norm of several gradients together.
use crate::reduce::whole::sum_of_squares;
use crate::{Value, order};

/// The norm of all elements of several arrays, dense and row_sparse ones, of `f32` and of `f64`: the root of the sum of
/// their squares. Rows that a gradient does not store are zeros, so they need not be visited.
///
/// The squares of an array are summed as by [`reduce::square_sum`](crate::reduce::square_sum()), in `f64` and not
/// rounded to the type of the values; the sums of the arrays are added in order by one compensated sum. So an array
/// that others hold in parts has another sum than the whole, by a rounding.
///
/// A gradient is limited by the rescaling of the update that uses it, without a pass of its own: as MXNet's
/// `clip_global_norm`, which multiplies the arrays.
///
/// ```
/// use lacuna::optim::{GlobalNorm, Sgd, sgd};
/// use lacuna::{DenseMut, RowSparse};
/// let embedding = RowSparse::new(4, 1, &[2], &[3.0_f32])?;
/// let bias = [4.0_f64];
/// let norm = GlobalNorm::default().and(embedding.data()).and(&bias);
/// assert_eq!(norm.norm(), 5.0);
/// let rescale_gradient = norm.rescale(2.5).ok_or("no finite norm")? as f32;
/// let mut weight = [1.0; 4];
/// sgd(&Sgd { rescale_gradient, ..Sgd::new(1.0) }, embedding, DenseMut::new(4, 1, &mut weight)?.into())?;
/// assert_eq!(weight, [1.0, 1.0, -0.5, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GlobalNorm {
    squares: f64,
    lost: f64,
}

impl GlobalNorm {
    /// What MXNet adds to the norm before it divides by it.
    const LEAST: f64 = 1e-8;

    /// With these elements too: all of a dense array, or the stored rows of a row_sparse one.
    #[must_use]
    pub fn and<V: Value>(self, values: &[V]) -> Self {
        self.and_squares(sum_of_squares(values))
    }

    /// With elements whose squares were summed elsewhere by the same law, on a GPU for example.
    #[must_use]
    pub fn and_squares(self, sum: f64) -> Self {
        let (squares, lost) = order::add_accurate::<f64>(self.squares, self.lost, sum);
        Self { squares, lost }
    }

    /// The norm; infinite, or no number, if an element or the sum of the squares is.
    #[must_use]
    pub fn norm(&self) -> f64 {
        self.squares.root()
    }

    /// What gradients must be multiplied by so that their norm is at most `largest`: `largest / (norm + 1e-8)`, and 1
    /// if that is larger. `None` if the norm, or `largest`, is not finite.
    #[must_use]
    pub fn rescale(&self, largest: f64) -> Option<f64> {
        let norm = self.norm();
        let share = largest / (norm + Self::LEAST);
        (norm.is_finite() && largest.is_finite()).then_some(if share < 1.0 { share } else { 1.0 })
    }
}
