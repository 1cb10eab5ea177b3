//! Ranks of a network: what is cut, and how they work.
use super::{Form, Ranked, Table};
use crate::model::ModelError;
use crate::model::asynchronous::{Served, Server};
use crate::model::trained_network::TrainedNetwork;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Storage};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::data::{NextBatch, SliceRows};
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::kvstore::{KvError, Moved, RankOptions};
use lacuna_runtime::layer::LayerError;
use lacuna_runtime::optimizer::Optimizer;
use std::sync::{Arc, Mutex};

impl TrainedNetwork {
    /// Cuts tables, and steps into slices.
    pub(in crate::model) fn set_ranks(
        &mut self,
        exchange: Arc<dyn Exchange>,
        options: RankOptions,
    ) -> Result<(), ModelError> {
        let declared: Vec<(String, Variable)> =
            self.network.parameters().map(|(name, variable)| (name.to_owned(), variable)).collect();
        let mut forms = Vec::new();
        for ((name, variable), rows_of) in declared.iter().zip(&self.inputs_of) {
            forms.push(Form { name, shape: self.network.tape.value(*variable)?.shape(), rows_of: *rows_of });
        }
        let (cpu, optimizer) = (self.network.tape.context().cpu, self.trainer.hyper(1.0));
        let (mut ranked, cut) = Ranked::new((exchange, options), cpu, &optimizer, &forms)?;
        let inputs = self.inputs_of.clone();
        for (((name, variable), input), _) in declared.iter().zip(inputs).zip(cut).filter(|(_, cut)| *cut) {
            self.cut(&mut ranked, (name, *variable, input))?;
            let value = self.network.tape.value(*variable)?;
            let none = Ranked::no_rows(value.shape(), value.dtype())?.into_context(self.network.context())?;
            *self.network.tape.value_mut(*variable)? = none;
        }
        self.ranked = Some(ranked);
        Ok(())
    }

    /// Takes a parameter from the tape and the trainer; its rows of this rank go to the store.
    fn cut(
        &mut self,
        ranked: &mut Ranked,
        (name, variable, input): (&str, Variable, Option<usize>),
    ) -> Result<(), ModelError> {
        let value = self.network.tape.value(variable)?;
        let own = ranked.own_rows(value.shape())?;
        let part = |array: &Array| {
            let array = &*array.here()?;
            let (first, last) = (i64::try_from(own.start).ok(), i64::try_from(own.end).ok());
            let data = array.slice_rows(first, last)?.values().clone();
            let indices = own.clone().map(|row| row as i64).collect();
            Array::from_storage(array.shape().to_vec(), Storage::RowSparse { indices, data })
        };
        let value = part(value)?;
        let (multipliers, states) = self.trainer.remove(variable).unwrap_or_default();
        let states = states.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        ranked.put((name, variable, input), value, states, (multipliers, self.trainer.steps()))?;
        self.network.remove(variable);
        Ok(())
    }

    /// From now on no rank waits for the gradients of others.
    pub(in crate::model) fn set_asynchronous(&mut self) -> Result<(), ModelError> {
        let mut ranked = self.ranked.take().ok_or(ModelError::NoRanks)?;
        let begun = self.begin_asynchronous(&mut ranked);
        let begun = ranked.told(begun);
        self.ranked = Some(ranked);
        begun
    }

    fn begin_asynchronous(&mut self, ranked: &mut Ranked) -> Result<(), ModelError> {
        if ranked.exchange.size() == 1 || ranked.server.is_some() {
            return Ok(());
        }
        let whole: Vec<(String, Variable)> =
            self.network.parameters().map(|(name, variable)| (name.to_owned(), variable)).collect();
        if let (Some((name, _)), Optimizer::Composed(_)) = (whole.first(), self.trainer.optimizer()) {
            let optimizer = self.trainer.optimizer().name();
            return Err(LayerError::from(KvError::Sharded { key: name.clone(), optimizer }).into());
        }
        for (name, variable) in &whole {
            self.cut(ranked, (name, *variable, None))?;
        }
        let served = |Table { name, shape, dtype, .. }: &Table| Served {
            name: name.clone(),
            shape: shape.clone(),
            dtype: *dtype,
        };
        let served = ranked.cut.iter().map(served).collect();
        // Beside the pool of whoever trains.
        ranked.store().set_cpu(Cpu { threads: 1 });
        let (exchange, store) = (Arc::clone(&ranked.exchange), Arc::clone(&ranked.store));
        let server = Server::start(exchange, store, served, *self.trainer.optimizer()).map_err(LayerError::from)?;
        ranked.server = Some(Mutex::new(server));
        Ok(())
    }

    /// Batches are those of this rank alone from now on.
    pub(in crate::model) fn set_slice_rows(&mut self, rows: SliceRows) -> Result<(), ModelError> {
        let ranked = self.ranked.as_mut().ok_or(ModelError::NoRanks)?;
        ranked.slice_rows = Some(rows);
        Ok(())
    }

    /// From now on each step gets the batch behind the present one.
    pub(in crate::model) fn set_next_batch(&mut self, next: NextBatch) -> Result<(), ModelError> {
        let ranked = self.ranked.as_mut().ok_or(ModelError::NoRanks)?;
        ranked.next = Some(next);
        Ok(())
    }

    /// Rows of the last step, where a batch has others.
    pub(in crate::model) fn rows_of_step(&self) -> Option<usize> {
        self.ranked.as_ref().filter(|ranked| ranked.slice_rows.is_some()).map(|ranked| ranked.rows)
    }

    /// What was pulled and pushed of tables that are cut.
    pub(in crate::model) fn moved(&self) -> Option<[Moved; 2]> {
        let ranked = self.ranked.as_ref().filter(|ranked| !ranked.cut.is_empty())?;
        let store = ranked.store();
        Some([store.pulled(), store.pushed()])
    }
}
