//! burn's tensors of random numbers, and what is in them.
use crate::support::{Random, Result};
use burn::tensor::{Device, Gradients, Shape, Tensor, TensorData};
use lacuna_burn::{Element, RowSparseGradient, SparseEmbedding};

/// Where tensors have gradients.
pub fn device() -> Device {
    Device::flex().autodiff()
}

/// A tensor of numbers, rounded to its type.
pub fn tensor<V: Element, const D: usize>(values: &[f64], shape: [usize; D], device: &Device) -> Tensor<D> {
    let values: Vec<V> = values.iter().map(|&value| V::narrow(value)).collect();
    Tensor::from_data(TensorData::new(values, Shape::from(shape)), (device, V::DTYPE))
}

/// A random one, up to 1, in a graph.
pub fn random<V: Element, const D: usize>(random: &mut Random, shape: [usize; D]) -> Tensor<D> {
    tensor::<V, D>(&random.values(shape.iter().product(), 1.0), shape, &device())
}

/// A random one that requires a gradient.
pub fn variable<V: Element, const D: usize>(numbers: &mut Random, shape: [usize; D]) -> Tensor<D> {
    random::<V, D>(numbers, shape).require_grad()
}

/// All values, as they are.
pub fn values<const D: usize>(tensor: &Tensor<D>) -> Vec<f64> {
    tensor.to_data().iter::<f64>().collect()
}

/// All bits of a tensor.
pub fn bits<const D: usize>(tensor: &Tensor<D>) -> Vec<u64> {
    values(tensor).into_iter().map(f64::to_bits).collect()
}

/// The gradient of a tensor, which must be there.
pub fn gradient<const D: usize>(gradients: &Gradients, of: &Tensor<D>) -> Result<Vec<f64>> {
    Ok(values(&of.grad(gradients).ok_or("no gradient")?))
}

/// The gradient of a table, which must be there.
pub fn row_sparse<V: Element>(embedding: &SparseEmbedding<V>) -> Result<RowSparseGradient<V>> {
    Ok(embedding.take_gradient()?.ok_or("no gradient")?)
}

/// An embedding of random values up to 1, and the same table as a tensor that requires a dense gradient.
pub fn table<V: Element>(random: &mut Random, shape: [usize; 2]) -> Result<(SparseEmbedding<V>, Tensor<2>)> {
    let table = variable::<V, 2>(random, shape);
    Ok((SparseEmbedding::new(table.clone())?, table))
}

/// A loss that is not linear.
pub fn curved<const D: usize>(sums: Tensor<D>, direction: &Tensor<D>) -> Tensor<1> {
    (sums.tanh() * direction.clone()).sum().square()
}

/// A loss as a number.
pub fn number(loss: Tensor<1>) -> f64 {
    values(&loss)[0]
}
