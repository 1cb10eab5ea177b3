//! Optimizers that are chosen at run time.
use super::composed::{At, Composed};
use super::rules::{for_each_optimizer, optimizers_of_list};
use crate::schedule::LearningRateSchedule;
use lacuna::call::{AnyOperand, AnyRule, Erase, Operator};
use lacuna::infer::Stype;
use lacuna::optim::{self, Hyper, Update};
use lacuna::{Index, KernelError, RowSparse, RowsMut, Value};
use lacuna_arrays::Cpu;
use lacuna_arrays::array::{Array, ArrayError, Dtype, Element, Storage, Values, reserve, rows_of};

/// The most operands of an update: hyper-parameters, gradient, weight and states.
const MOST_OPERANDS: usize = 6;

/// An optimizer does not have this hyper-parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{optimizer} has no hyper-parameter {name}: it has {}", .known.join(", "))]
pub struct UnknownHyperParameter {
    /// Its [name](Optimizer::name).
    pub optimizer: &'static str,
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

/// The hyper-parameters that all optimizers have.
pub(crate) struct CommonMut<'a> {
    pub learning_rate: &'a mut f64,
    pub weight_decay: &'a mut f64,
    pub rescale_gradient: &'a mut f64,
    pub clip_gradient: &'a mut Option<f64>,
    pub update: &'a mut Update,
}

