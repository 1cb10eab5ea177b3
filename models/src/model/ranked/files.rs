//! Files of a model on several ranks: one of all rows, or one of each rank.
use super::{Ranked, Table};
use crate::model::generation::{self, Manifest};
use crate::model::trained_network::TrainedNetwork;
use crate::model::{ModelError, saved};
use lacuna::infer::Stype;
use lacuna_runtime::array::file::FileError;
use lacuna_runtime::array::{Array, Storage};
use lacuna_runtime::exchange::{Exchange, ExchangeError, Local};
use lacuna_runtime::kvstore::KvError;
use lacuna_runtime::layer::LayerError;
use std::collections::BTreeMap;
use std::path::Path;

impl Ranked {
    /// Rows of its tables that are read of a file.
    fn rows_to_read(&self) -> Result<Vec<saved::Cut<'_>>, ModelError> {
        let mut rows = Vec::new();
        for Table { name, shape, dtype, .. } in &self.cut {
            rows.push(saved::Cut { name, shape, dtype: *dtype, rows: self.own_rows(shape)? });
        }
        Ok(rows)
    }

    /// Goes on when all ranks do.
    fn all_here(&self) -> Result<(), ModelError> {
        Ok(self.exchange.barrier().map_err(|error| LayerError::from(KvError::from(error)))?)
    }
}

impl TrainedNetwork {
    /// Takes what was saved: the rows of this rank alone.
    pub(in crate::model) fn load_of_ranks(
        &mut self,
        ranked: &mut Ranked,
        path: &Path,
        carried: &[(String, &Array)],
    ) -> Result<Vec<Array>, ModelError> {
        let of = (ranked.exchange.rank(), ranked.exchange.size());
        let read = ranked
            .rows_to_read()
            .and_then(|tables| saved::read(path, &mut self.network, &mut self.trainer, carried, &tables, of));
        let (carried, tables) = ranked.told(read)?;
        let steps = self.trainer.steps();
        for (Table { name, .. }, (value, states)) in ranked.cut.iter().zip(tables) {
            ranked.store().put_own_rows(name, value, states, steps);
        }
        ranked.all_here()?;
        Ok(carried)
    }

    /// The same without states.
    pub(in crate::model) fn load_parameters_of_ranks(
        &mut self,
        ranked: &mut Ranked,
        path: &Path,
    ) -> Result<(), ModelError> {
        let of = (ranked.exchange.rank(), ranked.exchange.size());
        ranked.quiesce()?;
        let read =
            ranked.rows_to_read().and_then(|tables| saved::read_parameters(path, &mut self.network, &tables, of));
        let values = ranked.told(read)?;
        for (Table { name, .. }, value) in ranked.cut.iter().zip(values) {
            let mut store = ranked.store();
            let states = store.states(&**name).map(|(_, state)| state.clone()).collect();
            let steps = store.steps(&**name);
            store.put_own_rows(name, value, states, steps);
        }
        ranked.all_here()
    }

    /// One file of all rows, which the first rank writes: that of a model without ranks.
    pub(in crate::model) fn save_of_ranks(
        &self,
        ranked: &Ranked,
        path: &Path,
        carried: &[(String, &Array)],
    ) -> Result<(), ModelError> {
        let saved = self.try_save_of_ranks(ranked, path, carried);
        ranked.told(saved)?;
        // The file is there when all go on.
        ranked.all_here()
    }

