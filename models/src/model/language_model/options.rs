//! How a language model is made.
use crate::model::ModelError;
use lacuna::optim::AdaGrad;
use lacuna_runtime::array::Dtype;
use lacuna_runtime::optimizer::Optimizer;

/// How a [`LanguageModel`](super::LanguageModel) is made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LanguageModelOptions {
    /// Words, the frequent ones first.
    pub vocabulary: usize,
    /// Numbers of a word's embedding.
    pub embedding: usize,
    /// LSTMP layers.
    pub layers: usize,
    /// Hidden units of each.
    pub hidden: usize,
    /// Numbers of the projected state of each.
    pub projection: usize,
    /// Rows of text of a batch, whose states are carried from one to the next.
    pub batch_size: usize,
    /// Classes of noise of a step.
    pub samples: usize,
    /// That a number between two layers is left out: from 0 to below 1.
    pub dropout: f64,
    /// What the gradient of the embedding is multiplied by.
    pub rescale_embedding: f64,
    /// The largest norm of the gradients of all LSTMP parameters together.
    pub clip: Option<f64>,
    /// `float32` or `float64`.
    pub dtype: Dtype,
    /// What updates the parameters.
    pub optimizer: Optimizer,
}

impl LanguageModelOptions {
    /// Those of MXNet's example: 512 numbers of an embedding, one layer of 2048 hidden units projected to 512, batches
    /// of 128 rows, 8192 classes of noise, dropout 0.1, gradients of the embedding times 256, norm 10, AdaGrad with
    /// learning rate 0.2 and epsilon 1.
    #[must_use]
    pub const fn new(vocabulary: usize) -> Self {
        Self {
            vocabulary,
            embedding: 512,
            layers: 1,
            hidden: 2048,
            projection: 512,
            batch_size: 128,
            samples: 8192,
            dropout: 0.1,
            rescale_embedding: 256.0,
            clip: Some(10.0),
            dtype: Dtype::F32,
            optimizer: Optimizer::AdaGrad(AdaGrad::new(0.2, 1.0)),
        }
    }

    /// Numbers of all parameters together.
    ///
    /// ```
    /// use lacuna_models::model::LanguageModelOptions;
    /// assert_eq!(LanguageModelOptions::new(793_471).parameters(), 822_761_343);
    /// ```
    #[must_use]
    pub const fn parameters(&self) -> u128 {
        let [vocabulary, embedding, layers] = [self.vocabulary as u128, self.embedding as u128, self.layers as u128];
        let [hidden, projection] = [self.hidden as u128, self.projection as u128];
        // The first layer reads embeddings, the others what is projected.
        let inputs = embedding + layers.saturating_sub(1) * projection;
        let recurrent = 4 * hidden * (inputs + layers * (projection + 2)) + layers * projection * hidden;
        vocabulary * (embedding + projection + 1) + recurrent
    }

    pub(super) fn check(&self) -> Result<(), ModelError> {
        let counts = [
            ("vocabulary", self.vocabulary),
            ("embedding", self.embedding),
            ("layers", self.layers),
            ("hidden", self.hidden),
            ("projection", self.projection),
            ("batch_size", self.batch_size),
            ("samples", self.samples),
        ];
        for (option, found) in counts {
            if found == 0 {
                return Err(ModelError::Option { option, expected: "1 or more", found: 0.0 });
            }
        }
        let refused = |option, expected, found| Err(ModelError::Option { option, expected, found });
        match (self.dropout, self.rescale_embedding, self.clip) {
            (found, ..) if !(0.0..1.0).contains(&found) => refused("dropout", "0 or more, below 1,", found),
            (_, found, _) if !found.is_finite() => refused("rescale_embedding", "a finite number", found),
            (.., Some(found)) if !(found > 0.0 && found.is_finite()) => {
                refused("clip", "a finite number above 0", found)
            }
            _ if !matches!(self.dtype, Dtype::F32 | Dtype::F64) => Err(ModelError::NotFloat { found: self.dtype }),
            _ => Ok(()),
        }
    }
}