macro_rules! optimizers {
    ($($Rule:ident $kernel:ident [$($own:ident)*] [$($state:ident)*] [$($number:ident)*];)*) => {
        /// What becomes of a gradient: an optimizer of [`lacuna::optim`], or a [composed](Composed) one, whose
        /// hyper-parameters are rounded to the dtype of each parameter.
        ///
        /// States begin at zero with the first push of a key, in the storage type of the parameter. A row_sparse
        /// gradient updates its rows alone, unless the hyper-parameters ask for the
        /// [standard](lacuna::optim::Update::Standard) update; a dense one has every row. Hyper-parameters that depend
        /// on the number of the step, such as the corrections of Adam's moments, are set in each step; Nadam's
        /// `schedule_decay` is 0.004.
        ///
        /// ```
        /// use lacuna_runtime::optimizer::Optimizer;
        /// let mut optimizer = Optimizer::named("rmsprop", 0.01).unwrap();
        /// optimizer.set("rho", 0.9)?;
        /// assert_eq!(optimizer.states(), ["squares"]);
        /// assert_eq!(optimizer.set("beta1", 0.9).unwrap_err().to_string(), "rmsprop has no hyper-parameter beta1: it has learning_rate, rho, epsilon, clip_weights, weight_decay, rescale_gradient, clip_gradient");
        /// # Ok::<(), lacuna_runtime::optimizer::UnknownHyperParameter>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Optimizer {
            $(#[doc = concat!("[`lacuna::optim::", stringify!($kernel), "`].")] $Rule(optim::$Rule<f64>),)*
            /// One without a kernel of its own.
            Composed(Composed),
        }

        impl Optimizer {
            /// The names of all.
            pub const NAMES: &'static [&'static str] = &{
                const KERNELS: &[&str] = &[$(stringify!($kernel)),*];
                let mut names = [""; KERNELS.len() + Composed::NAMES.len()];
                let mut place = 0;
                while place < names.len() {
                    names[place] =
                        if place < KERNELS.len() { KERNELS[place] } else { Composed::NAMES[place - KERNELS.len()] };
                    place += 1;
                }
                names
            };

            /// The optimizer of a [name](Self::NAMES), with the defaults of MXNet's operator for all hyper-parameters
            /// but the learning rate.
            #[must_use]
            pub fn named(name: &str, learning_rate: f64) -> Option<Self> {
                match name {
                    $(stringify!($kernel) => Some(Self::$Rule(optim::$Rule::with_defaults(learning_rate))),)*
                    _ => Composed::named(name, learning_rate).map(Self::Composed),
                }
            }

            /// Its name: that of the kernel.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Rule(_) => stringify!($kernel),)*
                    Self::Composed(composed) => composed.name(),
                }
            }

            /// The names of its states. Those of a [composed](Composed) one depend on its hyper-parameters.
            ///
            /// ```
            /// use lacuna::optim::Adam;
            /// use lacuna_runtime::optimizer::Optimizer;
            /// assert_eq!(Optimizer::Adam(Adam::new(0.001, 0.9, 0.999, 1e-8)).states(), ["mean", "variance"]);
            /// ```
            #[must_use]
            pub fn states(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$Rule(_) => &[$(stringify!($state),)* $(stringify!($number),)*],)*
                    Self::Composed(composed) => composed.states().0,
                }
            }

            /// How many of the states have the shape of the weight: the others, behind them, have one number a row.
            fn whole_states(&self) -> usize {
                match self {
                    $(Self::$Rule(_) => <[&str]>::len(&[$(stringify!($state)),*]),)*
                    Self::Composed(composed) => {
                        let (all, numbers) = composed.states();
                        all.len() - numbers.len()
                    }
                }
            }

            /// The hyper-parameters that [`set`](Self::set) knows: all but those that the number of a step decides.
            #[must_use]
            pub fn hyper_parameters(&self) -> Vec<&'static str> {
                let own_of_composed;
                let (own, of_step) = match self {
                    Self::Composed(composed) => {
                        own_of_composed = composed.own_names().collect::<Vec<_>>();
                        (&*own_of_composed, &[][..])
                    }
                    $(
                        Self::$Rule(_) =>
                        (<optim::$Rule<f64> as Hyper<f64>>::OWN, <optim::$Rule<f64> as Hyper<f64>>::OF_STEP),
                    )*
                };
                let chosen = own.iter().filter(|name| !of_step.contains(name));
                ["learning_rate"].iter().chain(chosen).chain(
                    &["weight_decay", "rescale_gradient", "clip_gradient"]
                ).copied().collect()
            }

            /// Any hyper-parameter but `clip_gradient`, which there may be none of.
            fn number_mut(&mut self, name: &str) -> Option<&mut f64> {
                match self {
                    $(Self::$Rule(hyper) => match name {
                        "learning_rate" => Some(&mut hyper.learning_rate),
                        "weight_decay" => Some(&mut hyper.weight_decay),
                        "rescale_gradient" => Some(&mut hyper.rescale_gradient),
                        $(stringify!($own) => Some(&mut hyper.$own),)*
                        _ => None,
                    },)*
                    Self::Composed(composed) => composed.number_mut(name),
                }
            }

            pub(crate) const fn common_mut(&mut self) -> CommonMut<'_> {
                match self {
                    $(Self::$Rule(optim::$Rule { learning_rate, weight_decay, rescale_gradient, clip_gradient, update,
                        .. }) => {
                        CommonMut { learning_rate, weight_decay, rescale_gradient, clip_gradient, update }
                    })*
                    Self::Composed(composed) => composed.common_mut(),
                }
            }

            /// The kernel, and the hyper-parameters of a step: in f64, as MXNet has them, so that each is rounded once.
            pub(crate) fn at_step(&self, step: u64) -> Result<(Operator, AnyRule), Composed> {
                match self {
                    $(Self::$Rule(hyper) => Ok((Operator::$kernel, hyper.at_step(step).into())),)*
                    Self::Composed(composed) => Err(*composed),
                }
            }
        }
    };
}
for_each_optimizer!(optimizers);

