//! The softmax over all words.
use super::LanguageModel;
use super::model::number;
use super::window::Window;
use crate::fit::{BufferedBatches, for_each_batch};
use crate::model::ModelError;
use crate::model::ranked::Ranked;
use lacuna_runtime::array::{Array, Dtype, Element};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::data::Batches;
use lacuna_runtime::layer::LstmpState;
use lacuna_runtime::operator::{Context, FullyConnected, SoftmaxCrossEntropy};
use std::ops::Range;

/// The softmax over all words, in parts of a step's rows.
#[derive(Debug, Default)]
pub(super) struct Whole {
    pub context: Context,
    /// Weight and bias, unless the tape has them.
    decoder: Option<[Array; 2]>,
    rows: Array,
    labels: Array,
    logits: Array,
    losses: Array,
}

/// What a text has given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Words that were foretold.
    pub words: u64,
    /// The mean of their cross entropies, by the softmax over all words.
    pub loss: f64,
}

impl Evaluation {
    /// `exp` of the mean.
    #[must_use]
    pub fn perplexity(&self) -> f64 {
        libm::exp(self.loss)
    }
}

impl LanguageModel {
    /// The mean cross entropy of a text's words, by the softmax over all of them, from states of zeros. The rows of its
    /// batches are as many as one likes; the states of the training are kept.
    ///
    /// # Errors
    /// [`ModelError::Data`], and as [`step`](Self::step).
    pub fn evaluate(&mut self, batches: &mut dyn Batches) -> Result<Evaluation, ModelError> {
        let mut kept = Vec::new();
        for &LstmpState { r, c } in &self.states {
            for variable in [r, c] {
                kept.push((variable, self.trained.network.tape.value(variable)?.clone()));
            }
        }
        let mut ranked = self.trained.ranked.take();
        let found = self
            .set_states(batches.batch_size())
            .and_then(|()| ranked.as_mut().map_or(Ok(None), |ranked| self.pull_decoder(ranked)))
            .and_then(|decoder| {
                self.evaluation.decoder = decoder;
                self.sum_of_losses(batches, ranked.as_mut())
            });
        self.evaluation.decoder = None;
        self.trained.ranked = ranked;
        let found = self.trained.told(found);
        for (variable, state) in kept {
            *self.trained.network.tape.value_mut(variable)? = state;
        }
        let (count, total) = found?;
        Ok(Evaluation { words: count as u64, loss: if count > 0.0 { total / count } else { f64::NAN } })
    }

    /// Words that count, and the sum of their losses.
    fn sum_of_losses(
        &mut self,
        batches: &mut dyn Batches,
        mut ranked: Option<&mut Ranked>,
    ) -> Result<(f64, f64), ModelError> {
        let (mut count, mut total, rows) = (0.0, 0.0, batches.batch_size());
        for_each_batch(&mut BufferedBatches::new(batches), |batch| {
            let window = Window::new(batch, Some(rows))?;
            self.inputs.fill(window, &[], (rows, self.options.dtype), self.steps())?;
            if let Some(ranked) = ranked.as_deref_mut() {
                self.pull_words(ranked, window)?;
            }
            self.inputs.put(&mut self.trained.network)?;
            let x = self.forward(false)?;
            total += self.losses(window, x)?;
            count += window.count();
            self.carry()
        })?;
        Ok((count, total))
    }

    fn losses(&mut self, window: Window<'_>, x: Variable) -> Result<f64, ModelError> {
        let [rows, steps] = window.shape;
        let (tape, Whole { context, decoder, rows: part, labels, logits, losses }) =
            (&self.trained.network.tape, &mut self.evaluation);
        let x = tape.value(x)?;
        let [weight, bias] = match decoder {
            Some([weight, bias]) => [&*weight, &*bias],
            None => {
                let [weight, bias] = self.decoder.map(|table| tape.value(table));
                [weight?, bias?]
            }
        };
        let classes = tape.value(self.inputs.classes.variable)?;
        let mut total = 0.0;
        for step in 0..steps {
            for (from, to) in [(x, &mut *part), (classes, &mut *labels)] {
                copy_rows(from, step * rows..(step + 1) * rows, to)?;
            }
            context.run_into(&FullyConnected::default(), &[part, weight, bias], logits)?;
            context.run_into(&SoftmaxCrossEntropy, &[logits, labels], losses)?;
            let losses = losses.here()?;
            for row in 0..rows {
                let mask = window.mask.get(row * steps + step).copied().unwrap_or_default();
                total += number(&losses, row) * f64::from(mask);
            }
        }
        Ok(total)
    }
}

/// Rows of a dense array, where it is.
fn copy_rows(from: &Array, rows: Range<usize>, to: &mut Array) -> Result<(), ModelError> {
    match from.dtype() {
        _ if !from.is_on_host() => *to = from.context().rows(from, rows)?,
        Dtype::F64 => copy_rows_of::<f64>(from, rows, to)?,
        Dtype::I64 => copy_rows_of::<i64>(from, rows, to)?,
        _ => copy_rows_of::<f32>(from, rows, to)?,
    }
    Ok(())
}

fn copy_rows_of<V: Element>(from: &Array, rows: Range<usize>, to: &mut Array) -> Result<(), ModelError> {
    let columns: usize = from.shape().iter().skip(1).product();
    let values =
        from.data::<V>().and_then(|values| values.get(rows.start * columns..rows.end * columns)).unwrap_or_default();
    let shape = [rows.len(), columns];
    // Of one dimension, or of two.
    to.reuse_dense::<V>(shape.get(..from.shape().len()).unwrap_or(&shape))?.copy_from_slice(values);
    Ok(())
}
