//! The optimizers of a store.
use crate::Cpu;
use crate::array::{Array, ArrayError, Element, Storage, Values, rows_of, zeros};
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, Sgd, SgdMomentum};
use lacuna::{RowSparse, Value};

/// What a store does with a gradient: an optimizer of [`lacuna::optim`], whose hyper-parameters are rounded to the dtype of each parameter.
///
/// States begin at zero with the first push of a key, in the storage type of the parameter. A row_sparse gradient updates its rows alone, unless the hyper-parameters ask for the
/// [standard](lacuna::optim::Update::Standard) update; a dense one has every row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Optimizer {
    /// [`lacuna::optim::sgd`].
    Sgd(Sgd<f64>),
    /// [`lacuna::optim::sgd_momentum`].
    SgdMomentum(SgdMomentum<f64>),
    /// [`lacuna::optim::adagrad`].
    AdaGrad(AdaGrad<f64>),
    /// [`lacuna::optim::adam`], its learning rate [corrected](Adam::bias_corrected) in each update of a key.
    Adam(Adam<f64>),
}

/// Hyper-parameters in another type.
macro_rules! narrowed {
    ($rule:ident, $hyper:expr $(, $own:ident)*) => {
        $rule::<V> {
            learning_rate: V::narrow($hyper.learning_rate),
            $($own: V::narrow($hyper.$own),)*
            weight_decay: V::narrow($hyper.weight_decay),
            rescale_gradient: V::narrow($hyper.rescale_gradient),
            clip_gradient: $hyper.clip_gradient.map(V::narrow),
            update: $hyper.update,
        }
    };
}

impl Optimizer {
    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sgd(_) => "sgd",
            Self::SgdMomentum(_) => "sgd_momentum",
            Self::AdaGrad(_) => "adagrad",
            Self::Adam(_) => "adam",
        }
    }

    /// The names of its states.
    ///
    /// ```
    /// use lacuna::optim::Adam;
    /// use lacuna_runtime::kvstore::Optimizer;
    /// assert_eq!(Optimizer::Adam(Adam::new(0.001, 0.9, 0.999, 1e-8)).states(), ["mean", "variance"]);
    /// ```
    #[must_use]
    pub const fn states(&self) -> &'static [&'static str] {
        match self {
            Self::Sgd(_) => &[],
            Self::SgdMomentum(_) => &["momentum"],
            Self::AdaGrad(_) => &["history"],
            Self::Adam(_) => &["mean", "variance"],
        }
    }

    /// States of zeros for a parameter: of all rows, or of those that it stores.
    pub(super) fn new_states(&self, weight: &Array) -> Result<Vec<Array>, ArrayError> {
        let zeros = |_| {
            let data = Values::zeros(weight.dtype(), weight.nnz())?;
            let storage = match (weight.stype(), weight.indices()) {
                (Stype::RowSparse, Some(indices)) => Storage::RowSparse { indices: indices.to_vec(), data },
                (Stype::Dense, _) => Storage::Dense { data },
                (stype, _) => return Err(ArrayError::Unsupported { operation: "an update", stype }),
            };
            Array::from_storage(weight.shape().to_vec(), storage)
        };
        self.states().iter().map(zeros).collect()
    }

    /// One update, the `step`th of this parameter, whose dtype is `V`.
    pub(super) fn update<V: Value + Element>(
        &self,
        cpu: &Cpu,
        step: u64,
        gradient: &Array,
        weight: &mut Array,
        states: &mut [Array],
    ) -> Result<(), ArrayError> {
        let (rows, row_length) = rows_of(gradient.shape())?;
        // A dense gradient is one that stores every row.
        let mut all = zeros(if gradient.stype() == Stype::Dense { rows } else { 0 })?;
        (0..).zip(&mut all).for_each(|(id, to)| *to = id);
        let ids = gradient.indices().unwrap_or(&all);
        let gradient = RowSparse::trusted(rows, row_length, ids, gradient.data::<V>().unwrap_or_default())?;
        let weight = weight.as_rows_mut::<V>()?;
        match (self, states) {
            (Self::Sgd(hyper), []) => cpu.sgd(&narrowed!(Sgd, hyper), gradient, weight)?,
            (Self::SgdMomentum(hyper), [momentum]) => {
                cpu.sgd_momentum(&narrowed!(SgdMomentum, hyper, momentum), gradient, weight, momentum.as_rows_mut()?)?;
            }
            (Self::AdaGrad(hyper), [history]) => {
                cpu.adagrad(&narrowed!(AdaGrad, hyper, epsilon), gradient, weight, history.as_rows_mut()?)?;
            }
            (Self::Adam(hyper), [mean, variance]) => {
                // In f64, as the peer: rounded once.
                let hyper = hyper.bias_corrected(step);
                let hyper = narrowed!(Adam, hyper, beta1, beta2, epsilon);
                cpu.adam(&hyper, gradient, weight, mean.as_rows_mut()?, variance.as_rows_mut()?)?;
            }
            // Never: as many are made and loaded as have names.
            (other, states) => return Err(ArrayError::Length { shape: vec![], expected: other.states().len(), found: states.len() }),
        }
        Ok(())
    }
}
