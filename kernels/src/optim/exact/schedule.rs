//! The steps that rows may have missed.
use super::CatchUp;
use crate::Value;
use crate::error::{KernelError, Operand};
use core::fmt::{self, Debug, Formatter};

/// Steps that are summed up by themselves, so that a new step goes through one block and the ends of the others.
pub(super) const BLOCK: usize = 32;

/// One step of a [`Schedule`].
pub struct Record<R: CatchUp<V, N>, V: Value, const N: usize> {
    pub(super) rule: R,
    pub(super) coefficients: R::Coefficients,
    /// Of this step and those after it: all of them for the last of a block, else those before the last of its block.
    pub(super) summary: R::Summary,
}

impl<R: CatchUp<V, N>, V: Value, const N: usize> Clone for Record<R, V, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: CatchUp<V, N>, V: Value, const N: usize> Copy for Record<R, V, N> {}

impl<R: CatchUp<V, N> + Debug, V: Value, const N: usize> Debug for Record<R, V, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.rule.fmt(f)
    }
}

impl<R: CatchUp<V, N>, V: Value, const N: usize> Record<R, V, N> {
    /// The hyper-parameters of the step.
    #[inline(always)]
    #[must_use]
    pub const fn rule(&self) -> &R {
        &self.rule
    }
}

/// The steps since all rows were last up to date, in memory of the caller: as many as that has places. More of them
/// make flushes rarer, and each step longer by some nanoseconds for every 32 of them.
///
/// A stamp is a number of steps of the schedule: 0 for a row that has seen none of them.
///
/// ```
/// use lacuna::optim::exact::Schedule;
/// use lacuna::optim::Sgd;
/// let mut memory = [None; 2];
/// let mut schedule = Schedule::<Sgd<f32>, f32, 1>::new(&mut memory);
/// schedule.push(&Sgd::new(0.5))?;
/// schedule.push(&Sgd::new(0.25))?;
/// assert_eq!((schedule.len(), schedule.is_full()), (2, true));
/// assert!(schedule.push(&Sgd::new(0.125)).is_err());
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[derive(Debug)]
pub struct Schedule<'a, R: CatchUp<V, N>, V: Value, const N: usize> {
    memory: &'a mut [Option<Record<R, V, N>>],
    length: usize,
}

impl<'a, R: CatchUp<V, N>, V: Value, const N: usize> Schedule<'a, R, V, N> {
    /// No steps, and room for as many as `memory` has places; at most `u32::MAX`.
    pub fn new(memory: &'a mut [Option<Record<R, V, N>>]) -> Self {
        memory.fill(None);
        let most = memory.len().min(u32::MAX as usize);
        Self { memory: &mut memory[..most], length: 0 }
    }

    /// The steps that an earlier schedule has left in its memory.
    ///
    /// ```
    /// use lacuna::optim::exact::Schedule;
    /// use lacuna::optim::Sgd;
    /// let mut memory = [None; 2];
    /// Schedule::<Sgd<f32>, f32, 1>::new(&mut memory).push(&Sgd::new(0.5))?;
    /// let schedule = Schedule::resume(&mut memory);
    /// assert_eq!((schedule.len(), schedule.is_full()), (1, false));
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    #[must_use]
    pub fn resume(memory: &'a mut [Option<Record<R, V, N>>]) -> Self {
        let most = memory.len().min(u32::MAX as usize);
        let length = memory[..most].partition_point(Option::is_some);
        Self { memory: &mut memory[..most], length }
    }

    /// Number of steps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True without a step.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// True if there is no room for another step: then [`flush`](super::flush()) is due.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.length >= self.memory.len()
    }

    /// The stamp of a row that is up to date.
    #[must_use]
    pub const fn stamp(&self) -> u32 {
        self.length as u32
    }

    /// The steps.
    #[must_use]
    pub fn records(&self) -> &[Option<Record<R, V, N>>] {
        self.memory.get(..self.length).unwrap_or_default()
    }

    /// One more step, which rows without a gradient in it have missed. [`update`](super::update()) does this; one who
    /// runs [`ExactStep`](super::ExactStep) does it when all its parts are done.
    ///
    /// # Errors
    /// [`KernelError::Capacity`] if it is full.
    pub fn push(&mut self, rule: &R) -> Result<(), KernelError> {
        self.has_room()?;
        let summary = rule.summary();
        let (steps, room) = self.memory.split_at_mut(self.length);
        let (full, block) = steps.split_at_mut(self.length - self.length % BLOCK);
        let ends = full.iter_mut().skip(BLOCK - 1).step_by(BLOCK);
        // The end of a block is not of those before it.
        let block = if block.len() == BLOCK - 1 { &mut [] } else { block };
        for record in ends.chain(block).flatten() {
            record.summary = R::compose(summary, record.summary);
        }
        if let Some(next) = room.first_mut() {
            *next = Some(Record { rule: *rule, coefficients: rule.coefficients(), summary });
            self.length += 1;
        }
        Ok(())
    }

    pub(super) fn has_room(&self) -> Result<(), KernelError> {
        if self.is_full() {
            return Err(KernelError::Capacity {
                operand: Operand::Schedule,
                needed: self.length + 1,
                found: self.memory.len(),
            });
        }
        Ok(())
    }

    /// Forgets all steps: the stamps of all rows must be 0 from then on. [`flush`](super::flush()) does this; one who
    /// runs [`ExactStep`](super::ExactStep) does it when all rows are up to date.
    pub fn clear(&mut self) {
        self.memory.fill(None);
        self.length = 0;
    }
}
