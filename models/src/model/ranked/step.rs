//! A step of a model of one graph, on some slices of a batch.
use super::{Pull, Ranked, of_table};
use crate::model::ModelError;
use crate::model::tape_model::TapeModel;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::layer::LayerError;
use std::sync::PoisonError;

/// Rows that a batch has labels for.
fn label_rows(batch: &Batch) -> usize {
    batch.label.first().map_or(0, Array::size)
}

impl TapeModel {
    /// One step of all ranks, on a batch that all have.
    pub(in crate::model) fn step_of_ranks(&mut self, ranked: &mut Ranked, batch: &Batch) -> Result<f64, ModelError> {
        let stepped = self.try_step_of_ranks(ranked, batch);
        ranked.told(stepped)
    }

    /// The inputs and labels of this rank's slices, and how many rows each of these has.
    fn own_part(&self, ranked: &Ranked, batch: &Batch) -> Result<(Vec<Array>, Array, Vec<usize>), ModelError> {
        let [label] = &*batch.label else {
            return Err(ModelError::Arrays { what: "label", expected: 1, found: batch.label.len() });
        };
        let own = ranked.own_slices();
        if let Some(told) = &ranked.slice_rows {
            let counts = told.get();
            let (expected, found) = (counts.iter().sum(), label.size());
            if counts.len() != own.len() || expected != found {
                return Err(ModelError::SliceRows { expected, found });
            }
            self.check_rows(&batch.data, Some(found), 0)?;
            return Ok((batch.data.clone(), label.clone(), counts));
        }
        let rows = self.check(&batch.data, Some(label.size()))?;
        let counts = own.map(|slice| ranked.rows_of_slice(rows, slice).len()).collect();
        Ok((ranked.own_inputs(&batch.data)?, ranked.own_rows_of(label, rows)?, counts))
    }

    fn try_step_of_ranks(&mut self, ranked: &mut Ranked, batch: &Batch) -> Result<f64, ModelError> {
        let (data, label, counts) = self.own_part(ranked, batch)?;
        if ranked.server.is_some() {
            return self.step_alone(ranked, data, &label);
        }
        ranked.rows = match &ranked.slice_rows {
            Some(_) => {
                let numbers: Vec<f64> = counts.iter().map(|&rows| rows as f64).collect();
                let all = ranked.store().numbers_of_slices(&numbers).map_err(LayerError::from)?;
                all.iter().sum::<f64>() as usize
            }
            None => label_rows(batch),
        };
        let mut pull = Pull::Alone;
        if let Some(told) = &ranked.next {
            let (is_first, next) = told.take();
            if is_first {
                ranked.store().forget_ahead();
            }
            let next = next.map(|next| if ranked.slice_rows.is_some() { Ok(next) } else { ranked.own_inputs(&next) });
            pull = Pull::Step(next.transpose()?);
        }
        let (data, ids) = ranked.pull(&mut self.trained.network, data, pull)?;
        // Rows, or their weights.
        let (mut losses, mut shares) = (Vec::new(), Vec::new());
        let mut gradients = ranked.gradients(&self.trained.network);
        let mut begin = 0;
        for rows in counts {
            let range = begin..begin + rows;
            begin = range.end;
            if range.is_empty() {
                losses.push(0.0);
                shares.push(0.0);
                gradients.skip();
                continue;
            }
            let of_slice =
                |array: &Array| array.slice_rows(i64::try_from(range.start).ok(), i64::try_from(range.end).ok());
            let label = of_slice(&label)?;
            let data = data.iter().map(of_slice).collect::<Result<Vec<_>, _>>()?;
            let share = self.graph.share(&data, range.len());
            losses.push(self.loss_and_gradients(&data, &label)? * share);
            shares.push(share);
            gradients.take(ranked, &mut self.trained.network, &ids)?;
        }
        let rows = ranked.rows.max(1) as f64;
        let rescale = 1.0 / rows;
        let all = match self.graph.of_row {
            Some(_) => ranked.store().numbers_of_slices(&shares).map_err(LayerError::from)?.iter().sum(),
            None => rows,
        };
        let losses = ranked.apply(&mut self.trained, gradients, (&losses, rescale), |_, _| Ok(|_| rescale))?;
        Ok(if all > 0.0 { losses.iter().sum::<f64>() / all } else { 0.0 })
    }

    /// The mean loss of some rows; the tape has the gradients of its sum.
    fn loss_and_gradients(&mut self, data: &[Array], label: &Array) -> Result<f64, ModelError> {
        self.take(data, Some(label.size()))?;
        self.put_label(label)?;
        let output = self.forward()?;
        let outputs = self.trained.network.tape.value(output)?.here()?;
        let loss = self.graph.mean_loss(data, &*label.here()?, &outputs)?;
        self.trained.network.tape.backward(output)?;
        Ok(loss)
    }

    /// A step of this rank on its own rows, by parameters as they are at the other ranks now.
    fn step_alone(&mut self, ranked: &mut Ranked, data: Vec<Array>, label: &Array) -> Result<f64, ModelError> {
        ranked.rows = label.size();
        let mut loss = 0.0;
        if ranked.rows > 0 {
            let (data, ids) = ranked.pull(&mut self.trained.network, data, Pull::Alone)?;
            loss = self.loss_and_gradients(&data, label)?;
            let mut gradients = Vec::new();
            for (table, ids) in ranked.cut.iter().zip(&ids) {
                let gradient = self.trained.network.tape.take_gradient_of(table.variable)?;
                gradients.push(of_table(gradient.into_context(&Device::cpu())?, &table.shape, ids)?);
            }
            let (rate, rescale) = (self.trained.trainer.rate(), 1.0 / ranked.rows as f64);
            if let Some(server) = &mut ranked.server {
                let server = server.get_mut().unwrap_or_else(PoisonError::into_inner);
                server.push(&gradients, self.trained.trainer.optimizer(), rate, rescale).map_err(LayerError::from)?;
            }
        }
        // Which has no parameters of its own any more.
        self.trained.trainer.step_with(&mut self.trained.network.tape, |_| 1.0, |_| None)?;
        Ok(loss)
    }

    /// Inputs with the places of their rows on the tape, to predict.
    pub(in crate::model) fn pulled_inputs(
        &mut self,
        ranked: &mut Ranked,
        data: &[Array],
    ) -> Result<Vec<Array>, ModelError> {
        let pulled =
            self.check(data, None).and_then(|_| ranked.pull(&mut self.trained.network, data.to_vec(), Pull::Alone));
        Ok(ranked.told(pulled)?.0)
    }
}
