//! The values of parameters.
use super::bind::expect_form;
use super::step::Parameter;
use super::{Module, ModuleError};
use lacuna_runtime::array::Array;
use lacuna_runtime::initializer::{Initializer, named};
use lacuna_runtime::kvstore::KvStore;

impl Module {
    /// Gives each parameter values that are a function of the seed and its name: those of the initializer, and 0 if its
    /// name ends in `bias`, as in MXNet.
    ///
    /// # Errors
    /// [`ModuleError::Initializer`].
    pub fn init_params(&mut self, initializer: Initializer, seed: u64) -> Result<(), ModuleError> {
        self.init_params_from(Vec::new(), initializer, seed)
    }

    /// The same with values that are given for some of them. MXNet's `init_params` with `arg_params` and
    /// `allow_missing`.
    ///
    /// # Errors
    /// As there, and [`ModuleError::Unknown`], [`SymbolError::Form`](lacuna_runtime::symbol::SymbolError::Form).
    pub fn init_params_from(
        &mut self,
        params: Vec<(String, Array)>,
        initializer: Initializer,
        seed: u64,
    ) -> Result<(), ModuleError> {
        let mut all = Vec::new();
        for Parameter { name, form, .. } in &self.parameters {
            if params.iter().any(|(given, _)| given == name) {
                continue;
            }
            let failed = |source| ModuleError::Initializer { name: name.clone(), source };
            let mut array = Array::zeros(form.stype, &form.shape, form.dtype)
                .map_err(lacuna_runtime::operator::OperatorError::from)?;
            let own = if name.ends_with("bias") { Initializer::Zero } else { initializer };
            own.fill(named(seed, name), &mut array).map_err(failed)?;
            all.push((name.clone(), array));
        }
        all.extend(params);
        self.set_params(all)
    }

    /// Gives all parameters values, of their shapes, dtypes and storage types. The states of the optimizer begin anew.
    /// [Auxiliary states](Self::states) are set by their names, too; those that are not given stay.
    ///
    /// # Errors
    /// [`ModuleError::Unknown`], [`ModuleError::Missing`],
    /// [`SymbolError::Form`](lacuna_runtime::symbol::SymbolError::Form); then the module is as before.
    pub fn set_params(&mut self, params: Vec<(String, Array)>) -> Result<(), ModuleError> {
        self.set_params_with(params, false, false)
    }

    /// The same; with `allow_missing`, parameters that are not given keep the values that they have, and with
    /// `allow_extra`, names that the module does not have are passed over.
    ///
    /// # Errors
    /// As [`set_params`](Self::set_params); [`ModuleError::Missing`] also for a parameter that has no value to keep.
    pub fn set_params_with(
        &mut self,
        params: Vec<(String, Array)>,
        allow_missing: bool,
        allow_extra: bool,
    ) -> Result<(), ModuleError> {
        let (mut store, mut states) = (KvStore::new(self.graph.cpu), Vec::new());
        if let Some(before) = &self.store {
            store.take_ranks_of(before);
        }
        for (name, array) in params {
            if self.is_state(&name, &array)? {
                states.push((name, array));
                continue;
            }
            let Some(parameter) = self.parameters.iter().find(|parameter| parameter.name == name) else {
                if allow_extra {
                    continue;
                }
                return Err(ModuleError::Unknown { name });
            };
            expect_form(&name, &parameter.form, &array)?;
            store.init(&name, array)?;
        }
        if let Some(before) = &self.store {
            let is_own = |key: &str| self.parameters.iter().any(|parameter| parameter.name == key);
            // Those that are other modules' stay too.
            let kept = before.keys().filter(|key| store.get(*key).is_none() && (allow_missing || !is_own(key)));
            let kept: Vec<_> = kept.filter_map(|key| Some((key, before.get(key)?.clone()))).collect();
            store.init_all(kept)?;
        }
        self.take_store(store)?;
        self.put_states(&states)
    }

    /// A store that has every parameter.
    pub(super) fn take_store(&mut self, mut store: KvStore) -> Result<(), ModuleError> {
        for Parameter { name, form, .. } in &self.parameters {
            let value = store.get(name).ok_or_else(|| ModuleError::Missing { name: name.clone() })?;
            expect_form(name, form, value)?;
        }
        if let Some(optimizer) = self.optimizer.filter(|_| store.keys().all(|key| store.steps(key) == 0)) {
            store.set_optimizer(optimizer);
        }
        self.equip(&mut store);
        self.store = Some(store);
        self.forget();
        Ok(())
    }
}
