//! A step on several ranks, each with some rows of the text, and the states that these carry.
use super::LanguageModel;
use super::model::share;
use super::window::Window;
use crate::model::ModelError;
use crate::model::ranked::{Pull, Ranked};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Values};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::layer::LstmpState;
use lacuna_runtime::operator::OperatorError;
use std::borrow::Cow;
use std::mem;

/// A vector of ids.
fn ids(ids: impl Iterator<Item = i64>) -> Result<Array, ModelError> {
    let ids: Vec<i64> = ids.collect();
    Ok(Array::dense(&[ids.len()], ids)?)
}

impl LanguageModel {
    /// What ranks need, if there are some.
    pub(super) fn begin_ranks(&mut self) -> Result<(), ModelError> {
        if self.trained.ranked.is_some() {
            self.inputs.add_places(&mut self.trained.network);
            // What is recorded looks rows up by their classes.
            self.recorded = None;
            let states =
                self.variables_of_states().map(|variable| Ok(self.trained.network.tape.value(variable)?.clone()));
            let states = states.collect::<Result<Vec<_>, OperatorError>>()?;
            self.take_states(states)?;
        }
        Ok(())
    }

    fn variables_of_states(&self) -> impl Iterator<Item = Variable> {
        self.states.iter().flat_map(|&LstmpState { r, c }| [r, c])
    }

    /// In their order.
    pub(super) fn state_names(&self) -> impl Iterator<Item = String> {
        (0..self.options.layers).flat_map(|layer| ["r", "c"].map(|state| format!("lstm{layer}_state_{state}")))
    }

    /// The states of all rows of a batch, as they are at the start of an epoch.
    pub(super) fn zero_states(&self) -> Result<Vec<Array>, ModelError> {
        let (rows, dtype) = (self.options.batch_size, self.options.dtype);
        let columns = [self.options.projection, self.options.hidden];
        let columns = (0..self.options.layers).flat_map(|_| columns);
        columns.map(|columns| Ok(Array::zeros(Stype::Dense, &[rows, columns], dtype)?)).collect()
    }

    /// Takes the states of all rows of a batch.
    pub(super) fn take_states(&mut self, states: Vec<Array>) -> Result<(), ModelError> {
        let Some(ranked) = &self.trained.ranked else {
            let variables: Vec<Variable> = self.variables_of_states().collect();
            for (variable, state) in variables.into_iter().zip(states) {
                *self.trained.network.tape.value_mut(variable)? = state;
            }
            return Ok(());
        };
        let rows = self.options.batch_size;
        let of_slice = |slice| {
            let range = ranked.rows_of_slice(rows, slice);
            let bounds = (i64::try_from(range.start).ok(), i64::try_from(range.end).ok());
            states
                .iter()
                .map(|state| Ok(state.here()?.slice_rows(bounds.0, bounds.1)?))
                .collect::<Result<Vec<_>, ModelError>>()
        };
        self.slice_states = ranked.own_slices().map(of_slice).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The states of all rows of a batch, those of other ranks too.
    pub(super) fn states_of_all(&self) -> Result<Vec<Cow<'_, Array>>, ModelError> {
        let Some(ranked) = &self.trained.ranked else {
            let states = self.variables_of_states().map(|state| self.trained.network.tape.value(state));
            return Ok(states.map(|state| state.map(Cow::Borrowed)).collect::<Result<_, _>>()?);
        };
        let mut joined = Vec::new();
        for (place, state) in self.zero_states()?.iter().enumerate() {
            let mut own = Values::zeros(state.dtype(), 0)?;
            for slice in self.slice_states.iter().filter_map(|states| states.get(place)) {
                own.append(slice.here()?.values())?;
            }
            joined.push(Cow::Owned(ranked.joined(&own, state)?));
        }
        Ok(joined)
    }

    /// One step of all ranks on a window that all have; the sum of its losses.
    pub(super) fn train_on_ranks(&mut self, ranked: &mut Ranked, window: Window<'_>) -> Result<f64, ModelError> {
        let before = mem::take(&mut self.slice_states);
        match self.train_slices(ranked, window, &before) {
            Ok((total, states)) => {
                self.slice_states = states;
                Ok(total)
            }
            Err(error) => {
                self.slice_states = before;
                Err(error)
            }
        }
    }

