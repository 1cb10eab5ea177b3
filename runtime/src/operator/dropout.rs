//! Numbers that are left out at random.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use crate::initializer::of_step;
use lacuna::Value;
use lacuna::infer::Stype::Dense;
use lacuna::random::{Bernoulli, Draw, Stream};

/// Each element is 0 with this probability, and `x / (1 - p)` otherwise; as it is unless [`training`](Context::training). Operands: `x`, dense, and the number of the step, one `int64`.
///
/// What is left out is a function of the seed, the [name](crate::initializer::named), the step and the place of the element: not of threads, processors or an interruption. Nothing is kept for the gradient, `g / (1 - p)` of
/// those that stay: it is drawn anew. Source: MXNet `Dropout`, which draws from a generator of the device.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, Dropout};
/// let dropout = Dropout { probability: 0.5, seed: 1, name: "first".into() };
/// let (x, step) = (Array::dense(&[8], vec![1.0_f32; 8])?, Array::dense(&[1], vec![0_i64])?);
/// let mut context = Context::new();
/// assert_eq!(context.run(&dropout, &[&x, &step])?, x);
/// context.training = true;
/// let found = context.run(&dropout, &[&x, &step])?;
/// assert!(found.data::<f32>().unwrap_or_default().iter().all(|&element| element == 0.0 || element == 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dropout {
    /// That an element is left out: from 0 to below 1.
    pub probability: f64,
    /// Of the generator.
    pub seed: u64,
    /// Distinguishes it from other dropouts of one model.
    pub name: String,
}

const NAME: &str = "Dropout";

impl Dropout {
    /// Whether anything is left out.
    pub(crate) fn works(&self, training: bool) -> Result<bool, OperatorError> {
        let probability = self.probability;
        if !(0.0..1.0).contains(&probability) {
            return Err(OperatorError::Own(format!("{NAME}: the probability is {probability}, which is not from 0 to 1 (exclusive)")));
        }
        Ok(training && probability > 0.0)
    }

    /// What elements are multiplied by.
    pub(crate) fn factors<V: Value>(&self, step: i64) -> (Bernoulli<V>, Stream) {
        let kept = 1.0 - self.probability;
        let distribution = Bernoulli { probability: V::narrow(kept), value: V::narrow(1.0 / kept) };
        (distribution, of_step(self.seed, &self.name, step as u64))
    }

    fn apply(&self, context: &Context, [x, step]: [&Array; 2], of: &Array, to: &mut Array) -> Result<(), OperatorError> {
        if !self.works(context.training)? {
            return Ok(to.reuse_copy(of)?);
        }
        let Some(&[step]) = step.data::<i64>() else {
            return Err(OperatorError::Shape { operator: NAME, operand: 1, expected: "one int64", found: step.shape().to_vec() });
        };
        with_float!(NAME, x, V => masked::<V>(context, self.factors(step), of, to))
    }
}

fn masked<V: Element + Value>(
    context: &Context,
    (distribution, stream): (Bernoulli<V>, Stream),
    of: &Array,
    to: &mut Array,
) -> Result<(), OperatorError> {
    let of_values = values::<V>(NAME, 0, of)?;
    let mask = context.arena.alloc_slice_fill_copy(of_values.len(), V::ZERO);
    context.cpu.run(Draw { distribution, stream, out: &mut *mask })?;
    Ok(context.cpu.multiply(of_values, mask, to.reuse_dense::<V>(of.shape())?)?)
}

impl Operator for Dropout {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x, step] = inputs.all(NAME)?;
        if x.stype() != Dense {
            return Err(inputs.no_path(NAME));
        }
        self.apply(context, [x, step], x, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(NAME));
        }
        self.apply(context, call.inputs.all(NAME)?, call.gradient, gradient)
    }
}