    fn try_save_of_ranks(&self, ranked: &Ranked, path: &Path, carried: &[(String, &Array)]) -> Result<(), ModelError> {
        ranked.quiesce()?;
        let (mut parts, mut counts, store) = (Vec::new(), Vec::new(), ranked.store());
        for Table { name, .. } in &ranked.cut {
            let before = parts.len();
            parts.extend(store.get(name));
            parts.extend(store.states(name).map(|(_, state)| state));
            counts.push(parts.len() - before);
        }
        let whole = store.gathered(&parts).map_err(LayerError::from)?;
        if ranked.exchange.rank() > 0 {
            return Ok(());
        }
        let mut whole = whole.into_iter();
        let mut tables = Vec::new();
        for (table, count) in ranked.cut.iter().zip(counts) {
            let arrays = whole.by_ref().take(count).map(|array| array.tostype(Stype::Dense));
            tables.push((&*table.name, arrays.collect::<Result<Vec<_>, _>>()?));
        }
        let tables = (&*ranked.names, &*tables);
        saved::write_of_ranks(path, &self.network, &self.trainer, tables, carried, self.description.as_ref())
    }

    /// A generation of shards, of which each rank writes its own.
    pub(in crate::model) fn save_shards(&self, folder: &Path, carried: &[(String, &Array)]) -> Result<(), ModelError> {
        let Some(ranked) = &self.ranked else { return self.try_save_shards(&Local, folder, carried) };
        let saved = self.try_save_shards(&*ranked.exchange, folder, carried);
        ranked.told(saved)?;
        // The generation is whole when all go on.
        ranked.all_here()
    }

    fn try_save_shards(
        &self,
        exchange: &dyn Exchange,
        folder: &Path,
        carried: &[(String, &Array)],
    ) -> Result<(), ModelError> {
        let of_exchange = |error| ModelError::from(LayerError::from(KvError::Exchange(error)));
        let wrong = |rank, what, found| of_exchange(ExchangeError::Message { rank, what, found });
        let begun = if exchange.rank() == 0 { generation::begin(folder)? } else { 0 };
        let told = exchange.all_gather(begun.to_le_bytes().to_vec()).map_err(of_exchange)?;
        let number = told.first().and_then(|bytes| Some(u64::from_le_bytes(*bytes.first_chunk()?)));
        let generation = number.ok_or_else(|| wrong(0, "a generation", told.first().map_or(0, Vec::len)))?;
        let (mut arrays, mut tables, mut rows) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        if exchange.rank() == 0 {
            arrays = saved::of_parameters(&self.network, &self.trainer, &[]);
            saved::push_steps(&mut arrays, &self.trainer)?;
            arrays.extend(carried.iter().map(|(name, array)| (name.clone(), (*array).clone())));
        }
        if let Some(ranked) = &self.ranked {
            ranked.quiesce()?;
            let store = ranked.store();
            for Table { name, shape, .. } in &ranked.cut {
                let own = ranked.own_rows(shape)?;
                let value = store.get(name).map(|value| (name.clone(), value));
                let states = store.states(name).map(|(state, array)| (format!("{state}/{name}"), array));
                for (name, array) in value.into_iter().chain(states) {
                    let part = [own.len()].into_iter().chain(array.shape().iter().skip(1).copied()).collect();
                    let part = Array::from_storage(part, Storage::Dense { data: array.values().clone() })?;
                    arrays.push((name.clone(), part));
                    tables.insert(name.clone(), array.shape().to_vec());
                    rows.insert(name, [own.start, own.end]);
                }
            }
        }
        let (path, description) = (generation::of_number(folder, generation), self.description.as_ref());
        let bytes = saved::bytes(&arrays, description.filter(|_| exchange.rank() == 0))
            .map_err(|fault| FileError { path: path.clone(), fault })?;
        drop(arrays);
        let shard = generation::write_shard(&path, exchange.rank(), &bytes, rows)?;
        let shard = serde_json::to_vec(&shard).unwrap_or_default();
        let shards = exchange.all_gather(shard).map_err(of_exchange)?;
        if exchange.rank() > 0 {
            return Ok(());
        }
        let read = |(rank, bytes): (usize, &Vec<u8>)| {
            serde_json::from_slice(bytes).map_err(|_| wrong(rank, "what a shard has", bytes.len()))
        };
        let shards = shards.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        generation::finish(
            folder,
            &Manifest { version: generation::VERSION, generation, steps: self.trainer.steps(), tables, shards },
        )
    }
}
