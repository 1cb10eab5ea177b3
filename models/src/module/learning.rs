//! How a module learns: its optimizer, and what belongs to that.
use super::bind::expect_form;
use super::step::Parameter;
use super::{Module, ModuleError};
use lacuna::optim::Sgd;
use lacuna_runtime::kvstore::KvStore;
use lacuna_runtime::optimizer::{Multipliers, Optimizer};
use lacuna_runtime::schedule::LearningRateSchedule;
use std::collections::BTreeMap;

/// What modules of one graph, or of several that share parameters, learn with.
#[derive(Debug)]
pub(super) struct Learnt {
    store: Option<KvStore>,
    optimizer: Option<Optimizer>,
    schedule: Option<LearningRateSchedule>,
    multipliers: BTreeMap<String, Multipliers>,
}

impl Module {
    /// From now on updates are by this optimizer, of gradients divided by the rows of a batch. States begin anew.
    ///
    /// Learning rate and weight decay of a parameter are [multiplied](Self::multipliers) as in MXNet: there is no
    /// weight decay unless the name ends in `_weight` or `_gamma`, or an attribute says so.
    pub fn init_optimizer(&mut self, optimizer: Optimizer) {
        let optimizer = optimizer.times(1.0, 1.0, self.share / self.batch_rows.max(1) as f64);
        self.optimizer = Some(optimizer);
        if let Some(mut store) = self.store.take() {
            store.set_optimizer(optimizer);
            self.equip(&mut store);
            self.store = Some(store);
        }
    }

    /// From now on the learning rate is that of a schedule, for the number of the step. (`lr_scheduler`)
    pub fn set_schedule(&mut self, schedule: Option<LearningRateSchedule>) {
        self.schedule = schedule;
        if let Some(mut store) = self.store.take() {
            self.equip(&mut store);
            self.store = Some(store);
        }
    }

    /// What the hyper-parameters of a parameter are multiplied by from now on, whatever its name and attributes say.
    /// (`set_lr_mult`, `set_wd_mult`)
    ///
    /// # Errors
    /// [`ModuleError::Unknown`].
    pub fn set_multipliers(&mut self, name: &str, multipliers: Multipliers) -> Result<(), ModuleError> {
        if !self.parameters.iter().any(|parameter| parameter.name == name) {
            return Err(ModuleError::Unknown { name: name.to_owned() });
        }
        self.multipliers.insert(name.to_owned(), multipliers);
        if let Some(store) = &mut self.store {
            store.set_multipliers(name, multipliers)?;
        }
        Ok(())
    }

    /// What the hyper-parameters of a parameter are multiplied by: what was [set](Self::set_multipliers), or else what
    /// the [graph](Multipliers::of_arguments) says.
    ///
    /// # Errors
    /// [`ModuleError::Unknown`].
    pub fn multipliers(&self, name: &str) -> Result<Multipliers, ModuleError> {
        let all = self.all_multipliers();
        all.get(name).copied().ok_or_else(|| ModuleError::Unknown { name: name.to_owned() })
    }

    fn all_multipliers(&self) -> BTreeMap<String, Multipliers> {
        let none = Optimizer::Sgd(Sgd::new(0.0));
        // The attributes were checked.
        let of_graph = Multipliers::of_arguments(&self.graph.symbol, self.optimizer.as_ref().unwrap_or(&none));
        let mut all = of_graph.unwrap_or_default();
        all.retain(|name, _| self.graph.parameters.contains(name));
        all.extend(self.multipliers.iter().map(|(name, own)| (name.clone(), *own)));
        all
    }

    /// Gives a store what belongs to the optimizer.
    pub(super) fn equip(&self, store: &mut KvStore) {
        store.set_schedule(self.schedule.clone());
        for (name, multipliers) in self.all_multipliers() {
            // All keys of a module's store are texts.
            let _ = store.set_multipliers(&name, multipliers);
        }
    }

    /// Gives parameters, optimizer and states away.
    pub(super) fn lend(&mut self) -> Learnt {
        Learnt {
            store: self.store.take(),
            optimizer: self.optimizer.take(),
            schedule: self.schedule.take(),
            multipliers: std::mem::take(&mut self.multipliers),
        }
    }

    /// Goes on with the parameters, optimizer and states of another module.
    pub(super) fn borrow(&mut self, learnt: Learnt) {
        let Learnt { store, optimizer, schedule, multipliers } = learnt;
        (self.optimizer, self.schedule, self.multipliers) = (optimizer, schedule, multipliers);
        self.store = store.map(|mut store| {
            self.equip(&mut store);
            store
        });
        self.forget();
    }

    /// Refuses a module whose parameters this one does not have.
    pub(super) fn expect_parameters_of(&self, other: &Self) -> Result<(), ModuleError> {
        let Some(store) = &self.store else { return Ok(()) };
        for Parameter { name, form, .. } in &other.parameters {
            let value = store.get(name).ok_or_else(|| ModuleError::Missing { name: name.clone() })?;
            expect_form(name, form, value)?;
        }
        Ok(())
    }
}