impl Optimizer {
    /// Sets one of the [`hyper_parameters`](Self::hyper_parameters).
    ///
    /// # Errors
    /// If the optimizer does not have it; then nothing is changed.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), UnknownHyperParameter> {
        if name == "clip_gradient" {
            *self.common_mut().clip_gradient = Some(value);
            return Ok(());
        }
        let (optimizer, known) = (self.name(), self.hyper_parameters());
        match self.number_mut(name).filter(|_| known.contains(&name)) {
            Some(number) => *number = value,
            None => return Err(UnknownHyperParameter { optimizer, name: name.to_owned(), known }),
        }
        Ok(())
    }

    /// One of the [`hyper_parameters`](Self::hyper_parameters). `None` of those that the optimizer does not have, and
    /// of a `clip_gradient` that limits nothing.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        if !self.hyper_parameters().contains(&name) {
            return None;
        }
        let mut copy = *self;
        if name == "clip_gradient" { *copy.common_mut().clip_gradient } else { copy.number_mut(name).copied() }
    }

    /// The hyper-parameters of a step of its kernel, counted from 1. `None` of a [composed](Composed) one.
    ///
    /// ```
    /// use lacuna_runtime::optimizer::Optimizer;
    /// let rule = Optimizer::named("sgd_momentum", 0.5).and_then(|sgd| sgd.rule_at(1));
    /// assert_eq!(rule.map(|rule| (rule.name(), rule.common().learning_rate)), Some(("SgdMomentum", 0.5)));
    /// ```
    #[must_use]
    pub fn rule_at(&self, step: u64) -> Option<AnyRule> {
        self.at_step(step).ok().map(|(_, rule)| rule)
    }

    /// Which rows a row_sparse gradient updates: its own, or all.
    pub const fn set_update(&mut self, update: Update) {
        *self.common_mut().update = update;
    }

    /// The same with the learning rate of a schedule for the `update`th of all updates, if there is one.
    #[must_use]
    pub(crate) fn scheduled(mut self, schedule: Option<&LearningRateSchedule>, update: u64) -> Self {
        if let Some(schedule) = schedule {
            let rate = schedule.rate(update);
            *self.common_mut().learning_rate = rate;
            if let Self::Composed(composed) = &mut self {
                composed.correct_momentum(rate, schedule.rate(update.saturating_sub(1).max(1)));
            }
        }
        self
    }

    /// The same with the learning rate, the weight decay and what gradients are multiplied by each times a number.
    #[must_use]
    #[doc(hidden)]
    pub fn times(mut self, learning_rate: f64, weight_decay: f64, rescale_gradient: f64) -> Self {
        let common = self.common_mut();
        *common.learning_rate *= learning_rate;
        *common.weight_decay *= weight_decay;
        *common.rescale_gradient *= rescale_gradient;
        self
    }

    /// True if the states of one are those of the other.
    pub(crate) fn has_states_of(&self, other: &Self) -> bool {
        (self.name(), self.states()) == (other.name(), other.states())
    }

    /// The shapes of the states of a parameter.
    #[doc(hidden)]
    pub fn shapes_of_states(&self, shape: &[usize]) -> Result<Vec<Vec<usize>>, ArrayError> {
        let (rows, _) = rows_of(shape)?;
        let whole = self.whole_states();
        Ok((0..self.states().len()).map(|place| if place < whole { shape.to_vec() } else { vec![rows, 1] }).collect())
    }

    /// States of zeros for a parameter: of all rows, or of those that it stores. Of a weight of 16 bits they are
    /// `float32`, and behind them comes its copy in that type.
    #[doc(hidden)]
    pub fn new_states(&self, weight: &Array) -> Result<Vec<Array>, ArrayError> {
        if weight.dtype().needs_master() {
            let master = weight.astype(Dtype::F32)?;
            let mut states = self.new_states(&master)?;
            states.push(master);
            return Ok(states);
        }
        let zeros = |shape: Vec<usize>| {
            let (rows, row_length) = rows_of(&shape)?;
            let stored = weight.indices().map_or(rows, <[i64]>::len);
            let data = Values::zeros(weight.dtype(), stored * row_length)?;
            let storage = match (weight.stype(), weight.indices()) {
                (Stype::RowSparse, Some(indices)) => Storage::RowSparse { indices: indices.to_vec(), data },
                (Stype::Dense, _) => Storage::Dense { data },
                (stype, _) => return Err(ArrayError::Unsupported { operation: "an update", stype }),
            };
            Array::from_storage(shape, storage)
        };
        self.shapes_of_states(weight.shape())?.into_iter().map(zeros).collect()
    }

    /// One update of a parameter of floats; of 16 bits it is that of the copy, which is then rounded.
    /// `every_row` holds 0, 1, ..: as many as have been asked for.
    #[doc(hidden)]
    pub fn update(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        gradient: &Array,
        weight: &mut Array,
        states: &mut [Array],
        every_row: &mut Vec<i64>,
    ) -> Result<(), ArrayError> {
        match weight.dtype() {
            Dtype::F64 => self.update_of::<f64>(cpu, at, gradient, weight, states, every_row),
            dtype if dtype.needs_master() => {
                let (expected, found) = (self.states().len() + 1, states.len());
                let missing = || ArrayError::Length { shape: vec![], expected, found };
                let (master, states) = states.split_last_mut().ok_or_else(missing)?;
                self.update_of::<f32>(cpu, at, &gradient.astype(Dtype::F32)?, master, states, every_row)?;
                self.round(gradient, master, weight)
            }
            _ => self.update_of::<f32>(cpu, at, gradient, weight, states, every_row),
        }
    }

    fn update_of<V: Value + Element>(
        &self,
        cpu: &Cpu,
        at: At<'_>,
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
        if states.len() != self.states().len() {
            return Err(ArrayError::Length { shape: vec![], expected: self.states().len(), found: states.len() });
        }
        let arrays = [weight].into_iter().chain(states);
        self.update_rows(cpu, at, gradient, arrays.map(|array| array.as_rows_mut::<V>()))
    }

    /// The same of the rows of a weight and of its states, in this order.
    #[doc(hidden)]
    pub fn update_rows<'a, V: Value, I: Index, E: From<KernelError>>(
        &self,
        cpu: &Cpu,
        at: At<'_>,
        gradient: RowSparse<'a, V, I>,
        arrays: impl Iterator<Item = Result<RowsMut<'a, V, I>, E>>,
    ) -> Result<(), E> {
        let mut operands = [const { AnyOperand::Taken }; MOST_OPERANDS];
        operands[1] = gradient.erase();
        let mut count = 2;
        for (operand, array) in operands.iter_mut().skip(2).zip(arrays) {
            *operand = array?.erase();
            count += 1;
        }
        match self.at_step(at.step) {
            Ok((operator, rule)) => {
                operands[0] = AnyOperand::Rule(rule.of_numbers(V::ELEMENT));
                cpu.call(operator, V::ELEMENT, I::ELEMENT, &mut operands[..count])?;
            }
            Err(composed) => composed.call(cpu, at, V::ELEMENT, I::ELEMENT, &mut operands[1..count])?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna::list::{KERNELS, OperandKind};

    /// The list of kernels says what an optimizer is: hyper-parameters, gradient, weight, and the states that follow.
    #[test]
    fn every_rule_of_the_list_is_an_optimizer() {
        let rules = KERNELS.iter().filter(|kernel| kernel.family == "optim" && kernel.name != "lamb_direction");
        let mut count = 0;
        for kernel in rules {
            let optimizer = Optimizer::named(kernel.name, 0.5).unwrap_or_else(|| panic!("{} is missing", kernel.name));
            assert_eq!(optimizer.name(), kernel.name);
            let states = &kernel.operands[3..];
            assert!(optimizer.states().iter().eq(states.iter().map(|(name, _)| name)), "{}", kernel.name);
            let shapes =
                states.iter().map(|(_, kind)| if *kind == OperandKind::RowNumbersMut { [5, 1] } else { [5, 3] });
            assert!(optimizer.shapes_of_states(&[5, 3]).unwrap().into_iter().eq(shapes), "{}", kernel.name);
            assert!(kernel.operands.len() <= MOST_OPERANDS);
            count += 1;
        }
        assert_eq!(count + Composed::NAMES.len(), Optimizer::NAMES.len());
    }

    #[test]
    fn hyper_parameters_are_set_but_those_of_a_step() {
        for name in Optimizer::NAMES {
            let mut optimizer = Optimizer::named(name, 0.5).unwrap();
            assert_eq!(optimizer.get("learning_rate"), Some(0.5));
            for (known, value) in optimizer.hyper_parameters().into_iter().zip(1..) {
                optimizer.set(known, f64::from(value)).unwrap();
            }
            for (known, value) in optimizer.hyper_parameters().into_iter().zip(1..) {
                assert_eq!(optimizer.get(known), Some(f64::from(value)), "{name}: {known}");
            }
            for of_step in ["correction1", "correction2", "gradient_share", "mean_share"] {
                assert!(optimizer.set(of_step, 0.5).is_err() && optimizer.get(of_step).is_none(), "{name}: {of_step}");
            }
        }
    }
}
