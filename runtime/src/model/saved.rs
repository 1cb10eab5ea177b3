//! A model in a file: `NAME` for each parameter, `STATE/NAME` for each state of the optimizer, and `steps`.
use super::ModelError;
use super::network::{Network, expect_form};
use crate::array::Array;
use crate::array::file::{Format, load, save};
use std::collections::BTreeMap;
use std::path::Path;

const STEPS: &str = "steps";

impl Network {
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        let states = self.trainer.optimizer().states();
        let mut arrays = Vec::new();
        for ((name, value), own) in self.parameters().zip(self.trainer.states()) {
            arrays.push((name.to_owned(), value.clone()));
            arrays.extend(states.iter().zip(own).map(|(state, array)| (format!("{state}/{name}"), array.clone())));
        }
        let steps = i64::try_from(self.trainer.steps()).map_err(|_| ModelError::Steps)?;
        arrays.push((STEPS.to_owned(), Array::dense(&[1], vec![steps])?));
        Ok(save(path, Format::Safetensors, &arrays)?)
    }

    pub fn load(&mut self, path: &Path) -> Result<(), ModelError> {
        let mut arrays: BTreeMap<String, Array> = load(path)?.into_iter().collect();
        let mut take = |name: String, own: Option<&Array>| {
            let Some(array) = arrays.remove(&name) else { return Err(ModelError::Missing { name }) };
            own.map_or(Ok(()), |own| expect_form(&name, own, &array))?;
            Ok(array)
        };
        let steps = match take(STEPS.to_owned(), None)?.data::<i64>() {
            Some(&[steps]) => u64::try_from(steps).map_err(|_| ModelError::Steps)?,
            _ => return Err(ModelError::Steps),
        };
        let names = self.trainer.optimizer().states();
        let (mut values, mut states) = (Vec::new(), Vec::new());
        for ((name, value), own) in self.parameters().zip(self.trainer.states()) {
            values.push((name.to_owned(), take(name.to_owned(), Some(value))?));
            let of_parameter = names.iter().zip(own).map(|(state, own)| take(format!("{state}/{name}"), Some(own)));
            states.push(of_parameter.collect::<Result<Vec<_>, _>>()?);
        }
        if let Some(name) = arrays.into_keys().next() {
            return Err(ModelError::Unknown { name });
        }
        self.trainer.restore(steps, states)?;
        values.into_iter().try_for_each(|(name, value)| self.set_parameter(&name, value))
    }
}
