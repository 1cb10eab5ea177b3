//! Predictions of linear models.
use lacuna::loss::Link;
use lacuna::{Csr, Dense, DenseMut, Value, dot};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// `x w + b` of each row, and what it predicts.
#[derive(Debug)]
struct Linear<V> {
    features: usize,
    /// Features x outputs.
    weight: Vec<V>,
    bias: Vec<V>,
    link: Link,
}

impl<V: Value> Linear<V> {
    fn new(features: usize, weight: Vec<V>, bias: Vec<V>, link: &str) -> Result<Self, JsError> {
        let link = match link {
            "identity" => Link::Identity,
            "sigmoid" => Link::Sigmoid,
            "one-against-rest" => Link::OneAgainstRest,
            "softmax" => Link::Softmax,
            _ => return Err(JsError::new(&format!("no link function {link}"))),
        };
        if bias.is_empty() || features.checked_mul(bias.len()) != Some(weight.len()) {
            let (found, outputs) = (weight.len(), bias.len());
            return Err(JsError::new(&format!("{found} weights for {features} features and {outputs} outputs")));
        }
        Ok(Self { features, weight, bias, link })
    }

    fn predict(&self, columns: usize, indptr: &[i32], indices: &[i32], values: &[V]) -> Result<Vec<V>, JsError> {
        let (rows, outputs) = (indptr.len().saturating_sub(1), self.bias.len());
        if columns != self.features {
            let expected = self.features;
            return Err(JsError::new(&format!("rows of {columns} columns, but the model has {expected} features")));
        }
        let mut out = vec![V::ZERO; rows * outputs];
        let x = Csr::new(rows, columns, indptr, indices, values)?;
        let weight = Dense::new(self.features, outputs, &self.weight)?;
        dot::csr_dense(x, weight, DenseMut::new(rows, outputs, &mut out)?)?;
        for logits in out.chunks_exact_mut(outputs) {
            logits.iter_mut().zip(&self.bias).for_each(|(logit, &bias)| *logit = *logit + bias);
            self.link.apply(logits);
        }
        Ok(out)
    }
}

macro_rules! exported {
    ($name:ident, $type:ty) => {
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $name(Linear<$type>);

        #[wasm_bindgen]
        impl $name {
            #[wasm_bindgen(constructor)]
            pub fn new(features: usize, weight: Vec<$type>, bias: Vec<$type>, link: &str) -> Result<Self, JsError> {
                Ok(Self(Linear::new(features, weight, bias, link)?))
            }

            pub fn predict(
                &self,
                columns: usize,
                indptr: &[i32],
                indices: &[i32],
                values: &[$type],
            ) -> Result<Vec<$type>, JsError> {
                self.0.predict(columns, indptr, indices, values)
            }
        }
    };
}
exported!(Linear32, f32);
exported!(Linear64, f64);
