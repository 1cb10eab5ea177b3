//! What all models have: a network of parameters, what trains it, and the ranks that share it.
use super::ranked::{Form, OnRanks, Ranked};
use super::{Description, ModelError, generation, saved};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{GradientRequest, Variable};
use lacuna_runtime::device::Device;
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::layer::Network;
use lacuna_runtime::optimizer::{Multipliers, Optimizer, Trainer};
use std::path::Path;

/// How a parameter begins, and what its hyper-parameters are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterOptions {
    /// Its first values.
    pub initializer: Initializer,
    /// Of the optimizer's learning rate and weight decay.
    pub multipliers: Multipliers,
}

impl ParameterOptions {
    /// With the optimizer's own learning rate and weight decay.
    #[must_use]
    pub const fn new(initializer: Initializer) -> Self {
        Self::with(initializer, 1.0, 1.0)
    }

    /// With multipliers of the learning rate and of the weight decay.
    #[must_use]
    pub const fn with(initializer: Initializer, learning_rate: f64, weight_decay: f64) -> Self {
        Self { initializer, multipliers: Multipliers { learning_rate, weight_decay } }
    }
}

/// A parameter that is to be made.
pub(super) struct Declared<'a> {
    pub name: &'a str,
    pub shape: &'a [usize],
    /// How its gradient is stored.
    pub gradient: Stype,
    /// The input whose indices or ids are its rows, if that is so.
    pub rows_of: Option<usize>,
    pub options: ParameterOptions,
}

#[derive(Debug)]
pub(super) struct TrainedNetwork {
    pub(super) network: Network,
    pub(super) trainer: Trainer,
    /// What its file says about it.
    pub(super) description: Option<Description>,
    /// Of each parameter the input whose indices or ids are its rows.
    pub(super) inputs_of: Vec<Option<usize>>,
    pub(super) ranked: Option<Ranked>,
}

impl TrainedNetwork {
    /// With the variables of its parameters.
    pub fn new(
        declared: &[Declared<'_>],
        optimizer: Optimizer,
        dtype: Dtype,
        seed: u64,
        ranks: Option<OnRanks>,
    ) -> Result<(Self, Vec<Variable>), ModelError> {
        if !matches!(dtype, Dtype::F32 | Dtype::F64) {
            return Err(ModelError::NotFloat { found: dtype });
        }
        let mut network = Network::new(seed).with_dtype(dtype);
        let (mut trainer, mut variables) = (Trainer::new(optimizer), Vec::new());
        let forms = declared.iter().map(|&Declared { name, shape, rows_of, .. }| Form { name, shape, rows_of });
        let forms: Vec<Form<'_>> = forms.collect();
        let on_ranks = ranks.map(|ranks| Ranked::new(ranks, network.tape.context().cpu, &trainer.hyper(1.0), &forms));
        let (mut ranked, cut) = match on_ranks.transpose()? {
            Some((ranked, cut)) => (Some(ranked), cut),
            None => (None, vec![false; declared.len()]),
        };
        for (&Declared { name, shape, gradient, rows_of, options }, is_cut) in declared.iter().zip(cut) {
            let variable = match (&mut ranked, rows_of.filter(|_| is_cut)) {
                (Some(ranked), Some(input)) => {
                    let value = network.rows_of_parameter(name, shape, options.initializer, ranked.own_rows(shape)?)?;
                    let states = trainer.optimizer().new_states(&value)?;
                    let none = Ranked::no_rows(shape, dtype)?;
                    let variable = network.tape.parameter(none, GradientRequest::Write, gradient)?;
                    ranked.put((name, variable, Some(input)), value, states, (options.multipliers, 0))?;
                    variable
                }
                _ => {
                    let variable = network.parameter(name, shape, options.initializer, gradient)?;
                    trainer.add_with(&network.tape, variable, options.multipliers)?;
                    variable
                }
            };
            variables.push(variable);
        }
        let inputs_of = declared.iter().map(|declared| declared.rows_of).collect();
        Ok((Self { network, trainer, description: None, inputs_of, ranked }, variables))
    }

    /// With ranks, the others end with this error, unless it is one of theirs.
    pub fn told<T>(&self, result: Result<T, ModelError>) -> Result<T, ModelError> {
        match &self.ranked {
            Some(ranked) => ranked.told(result),
            None => result,
        }
    }

    pub fn set_threads(&mut self, threads: usize) {
        self.network.tape.context_mut().cpu.threads = threads;
    }

    /// Moves parameters and states, or nothing.
    pub fn set_context(&mut self, context: &Device) -> Result<(), ModelError> {
        let before = self.network.context().clone();
        self.network.set_context(context)?;
        if let Err(error) = self.trainer.set_context(context) {
            self.network.set_context(&before)?;
            return Err(error.into());
        }
        Ok(())
    }

    pub fn parameters(&self) -> impl Iterator<Item = (&str, &Array)> {
        saved::parameters(&self.network)
    }

    pub fn gradient(&self, name: &str) -> Option<&Array> {
        // Those of slices are taken away.
        if self.ranked.is_some() {
            return None;
        }
        self.network.tape.gradient(self.network.named(name)?).ok()
    }

    pub fn set_parameter(&mut self, name: &str, value: Array) -> Result<(), ModelError> {
        saved::set_parameter(&mut self.network, name, value)
    }

    /// With arrays that the model carries from step to step, of all ranks.
    pub fn save(&self, path: &Path, carried: &[(String, &Array)]) -> Result<(), ModelError> {
        if generation::is_folder(path) {
            return self.save_shards(path, carried);
        }
        if let Some(ranked) = &self.ranked {
            return self.save_of_ranks(ranked, path, carried);
        }
        saved::write(path, &self.network, &self.trainer, carried, self.description.as_ref())
    }

    pub fn load_parameters(&mut self, path: &Path) -> Result<(), ModelError> {
        let Some(mut ranked) = self.ranked.take() else {
            return saved::read_parameters(path, &mut self.network, &[], (0, 1)).map(drop);
        };
        let loaded = self.load_parameters_of_ranks(&mut ranked, path);
        self.ranked = Some(ranked);
        loaded
    }

    /// Gives what a model carries, of these forms.
    pub fn load(&mut self, path: &Path, carried: &[(String, &Array)]) -> Result<Vec<Array>, ModelError> {
        let Some(mut ranked) = self.ranked.take() else {
            let (carried, _) = saved::read(path, &mut self.network, &mut self.trainer, carried, &[], (0, 1))?;
            return Ok(carried);
        };
        let loaded = self.load_of_ranks(&mut ranked, path, carried);
        self.ranked = Some(ranked);
        loaded
    }
}

/// Refuses an array that is stored otherwise than the model's own.
pub(super) fn expect_form(name: &str, own: &Array, found: &Array) -> Result<(), ModelError> {
    if (own.stype(), own.dtype(), own.shape()) == (found.stype(), found.dtype(), found.shape()) {
        return Ok(());
    }
    Err(ModelError::Form {
        name: name.to_owned(),
        expected_stype: own.stype(),
        expected_dtype: own.dtype(),
        expected: own.shape().to_vec(),
        found_stype: found.stype(),
        found_dtype: found.dtype(),
        found: found.shape().to_vec(),
    })
}
