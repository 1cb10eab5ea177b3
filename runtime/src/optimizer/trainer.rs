//! The parameters of a tape, updated.
use super::{At, Multipliers, Optimizer, ParameterId};
use crate::autograd::{Tape, Variable};
use crate::device::{self, Device};
use crate::operator::OperatorError;
use crate::schedule::LearningRateSchedule;
use lacuna_arrays::array::{Array, Dtype};

/// Updates parameters of a [`Tape`] by their gradients, each with its states.
///
/// ```
/// use lacuna::infer::Stype;
/// use lacuna::optim::Sgd;
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::autograd::{GradientRequest, Tape};
/// use lacuna_runtime::optimizer::{Optimizer, Trainer};
/// let mut tape = Tape::new();
/// let ids = tape.constant(Array::dense(&[1], vec![1.0_f32])?);
/// let weight = tape.parameter(Array::dense(&[3, 1], vec![1.0_f32; 3])?, GradientRequest::Write, Stype::RowSparse)?;
/// let mut trainer = Trainer::new(Optimizer::Sgd(Sgd::new(0.5)));
/// trainer.add(&tape, weight)?;
/// let row = tape.embedding(ids, weight)?;
/// tape.backward(row)?;
/// trainer.step(&mut tape, 1)?;
/// assert_eq!(tape.value(weight)?.data::<f32>(), Some(&[1.0, 0.5, 1.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trainer {
    optimizer: Optimizer,
    parameters: Vec<Trained>,
    /// Names of those that a network's store keeps.
    stored: Vec<String>,
    /// Factor of all learning rates.
    rate: f64,
    /// The learning rate, if the optimizer's own is not it.
    schedule: Option<LearningRateSchedule>,
    steps: u64,
    every_row: Vec<i64>,
}

#[derive(Clone, Debug)]
struct Trained {
    variable: Variable,
    multipliers: Multipliers,
    /// With a master copy behind them, of a parameter of 16 bits.
    states: Vec<Array>,
    dtype: Dtype,
}

impl Trainer {
    /// Without parameters.
    #[must_use]
    pub const fn new(optimizer: Optimizer) -> Self {
        Self {
            optimizer,
            parameters: Vec::new(),
            stored: Vec::new(),
            rate: 1.0,
            schedule: None,
            steps: 0,
            every_row: Vec::new(),
        }
    }

    /// The optimizer.
    #[must_use]
    pub const fn optimizer(&self) -> &Optimizer {
        &self.optimizer
    }

    /// One parameter more, with states of zeros. Of a parameter of `float16` or `bfloat16`, on the host, they are
    /// `float32`, and behind them comes its copy in that type: it takes the steps, and the parameter is that copy,
    /// rounded. (`multi_precision=True`)
    ///
    /// # Errors
    /// [`OperatorError::Variable`], and [`OperatorError::NotFloat`] for a dtype that kernels do not compute with.
    pub fn add(&mut self, tape: &Tape, variable: Variable) -> Result<(), OperatorError> {
        self.add_with(tape, variable, Multipliers::default())
    }

