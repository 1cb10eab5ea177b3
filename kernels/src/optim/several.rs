//! Several parameters in one call.
use super::{Rule, Step};
use crate::error::KernelError;
use crate::kernel::Body;
use crate::kernel::{How, perform};
use crate::{Index, Value};
use core::fmt::{self, Display, Formatter};

/// Which of several steps is refused, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the step, from 0.
    pub step: usize,
    /// What is wrong with it.
    pub error: KernelError,
}

impl Display for Refused {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.error)
    }
}

impl core::error::Error for Refused {}

/// One step of each parameter, with hyper-parameters of its own: learning rate, decay, and all others. Either all are
/// updated, or none.
///
/// Shapes and cost: as [`update`](super::update) of each.
///
/// # Errors
/// [`Refused`]: that of the first step that [`update`](super::update) would refuse. Then nothing is written, in none of them.
///
/// ```
/// use lacuna::optim::{Sgd, Step, update_several};
/// use lacuna::{DenseMut, RowSparse};
/// let (mut embedding, mut output) = ([1.0_f32; 3], [1.0; 2]);
/// let mut steps = [
///     Step { rule: Sgd::new(0.5), gradient: RowSparse::new(3, 1, &[1], &[1.0])?, states: [DenseMut::new(3, 1, &mut embedding)?.into()] },
///     Step { rule: Sgd { weight_decay: 0.5, ..Sgd::new(0.25) }, gradient: RowSparse::new(1, 2, &[0], &[2.0, 4.0])?, states: [DenseMut::new(1, 2, &mut output)?.into()] },
/// ];
/// update_several::<_, _, i32, 1>(&mut steps)?;
/// assert_eq!((embedding, output), ([1.0, 0.5, 1.0], [0.375, -0.125]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn update_several<R: Rule<V, N>, V: Value, I: Index, const N: usize>(
    steps: &mut [Step<'_, R, V, I, N>],
) -> Result<(), Refused> {
    for (number, step) in steps.iter().enumerate() {
        Body::check(step).map_err(|error| Refused { step: number, error })?;
    }
    for (number, Step { rule, gradient, states }) in steps.iter_mut().enumerate() {
        let step = Step { rule: *rule, gradient: *gradient, states: states.each_mut().map(|state| state.reborrow()) };
        perform(step, How::RUN).map_err(|error| Refused { step: number, error })?;
    }
    Ok(())
}
