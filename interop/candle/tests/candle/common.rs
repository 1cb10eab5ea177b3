//! Random operands, and comparisons.
use anyhow::{Context, Result};
use candle_core::backprop::GradStore;
use candle_core::{DType, Device, Tensor, Var};
use lacuna_candle::lacuna::random::{Stream, uniform};
use lacuna_candle::{Bags, Element, RowSparseGradient, SparseEmbedding};

/// Numbers of a seed, the same on every platform.
pub struct Random(Stream);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Stream::new(seed, 0))
    }

    /// Uniform on -bound..bound.
    pub fn values(&mut self, count: usize, bound: f64) -> Result<Vec<f64>> {
        let mut values = vec![0.0; count];
        uniform(self.0, -bound, bound, &mut values)?;
        self.0 = self.0.after(count as u64);
        Ok(values)
    }

    /// Uniform on 0..bound.
    pub fn below(&mut self, bound: usize) -> Result<usize> {
        Ok(((self.values(1, 0.5)?[0] + 0.5) * bound as f64) as usize % bound.max(1))
    }

    pub fn tensor<V: Element>(&mut self, shape: impl Into<candle_core::Shape>) -> Result<Tensor> {
        let shape = shape.into();
        Ok(Tensor::from_vec(self.values(shape.elem_count(), 1.0)?, shape, &Device::Cpu)?.to_dtype(V::DTYPE)?)
    }

    pub fn var<V: Element>(&mut self, shape: impl Into<candle_core::Shape>) -> Result<Var> {
        Ok(Var::from_tensor(&self.tensor::<V>(shape)?)?)
    }

    /// Bags with weights, repeated ids and empty bags among them.
    pub fn bags<V: Element>(&mut self, bags: usize, vocabulary: usize) -> Result<Bags<V>> {
        let mut made = Bags::new(vocabulary);
        for bag in 0..bags {
            let length = if bag % 5 == 3 { 0 } else { 1 + self.below(8)? };
            let weights = self.values(length, 2.0)?;
            let bag = weights.iter().map(|&weight| Ok((self.below(vocabulary)? as u32, V::from_f64(weight))));
            made.push(&bag.collect::<Result<Vec<_>>>()?)?;
        }
        Ok(made)
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

/// The gradient as a table.
pub fn dense<V: Element>(gradient: &RowSparseGradient<V>) -> Vec<f64> {
    let length = gradient.row_length();
    let mut dense = vec![0.0; gradient.rows() * length];
    for (&id, row) in gradient.indices().iter().zip(gradient.data().chunks(length)) {
        for (place, value) in dense[id as usize * length..].iter_mut().zip(row) {
            *place = value.to_f64();
        }
    }
    dense
}

/// The bags as a dense matrix: repeated ids are added.
pub fn matrix_of<V: Element>(bags: &Bags<V>) -> Result<Tensor> {
    let mut matrix = vec![0.0; bags.len() * bags.vocabulary()];
    for (bag, bounds) in bags.indptr().windows(2).enumerate() {
        for entry in bounds[0] as usize..bounds[1] as usize {
            matrix[bag * bags.vocabulary() + bags.ids()[entry] as usize] += bags.weights()[entry].to_f64();
        }
    }
    Ok(Tensor::from_vec(matrix, (bags.len(), bags.vocabulary()), &Device::Cpu)?.to_dtype(V::DTYPE)?)
}

/// The unit of rounding.
pub fn unit<V: Element>() -> f64 {
    if V::DTYPE == DType::F32 { f64::from(f32::EPSILON) / 2.0 } else { f64::EPSILON / 2.0 }
}

#[track_caller]
pub fn assert_close(found: &[f64], expected: &[f64], bound: impl Fn(usize) -> f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let bound = bound(place);
        assert!((found - expected).abs() <= bound, "value {place}: {found}, expected {expected} within {bound:e}");
    }
}

/// The slopes of a loss in f64, by central differences.
///
/// With a step of 1e-5 they are off by about step^2 times the third derivative (some hundreds here: 1e-8) and the
/// rounding of the loss over the step (up to 1e3: 1e3 * 2^-53 / 1e-5 = 1e-8).
pub fn slopes(at: &Tensor, loss: impl Fn(Var) -> Result<Tensor>) -> Result<Vec<f64>> {
    let middle = values(at)?;
    let slope = |place: usize| {
        let moved = |step: f64| -> Result<f64> {
            let mut moved = middle.clone();
            moved[place] += step;
            Ok(loss(Var::from_vec(moved, at.shape(), &Device::Cpu)?)?.to_scalar::<f64>()?)
        };
        Ok((moved(1e-5)? - moved(-1e-5)?) / 2e-5)
    };
    (0..middle.len()).map(slope).collect()
}

/// A loss that is not linear.
pub fn curved(sums: &Tensor, direction: &Tensor) -> Result<Tensor> {
    Ok((sums.tanh()? * direction)?.sum_all()?.sqr()?)
}

/// The gradient of a variable, which must be there.
pub fn gradient_of<'a>(gradients: &'a GradStore, of: &Tensor) -> Result<&'a Tensor> {
    gradients.get(of).context("no gradient")
}

/// The gradient of a table, which must be there.
pub fn row_sparse<V: Element>(embedding: &SparseEmbedding<V>) -> Result<RowSparseGradient<V>> {
    embedding.take_gradient()?.context("no gradient")
}
