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
    /// Sum of squares, each times the weight of its row.
    pub squares: f64,
    /// Sum of the weights: the number of rows where there are none.
    pub weight: f64,
}

impl ResidualSums {
    fn add(&mut self, residual: f64, gradient: f64, weight: f64) {
        self.sum += gradient;
        self.squares += residual * residual * weight;
        self.weight += weight;
    }
}

/// The weight of each row, without an end.
pub(super) fn each_weight<V: TrainValue>(weights: Option<&[V]>) -> impl Iterator<Item = V> {
    let given = weights.unwrap_or_default().iter().copied();
    let ones = if weights.is_none() { usize::MAX } else { 0 };
    given.chain(std::iter::repeat_n(V::ONE, ones))
}

/// Adds what [`residuals`] of these rows would sum up, one after the other.
pub fn add_squares<V: TrainValue>(
    products: &[V],
    bias: V,
    labels: &[V],
    weights: Option<&[V]>,
    sums: &mut ResidualSums,
) {
    for ((&product, &label), weight) in products.iter().zip(labels).zip(each_weight(weights)) {
        let residual = (product + bias) - label;
        sums.add(residual.to_f64(), (residual * weight).to_f64(), weight.to_f64());
    }
}

/// Turns products `x . w` into residuals `(x . w + bias) - label`, each times the weight of its row: the gradient that
/// LinearRegressionOutput gives for one output a row.
pub fn residuals<V: TrainValue>(products: &mut [V], bias: V, labels: &[V], weights: Option<&[V]>) -> ResidualSums {
    let mut sums = ResidualSums::default();
    for ((product, &label), weight) in products.iter_mut().zip(labels).zip(each_weight(weights)) {
        let residual = (*product + bias) - label;
        *product = residual * weight;
        sums.add(residual.to_f64(), product.to_f64(), weight.to_f64());
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residual_is_output_minus_label() {
        let mut products = [1.0_f32, 2.0, 3.0];
        let sums = residuals(&mut products, 0.5, &[1.0, 4.5, 0.0], None);
        assert_eq!(products, [0.5, -2.0, 3.5]);
        assert_eq!(sums, ResidualSums { sum: 2.0, squares: 0.25 + 4.0 + 12.25, weight: 3.0 });
        let mut products = [1.0_f32, 2.0, 3.0];
        let sums = residuals(&mut products, 0.5, &[1.0, 4.5, 0.0], Some(&[2.0, 0.5, 0.0]));
        assert_eq!(products, [1.0, -1.0, 0.0]);
        assert_eq!(sums, ResidualSums { sum: 0.0, squares: 2.0 * 0.25 + 0.5 * 4.0, weight: 2.5 });
    }
}