    /// The same with other hyper-parameters.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_with(&mut self, tape: &Tape, variable: Variable, multipliers: Multipliers) -> Result<(), OperatorError> {
        tape.gradient(variable)?;
        let value = tape.value(variable)?;
        match value.dtype() {
            Dtype::F32 | Dtype::F64 => {}
            dtype if dtype.needs_master() && value.is_on_host() => {}
            found => return Err(OperatorError::NotFloat { operator: self.optimizer.name(), found }),
        }
        let states = if value.is_on_host() {
            self.optimizer.new_states(value)?
        } else {
            let zeros = |shape: Vec<usize>| value.context().zeros(value.stype(), &shape, value.dtype());
            self.optimizer.shapes_of_states(value.shape())?.into_iter().map(zeros).collect::<Result<_, _>>()?
        };
        let dtype = value.dtype();
        self.parameters.push(Trained { variable, multipliers, states, dtype });
        Ok(())
    }

    /// One parameter more, which a store keeps.
    pub(crate) fn add_stored(&mut self, name: &str) {
        self.stored.push(name.to_owned());
    }

    /// Gives a parameter up, with its multipliers and its states.
    #[doc(hidden)]
    pub fn remove(&mut self, variable: Variable) -> Option<(Multipliers, Vec<Array>)> {
        let place = self.parameters.iter().position(|parameter| parameter.variable == variable)?;
        let Trained { multipliers, states, .. } = self.parameters.remove(place);
        Some((multipliers, states))
    }

    pub(crate) fn stored(&self) -> &[String] {
        &self.stored
    }

    /// Refuses another tape than that of the parameters.
    pub(crate) fn expect_tape(&self, tape: &Tape) -> Result<(), OperatorError> {
        self.parameters.iter().try_for_each(|parameter| tape.gradient(parameter.variable).map(drop))
    }

    /// The optimizer of a step.
    #[doc(hidden)]
    pub fn hyper(&self, rescale: f64) -> Optimizer {
        self.optimizer.scheduled(self.schedule.as_ref(), self.next_step()).times(self.rate, 1.0, rescale)
    }

    const fn next_step(&self) -> u64 {
        self.steps.saturating_add(1)
    }

    /// The learning rate of the next step, before the [multipliers](Multipliers) of a parameter.
    #[must_use]
    pub fn learning_rate(&self) -> f64 {
        self.hyper(1.0).get("learning_rate").unwrap_or_default()
    }

    /// Sets the learning rate.
    ///
    /// # Errors
    /// If there is a schedule, which decides it; then nothing is changed.
    pub fn set_learning_rate(&mut self, rate: f64) -> Result<(), OperatorError> {
        if self.schedule.is_some() {
            return Err(OperatorError::Own(format!(
                "the learning rate cannot be set to {rate}: there is a schedule, which decides it"
            )));
        }
        *self.optimizer.common_mut().learning_rate = rate;
        Ok(())
    }

    /// From now on the learning rate is that of a schedule, for the number of the step. (`lr_scheduler`)
    ///
    /// ```
    /// use lacuna_runtime::optimizer::{Optimizer, Trainer};
    /// use lacuna_runtime::schedule::{Decay, LearningRateSchedule};
    /// let mut trainer = Trainer::new(Optimizer::create("adam", &[])?);
    /// assert_eq!(trainer.learning_rate(), 0.001);
    /// trainer.set_schedule(Some(LearningRateSchedule::new(0.5, Decay::Constant)?));
    /// assert_eq!(trainer.learning_rate(), 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_schedule(&mut self, schedule: Option<LearningRateSchedule>) {
        self.schedule = schedule;
    }

    /// What all learning rates are multiplied by from now on.
    pub const fn set_rate(&mut self, rate: f64) {
        self.rate = rate;
    }

    /// What all learning rates are multiplied by.
    #[doc(hidden)]
    pub const fn rate(&self) -> f64 {
        self.rate
    }

    /// Steps that were taken.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Updates every parameter by its gradient, divided by the rows of the batch.
    ///
    /// # Errors
    /// [`OperatorError::Variable`] for another tape than that of the parameters; an error if there are parameters in a
    /// network's store, which [`Network::step`](crate::layer::Network::step) updates.
    pub fn step(&mut self, tape: &mut Tape, rows: usize) -> Result<(), OperatorError> {
        self.step_by(tape, |_| 1.0 / rows.max(1) as f64)
    }

    /// Updates every parameter by its gradient times a number: of a limit of the norm of some, for example.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_by(&mut self, tape: &mut Tape, rescale: impl Fn(Variable) -> f64) -> Result<(), OperatorError> {
        if let Some(name) = self.stored.first() {
            return Err(OperatorError::Own(format!(
                "parameter {name} is in the store of its network: Network::step updates it"
            )));
        }
        self.step_on_tape(tape, rescale)
    }

    /// The parameters that a store does not keep.
    pub(crate) fn step_on_tape(
        &mut self,
        tape: &mut Tape,
        rescale: impl Fn(Variable) -> f64,
    ) -> Result<(), OperatorError> {
        self.step_with(tape, rescale, |_| None)
    }

    /// The same, by other gradients where there are some.
    #[doc(hidden)]
    pub fn step_with<'g>(
        &mut self,
        tape: &mut Tape,
        rescale: impl Fn(Variable) -> f64,
        other: impl Fn(Variable) -> Option<&'g Array>,
    ) -> Result<(), OperatorError> {
        let (cpu, step) = (tape.context().cpu, self.next_step());
        let scheduled = self.optimizer.scheduled(self.schedule.as_ref(), step);
        for (place, Trained { variable, multipliers, states, .. }) in self.parameters.iter_mut().enumerate() {
            let optimizer =
                scheduled.times(self.rate * multipliers.learning_rate, multipliers.weight_decay, rescale(*variable));
            let (value, gradient) = tape.parameter_mut(*variable)?;
            let gradient = other(*variable).unwrap_or(gradient);
            if value.is_on_host() {
                let at = At { step, parameter: ParameterId::Place(place) };
                optimizer.update(&cpu, at, gradient, value, states, &mut self.every_row)?;
            } else {
                device::update(&value.context(), &optimizer, step, gradient, value, states)?;
            }
        }
        self.steps = step;
        Ok(())
    }

    /// The states of each parameter, in the order in which they were added, with the names of [`Optimizer::states`], and
    /// behind them the master copy of one of 16 bits.
    pub fn states(&self) -> impl Iterator<Item = &[Array]> {
        self.parameters.iter().map(|parameter| &*parameter.states)
    }

    /// The dtype of each parameter.
    pub(super) fn dtypes(&self) -> impl Iterator<Item = Dtype> {
        self.parameters.iter().map(|parameter| parameter.dtype)
    }

    /// Takes steps and states that [`steps`](Self::steps) and [`states`](Self::states) returned.
    ///
    /// # Errors
    /// If there are more or fewer, or of another form; then nothing is changed.
    pub fn restore(&mut self, steps: u64, states: Vec<Vec<Array>>) -> Result<(), OperatorError> {
        let wrong = |expected: usize, found: usize| OperatorError::Operands { operator: "restore", expected, found };
        if states.len() != self.parameters.len() {
            return Err(wrong(self.parameters.len(), states.len()));
        }
        for (parameter, states) in self.parameters.iter().zip(&states) {
            if parameter.states.len() != states.len() {
                return Err(wrong(parameter.states.len(), states.len()));
            }
            for (own, state) in parameter.states.iter().zip(states) {
                let form = |array: &Array| (array.stype(), array.dtype());
                if own.shape() != state.shape() || form(own) != form(state) || own.indices() != state.indices() {
                    return Err(OperatorError::Shape {
                        operator: "restore",
                        operand: 0,
                        expected: "that of the parameter",
                        found: state.shape().to_vec(),
                    });
                }
            }
        }
        // To where the parameters are.
        let own = self.parameters.iter().map(|parameter| &parameter.states);
        let moved = |(own, states): (&Vec<Array>, Vec<Array>)| {
            own.iter().zip(states).map(|(own, state)| state.into_context(&own.context())).collect::<Result<Vec<_>, _>>()
        };
        let states = own.zip(states).map(moved).collect::<Result<Vec<_>, _>>()?;
        for (parameter, states) in self.parameters.iter_mut().zip(states) {
            parameter.states = states;
        }
        self.steps = steps;
        Ok(())
    }

    /// Moves the states to a context: that of the parameters.
    ///
    /// # Errors
    /// As [`Tape::set_context`].
    pub fn set_context(&mut self, context: &Device) -> Result<(), OperatorError> {
        let moved = |parameter: &Trained| {
            parameter.states.iter().map(|state| state.as_in_context(context)).collect::<Result<_, _>>()
        };
        let states = self.parameters.iter().map(moved).collect::<Result<Vec<Vec<_>>, _>>()?;
        for (parameter, states) in self.parameters.iter_mut().zip(states) {
            parameter.states = states;
        }
        Ok(())
    }
}
