//! Optimizers that are chosen at run time.
use crate::Cpu;
use crate::array::{Array, ArrayError, Element, Storage, Values, reserve, rows_of};
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, Sgd, SgdMomentum};
use lacuna::{RowSparse, Value};

/// What becomes of a gradient: an optimizer of [`lacuna::optim`], whose hyper-parameters are rounded to the dtype of each parameter.
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
#[cfg(feature = "cuda")]
pub(crate) use narrowed;

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
    /// use lacuna_runtime::optimizer::Optimizer;
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

    /// The same with the learning rate, the weight decay and what gradients are multiplied by each times a number.
    #[must_use]
    pub(crate) fn times(mut self, learning_rate: f64, weight_decay: f64, rescale_gradient: f64) -> Self {
        let (rate, decay, rescale) = match &mut self {
            Self::Sgd(hyper) => (&mut hyper.learning_rate, &mut hyper.weight_decay, &mut hyper.rescale_gradient),
            Self::SgdMomentum(hyper) => (&mut hyper.learning_rate, &mut hyper.weight_decay, &mut hyper.rescale_gradient),
            Self::AdaGrad(hyper) => (&mut hyper.learning_rate, &mut hyper.weight_decay, &mut hyper.rescale_gradient),
            Self::Adam(hyper) => (&mut hyper.learning_rate, &mut hyper.weight_decay, &mut hyper.rescale_gradient),
        };
        *rate *= learning_rate;
        *decay *= weight_decay;
        *rescale *= rescale_gradient;
        self
    }

    /// States of zeros for a parameter: of all rows, or of those that it stores.
    pub(crate) fn new_states(&self, weight: &Array) -> Result<Vec<Array>, ArrayError> {
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

    /// One update, the `step`th of this parameter, whose dtype is `V`. `every_row` holds 0, 1, ..: as many as have been asked for.
    pub(crate) fn update<V: Value + Element>(
        &self,
        cpu: &Cpu,
        step: u64,
        gradient: &Array,
        weight: &mut Array,
        states: &mut [Array],
        every_row: &mut Vec<i64>,
    ) -> Result<(), ArrayError> {
        let (rows, row_length) = rows_of(gradient.shape())?;
        // A dense gradient is one that stores every row.
        let missing = if gradient.stype() == Stype::Dense { rows.saturating_sub(every_row.len()) } else { 0 };
        reserve(every_row, missing)?;
        (0..missing).for_each(|_| every_row.push(every_row.len() as i64));
        let ids = gradient.indices().unwrap_or_else(|| every_row.get(..rows).unwrap_or_default());
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