    /// From the states of its slices; gives those behind them.
    fn train_slices(
        &mut self,
        ranked: &mut Ranked,
        window: Window<'_>,
        before: &[Vec<Array>],
    ) -> Result<(f64, Vec<Vec<Array>>), ModelError> {
        let (rows, slices) = (window.shape[0], ranked.own_slices());
        let first = ranked.rows_of_slice(rows, slices.start).start;
        let own = window.rows(first..ranked.rows_of_slice(rows, slices.end.saturating_sub(1)).end);
        let classes = own.targets.iter().chain(&self.noise).copied();
        let inputs = vec![ids(own.words.iter().copied())?, ids(classes)?];
        let (places, rows_of_tables) = ranked.pull(&mut self.trained.network, inputs, Pull::Alone)?;
        let places = |input: usize| places.get(input).and_then(Array::data::<i64>).unwrap_or_default();
        let (targets, noise) = places(1).split_at(own.targets.len().min(places(1).len()));
        let renumbered = Window { words: places(0), targets, ..own };

        let step = self.steps().checked_mul(ranked.slices() as u64).ok_or(ModelError::Steps)?;
        let states: Vec<Variable> = self.variables_of_states().collect();
        let mut gradients = ranked.gradients(&self.trained.network);
        let (mut losses, mut behind) = (Vec::new(), Vec::new());
        for (slice, before) in slices.zip(before) {
            let range = ranked.rows_of_slice(rows, slice);
            if range.is_empty() {
                losses.push(0.0);
                gradients.skip();
                behind.push(before.clone());
                continue;
            }
            let number = step.saturating_add(slice as u64);
            self.inputs.fill(window.rows(range.clone()), &self.noise, (rows, self.options.dtype), number)?;
            self.inputs.renumber(renumbered.rows(range.start - first..range.end - first), noise)?;
            for (&variable, state) in states.iter().zip(before) {
                self.trained.network.put(variable, state)?;
            }
            losses.push(self.backward()?);
            gradients.take(ranked, &mut self.trained.network, &rows_of_tables)?;
            self.carry()?;
            let carried = states.iter().map(|&variable| Ok(self.trained.network.tape.value(variable)?.clone()));
            behind.push(carried.collect::<Result<_, OperatorError>>()?);
        }
        let (clip, recurrent) = (self.options.clip, &self.recurrent);
        let losses = ranked.apply(&mut self.trained, gradients, (&losses, 1.0), |network, sums| {
            let sum_of = |variable| sums.iter().find(|(own, _)| *own == variable).and_then(|(_, sum)| sum.as_ref());
            let share = share(network, clip, recurrent, sum_of)?;
            Ok(move |variable| if recurrent.contains(&variable) { share } else { 1.0 })
        })?;
        Ok((losses.iter().sum(), behind))
    }

    /// The inputs of an evaluation, by the rows of the encoder that a window names.
    pub(super) fn pull_words(&mut self, ranked: &mut Ranked, window: Window<'_>) -> Result<(), ModelError> {
        let inputs = vec![ids(window.words.iter().copied())?, ids(std::iter::empty())?];
        let (places, _) = ranked.pull(&mut self.trained.network, inputs, Pull::Alone)?;
        let places = places.first().and_then(Array::data::<i64>).unwrap_or_default();
        self.inputs.renumber(Window { words: places, ..window }, &[])
    }

    /// The whole decoder, where its tables are cut.
    pub(super) fn pull_decoder(&mut self, ranked: &mut Ranked) -> Result<Option<[Array; 2]>, ModelError> {
        if !ranked.is_cut(self.decoder[0]) {
            return Ok(None);
        }
        let inputs = vec![ids(std::iter::empty())?, ids(0..self.options.vocabulary as i64)?];
        ranked.pull(&mut self.trained.network, inputs, Pull::Alone)?;
        let [weight, bias] = self.decoder.map(|table| self.trained.network.tape.value_mut(table).map(Array::take));
        Ok(Some([weight?, bias?]))
    }
}
