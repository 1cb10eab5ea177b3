//! Losses and their gradients.
use super::Host;
use crate::array::Array;
use crate::operator::backend::{Backend, Done, Losses};
use crate::operator::{Stypes, with_float};
use lacuna::Value;
use lacuna::infer::Stype::{Csr, Dense};

fn columns(matrix: &Array) -> usize {
    matrix.shape().get(1).copied().unwrap_or_default()
}

impl Losses for Host<'_> {
    fn softmax(&self, logits: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, logits, V => {
            out.reuse_dense::<V>(logits.shape())?;
            Ok(self.context.cpu.softmax(logits.as_dense::<V>()?, out.as_dense_mut()?)?)
        })
    }

    fn softmax_residuals(&self, softmax: &Array, labels: &Array, scale: f64, out: &mut Array) -> Done {
        let labels = self.integers(labels, columns(softmax))?;
        with_float!(self.operator, softmax, V => {
            out.reuse_dense::<V>(softmax.shape())?;
            let (softmax, alpha, scale) = (softmax.as_dense::<V>()?, V::default(), V::narrow(scale));
            Ok(self.context.cpu.softmax_output_gradient(softmax, labels, usize::MAX, alpha, scale, out.as_dense_mut()?)?)
        })
    }

    fn softmax_cross_entropy(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        let labels = self.integers(labels, columns(logits))?;
        with_float!(self.operator, logits, V => {
            let (logits, rows) = (logits.as_dense::<V>()?, logits.shape().first().copied().unwrap_or_default());
            Ok(self.context.cpu.softmax_cross_entropy(logits, labels, usize::MAX, out.reuse_dense(&[rows])?)?)
        })
    }

    fn softmax_cross_entropy_slopes(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        let labels = self.integers(labels, columns(logits))?;
        with_float!(self.operator, logits, V => {
            out.reuse_dense::<V>(logits.shape())?;
            let (logits, out) = (logits.as_dense::<V>()?, out.as_dense_mut()?);
            Ok(self.context.cpu.softmax_cross_entropy_gradient(logits, labels, usize::MAX, V::narrow(1.0), out)?)
        })
    }

    fn sigmoid_cross_entropy(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, logits, V => {
            let (x, labels) = (self.values::<V>(0, logits)?, self.values::<V>(1, labels)?);
            Ok(self.context.cpu.sigmoid_cross_entropy(x, labels, out.reuse_dense(logits.shape())?)?)
        })
    }

    fn sigmoid_cross_entropy_slopes(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, logits, V => {
            let (x, labels) = (self.values::<V>(0, logits)?, self.values::<V>(1, labels)?);
            Ok(self.context.cpu.sigmoid_cross_entropy_gradient(x, labels, V::narrow(1.0), out.reuse_dense(logits.shape())?)?)
        })
    }

    fn residuals(&self, result: &Array, labels: &Array, scale: f64, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, result, V => {
            let (cpu, scale) = (self.context.cpu, V::narrow(scale));
            let all = out.reuse_dense::<V>(shape)?;
            match labels.stype() {
                Dense => cpu.regression_gradient(self.values::<V>(0, result)?, self.values(1, labels)?, scale, all)?,
                Csr => cpu.csr_regression_gradient(result.as_dense::<V>()?, labels.as_csr()?, scale, out.as_dense_mut()?)?,
                _ => return Err(self.no_path(Stypes(vec![result.stype(), labels.stype()]))),
            }
            Ok(())
        })
    }
}
