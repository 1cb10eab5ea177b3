//! Random operands, and comparisons.
use crate::support::{self, Random, Result, dense_bags};
use candle_core::backprop::GradStore;
use candle_core::{DType, Device, Shape, Tensor, Var};
use lacuna_candle::{Bags, Element, RowSparseGradient, SparseEmbedding};

/// Tensors of random numbers.
pub trait Draw {
    fn tensor<V: Element>(&mut self, shape: impl Into<Shape>) -> Result<Tensor>;
    fn var<V: Element>(&mut self, shape: impl Into<Shape>) -> Result<Var>;
}

impl Draw for Random {
    fn tensor<V: Element>(&mut self, shape: impl Into<Shape>) -> Result<Tensor> {
        let shape = shape.into();
        Ok(Tensor::from_vec(self.values(shape.elem_count(), 1.0), shape, &Device::Cpu)?.to_dtype(V::DTYPE)?)
    }

    fn var<V: Element>(&mut self, shape: impl Into<Shape>) -> Result<Var> {
        Ok(Var::from_tensor(&self.tensor::<V>(shape)?)?)
    }
}

/// All values, as they are.
pub fn values(tensor: &Tensor) -> Result<Vec<f64>> {
    Ok(tensor.flatten_all()?.to_dtype(DType::F64)?.to_vec1()?)
}

/// All bits of a tensor.
pub fn bits(tensor: &Tensor) -> Result<Vec<u64>> {
    Ok(values(tensor)?.into_iter().map(f64::to_bits).collect())
}

/// The bags as a dense matrix: repeated ids are added, as they are or by their magnitudes.
pub fn matrix_of<V: Element>(bags: &Bags<V>, magnitudes: bool) -> Result<Tensor> {
    let matrix = dense_bags(bags, magnitudes);
    Ok(Tensor::from_vec(matrix, (bags.len(), bags.vocabulary()), &Device::Cpu)?.to_dtype(V::DTYPE)?)
}

/// The slopes of a loss in f64, by central differences.
pub fn slopes(at: &Tensor, loss: impl Fn(Var) -> Result<Tensor>) -> Result<Vec<f64>> {
    support::slopes(
        &values(at)?,
        |moved| Ok(loss(Var::from_vec(moved, at.shape(), &Device::Cpu)?)?.to_scalar::<f64>()?),
    )
}

/// A loss that is not linear.
pub fn curved(sums: &Tensor, direction: &Tensor) -> Result<Tensor> {
    Ok((sums.tanh()? * direction)?.sum_all()?.sqr()?)
}

/// The gradient of a variable, which must be there.
pub fn gradient_of<'a>(gradients: &'a GradStore, of: &Tensor) -> Result<&'a Tensor> {
    Ok(gradients.get(of).ok_or("no gradient")?)
}

/// The gradient of a table, which must be there.
pub fn row_sparse<V: Element>(embedding: &SparseEmbedding<V>) -> Result<RowSparseGradient<V>> {
    Ok(embedding.take_gradient()?.ok_or("no gradient")?)
}
