//! Numbers that are left out at random.
use super::backend::{Done, Pair};
use super::{Backward, Call, Definition, OperatorError};
use crate::initializer::of_step;
use lacuna_arrays::array::Array;

/// Each element is 0 with this probability, and `x / (1 - p)` otherwise; as it is unless
/// [`training`](super::Context::training). Operands: `x`, dense, and the number of the step, one `int64`.
///
/// What is left out is a function of the seed, the [name](crate::initializer::named), the step and the place of the
/// element: not of threads, processors or an interruption. Nothing is kept for the gradient, `g / (1 - p)` of those
/// that stay: it is drawn anew. Source: MXNet `Dropout`, which draws from a generator of the device.
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

impl Dropout {
    fn apply(&self, call: &Call<'_>, of: &Array, out: &mut Array) -> Done {
        let ([_, step], probability) = (call.all()?, self.probability);
        if !(0.0..1.0).contains(&probability) {
            let operator = call.on.operator();
            return Err(OperatorError::Own(format!(
                "{operator}: the probability is {probability}, which is not from 0 to 1 (exclusive)"
            )));
        }
        if !call.on.training() || probability == 0.0 {
            return call.on.copy(of, out);
        }
        let (kept, mut mask) = (1.0 - probability, call.on.temporary());
        let stream = of_step(self.seed, &self.name, call.on.number(1, step)? as u64);
        call.on.bernoulli(stream, kept, 1.0 / kept, of, &mut mask)?;
        call.on.pair(Pair::Multiply, of, &mask, out)
    }
}

impl Definition for Dropout {
    fn name(&self) -> &'static str {
        "Dropout"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x, _] = call.all()?;
        call.dense(x)?;
        self.apply(call, x, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.gradient)?;
        self.apply(call, backward.gradient, gradient)
    }
}
