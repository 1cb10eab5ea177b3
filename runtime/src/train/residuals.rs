//! The loss of linear regression: residuals, and what the bias gradient and the metric need of them.
//!
//! All sums here are made one after the other in the order of the rows, in `f64`, so the bits depend on nothing but the
//! rows.
use super::scalar::TrainValue;

/// Sums over the residuals of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResidualSums {
    /// Sum: the gradient of the bias.
    pub sum: f64,
    /// Sum of squares.
    pub squares: f64,
}

/// Adds the squares of the residuals that [`residuals`] makes, one after the other.
pub fn add_squares<V: TrainValue>(products: &[V], bias: V, labels: &[V], sum: &mut f64) {
    for (&product, &label) in products.iter().zip(labels) {
        let residual = ((product + bias) - label).to_f64();
        *sum += residual * residual;
    }
}

/// Turns products `x . w` into residuals `(x . w + bias) - label`: the gradient that LinearRegressionOutput gives for
/// one output a row.
pub fn residuals<V: TrainValue>(products: &mut [V], bias: V, labels: &[V]) -> ResidualSums {
    let mut sums = ResidualSums::default();
    for (product, &label) in products.iter_mut().zip(labels) {
        let residual = (*product + bias) - label;
        *product = residual;
        let residual = residual.to_f64();
        sums.sum += residual;
        sums.squares += residual * residual;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residual_is_output_minus_label() {
        let mut products = [1.0_f32, 2.0, 3.0];
        let sums = residuals(&mut products, 0.5, &[1.0, 4.5, 0.0]);
        assert_eq!(products, [0.5, -2.0, 3.5]);
        assert_eq!(sums, ResidualSums { sum: 2.0, squares: 0.25 + 4.0 + 12.25 });
    }
}
