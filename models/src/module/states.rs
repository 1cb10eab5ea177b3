//! The auxiliary states of a module's graph, such as the moving means of `BatchNorm`.
use super::bind::{expect_form, form};
use super::{Module, ModuleError};
use lacuna_runtime::array::{Array, Function};
use lacuna_runtime::operator::{AddN, Context, Map, OperatorError};

/// What says in a graph that a state begins with ones.
const ONES: &str = "[\"one\"";

impl Module {
    /// The auxiliary states of the graph by name. Of several contexts they are the means of theirs, as in MXNet.
    /// (`get_params`)
    ///
    /// # Errors
    /// [`ModuleError::Operator`] for one that does not come from its device.
    pub fn states(&self) -> Result<Vec<(String, Array)>, ModuleError> {
        let names = self.graph.symbol.list_auxiliary_states();
        names.into_iter().map(|name| Ok((name.to_owned(), self.state(name)?))).collect()
    }

    fn state(&self, name: &str) -> Result<Array, ModuleError> {
        let of = |array: &Array| Ok::<_, OperatorError>(array.here()?.into_owned());
        let all = self.workers.iter().map(|worker| Ok(of(worker.executor.argument(name)?)?));
        let all = all.collect::<Result<Vec<Array>, ModuleError>>()?;
        if let [one] = &*all {
            return Ok(one.clone());
        }
        let mut context = Context::new();
        let sum = context.run(&AddN, &all.iter().collect::<Vec<_>>())?;
        Ok(context.run(&Map(Function::DivScalar(all.len() as f64)), &[&sum])?)
    }

    /// True if the graph has a state of this name, and it takes this array.
    pub(super) fn is_state(&self, name: &str, array: &Array) -> Result<bool, ModuleError> {
        if !self.graph.symbol.list_auxiliary_states().contains(&name) {
            return Ok(false);
        }
        let Some(worker) = self.workers.first() else { return Ok(false) };
        expect_form(name, &form(worker.executor.argument(name)?), array)?;
        Ok(true)
    }

    /// Gives all contexts these states; those that the graph does not have are passed over.
    pub(super) fn put_states(&mut self, states: &[(String, Array)]) -> Result<(), ModuleError> {
        for (name, array) in states {
            for worker in &mut self.workers {
                if worker.executor.aux_dict().contains_key(&**name) {
                    let own = array.as_in_context(&worker.context).map_err(OperatorError::from)?;
                    worker.executor.set(name, own)?;
                }
            }
        }
        Ok(())
    }

    /// Gives the states what the graph says that they begin with: zeros or ones.
    pub(super) fn begin_states(&mut self) -> Result<(), ModuleError> {
        let mut ones = Vec::new();
        let attributes = self.graph.symbol.attributes();
        for (name, zeros) in self.states()? {
            let own = attributes.get(&*name).and_then(|own| own.get("__init__"));
            if own.map_or_else(|| name.ends_with("var"), |text| text.starts_with(ONES)) {
                let array = Context::new().run(&Map(Function::PlusScalar(1.0)), &[&zeros])?;
                ones.push((name, array));
            }
        }
        self.put_states(&ones)
    }
}
