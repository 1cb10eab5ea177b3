//! A network on ranks, each of which keeps some rows of the first weight.
use super::super::data::Examples;
use super::super::error::TrainError;
use super::super::linear::LinearHyper;
use super::super::sharded::{Parts, Renumbered, Sharded, features};
use super::batches::MlpBatch;
use super::model::{Mlp, MlpMemory, MlpTotals, hash_of};
use super::settings::MlpVariant;
use lacuna_runtime::array::{Array, Dtype, Values};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::kvstore::{Moved, RankOptions};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

/// The weight that ranks share.
pub(super) const FIRST: &str = "layer1.weight";

/// What a rank has.
#[derive(Debug)]
pub(super) struct Ranked {
    sharded: Sharded,
    /// On the tape, the rows of a batch.
    first: Variable,
    units: usize,
    /// Rows of the last gradient, on this rank.
    rows: usize,
}

impl Ranked {
    pub fn memory(&self) -> MlpMemory {
        let row = self.units * size_of::<f32>();
        MlpMemory { weight: self.sharded.rows() * row, gradient: self.rows * (row + size_of::<i64>()) }
    }

    /// The first weight and its states, whole, on the first rank.
    fn whole(&self) -> Result<Option<Vec<Array>>, TrainError> {
        let Some(arrays) = self.sharded.whole::<f32>(&self.sharded.parts())? else { return Ok(None) };
        let rows = self.sharded.rows();
        let of = |(values, _): (Vec<f32>, Vec<f32>)| Array::dense(&[rows, values.len() / rows.max(1)], values);
        Ok(Some(arrays.into_iter().map(of).collect::<Result<_, _>>()?))
    }

    /// Has the first rank write something of the whole weight, for which the others wait.
    pub fn write_whole(&self, write: impl FnOnce(&[Array]) -> Result<(), TrainError>) -> Result<(), TrainError> {
        let whole = self.sharded.told(self.whole())?;
        self.sharded.written(whole.map_or(Ok(()), |whole| write(&whole)))
    }
}

impl Mlp {
    /// From now on this is the network of all ranks: each keeps a range of the rows of a large first weight and of its
    /// states, and makes the same calls in the same order. A step is cut into slices, whose gradients are added in the
    /// [tree](lacuna_runtime::exchange::tree): the bits depend on their number alone.
    ///
    /// # Errors
    /// [`TrainError::VariantOfRanks`], [`KvError::SliceCount`](lacuna_runtime::kvstore::KvError::SliceCount),
    /// [`KvError::Sharded`](lacuna_runtime::kvstore::KvError::Sharded).
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), TrainError> {
        let variant = self.settings().variant;
        if variant != MlpVariant::RowSparse {
            return Err(TrainError::VariantOfRanks { variant: variant.name() });
        }
        let unknown = || TrainError::Parameter { name: FIRST.to_owned() };
        let first = self.network.named(FIRST).ok_or_else(unknown)?;
        let numbers =
            |array: &Array| Ok::<_, TrainError>((array.here()?.data::<f32>().unwrap_or_default().to_vec(), Vec::new()));
        let value = self.network.tape.value(first)?;
        let units = value.shape().get(1).copied().unwrap_or_default();
        let mut arrays = vec![numbers(value)?];
        let place = self.network.parameters().position(|(name, _)| name == FIRST).ok_or_else(unknown)?;
        for state in self.trainer.states().nth(place).unwrap_or_default() {
            arrays.push(numbers(state)?);
        }
        let parts = Parts::of(self.features(), arrays, self.trainer.steps())?;
        let optimizer = self.trainer.hyper(1.0);
        let hyper = LinearHyper { weight: optimizer, bias: optimizer };
        let sharded = Sharded::new((exchange, options), self.network.tape.context().cpu, &hyper, parts)?;
        self.trainer.remove(first);
        self.network.remove(first);
        let none = Array::dense(&[1, units], vec![0.0_f32; units])?.into_context(self.network.context())?;
        *self.network.tape.value_mut(first)? = none;
        self.ranked = Some(Ranked { sharded, first, units, rows: 0 });
        Ok(())
    }

    /// What pulls and pushes of the first weight have moved, if ranks share it.
    #[must_use]
    pub fn moved(&self) -> Option<[Moved; 2]> {
        self.ranked.as_ref().and_then(|ranked| ranked.sharded.moved())
    }

    /// [`hash`](Self::hash) of the network of all ranks: 0 on others than the first.
    ///
    /// # Errors
    /// If another rank does not go on.
    pub fn shared_hash(&self) -> Result<u64, TrainError> {
        let Some(ranked) = &self.ranked else { return Ok(self.hash()) };
        let whole = ranked.sharded.told(ranked.whole())?;
        let first = whole.as_ref().and_then(|whole| whole.first());
        Ok(first.map_or(0, |first| {
            let here: Vec<_> = self.parameters().filter_map(|(_, array)| array.here().ok()).collect();
            hash_of([first].into_iter().chain(here.iter().map(|array| &**array)))
        }))
    }

    fn on_ranks<T>(
        &mut self,
        run: impl FnOnce(&mut Self, &mut Ranked) -> Result<T, TrainError>,
    ) -> Result<T, TrainError> {
        let mut ranked = self.ranked.take().ok_or_else(|| TrainError::Parameter { name: FIRST.to_owned() })?;
        let done = run(self, &mut ranked);
        let told = ranked.sharded.told(done);
        self.ranked = Some(ranked);
        told
    }

    pub(super) fn step_on_ranks(
        &mut self,
        MlpBatch { batch, slices }: MlpBatch<'_>,
        totals: &mut MlpTotals,
    ) -> Result<(), TrainError> {
        self.on_ranks(|own, ranked| {
            let examples = own.examples(batch)?;
            own.try_step(ranked, Examples { slices, ..examples }, totals)
        })
    }

    pub(super) fn predict_on_ranks(&mut self, batch: &Batch) -> Result<(Vec<f32>, f64), TrainError> {
        self.on_ranks(|own, ranked| {
            let examples = own.examples(batch)?;
            let ids = own.pull(ranked, &[examples])?;
            own.forward(examples, &ids)?;
            Ok((own.outputs()?, own.loss()?))
        })
    }

    /// The rows of a batch.
    fn examples<'b>(&self, batch: &'b Batch) -> Result<Examples<'b, f32, i64>, TrainError> {
        let ([data], [label]) = (&*batch.data, &*batch.label) else {
            return Err(TrainError::Arrays { data: batch.data.len(), labels: batch.label.len() });
        };
        let shape = [label.size(), self.features()];
        if data.shape() != shape {
            return Err(TrainError::Shape { expected: shape, found: data.shape().to_vec() });
        }
        let labels = label.data::<f32>().unwrap_or_default();
        Ok(Examples { x: data.as_csr()?, labels, weights: None, slices: None })
    }

    /// Puts the rows of the first weight that some rows need onto the tape, and gives their features.
    fn pull(&mut self, ranked: &mut Ranked, slices: &[Examples<'_, f32, i64>]) -> Result<Vec<i64>, TrainError> {
        let ids = features(slices, 1);
        let mut rows = ranked.sharded.pull::<f32>(&ids)?;
        rows.resize(ids.len().max(1) * ranked.units, 0.0);
        let shape = [ids.len().max(1), ranked.units];
        let rows = Array::dense(&shape, rows)?.into_context(self.network.context())?;
        *self.network.tape.value_mut(ranked.first)? = rows;
        Ok(ids)
    }

    /// The forward pass of some rows.
    fn forward(&mut self, slice: Examples<'_, f32, i64>, ids: &[i64]) -> Result<(), TrainError> {
        let rows = slice.x.rows();
        let (indptr, indices, columns) = Renumbered::of(slice.x, ids, 1).into_places();
        let x = Array::csr(Some([rows, columns]), indptr, indices, slice.x.values().to_vec())?;
        let labels = Array::dense(&[rows, 1], slice.labels.to_vec())?;
        for (variable, array) in [(self.x, x), (self.labels, labels)] {
            self.network.tape.set(variable, array.into_context(self.network.context())?)?;
        }
        Ok(self.network.tape.replay()?)
    }

    fn try_step(
        &mut self,
        ranked: &mut Ranked,
        examples: Examples<'_, f32, i64>,
        totals: &mut MlpTotals,
    ) -> Result<(), TrainError> {
        let slices = ranked.sharded.cut(examples)?;
        let started = Instant::now();
        let ids = self.pull(ranked, &slices)?;
        totals.forward += started.elapsed();
        let others: Vec<Variable> = self.network.parameters().map(|(_, variable)| variable).collect();
        let (mut of_table, mut losses) = (Vec::new(), Vec::new());
        let mut of_others: Vec<Vec<Option<Cow<'_, Array>>>> = others.iter().map(|_| Vec::new()).collect();
        for slice in slices {
            let rows = slice.x.rows();
            if rows == 0 {
                of_table.push(None);
                of_others.iter_mut().for_each(|slices| slices.push(None));
                losses.push([0.0; 2]);
                continue;
            }
            let started = Instant::now();
            self.forward(slice, &ids)?;
            losses.push([rows as f64, self.loss()?]);
            totals.forward += started.elapsed();
            let started = Instant::now();
            let tape = &mut self.network.tape;
            tape.backward(self.losses)?;
            let mut gradient = tape.take_gradient_of(ranked.first)?.into_context(&Device::cpu())?;
            let place = |&place: &i64| usize::try_from(place).ok().and_then(|place| ids.get(place).copied());
            let rows: Vec<i64> = gradient.indices().unwrap_or_default().iter().filter_map(place).collect();
            let mut values = gradient.take_memory().values;
            // A batch without entries has a row that stands for none.
            if rows.len() * ranked.units != values.len() {
                values = Values::zeros(Dtype::F32, 0)?;
            }
            of_table.push(Some(ranked.sharded.gradient(rows, values)?));
            for (variable, slices) in others.iter().zip(&mut of_others) {
                slices.push(Some(Cow::Owned(tape.take_gradient_of(*variable)?.into_context(&Device::cpu())?)));
            }
            totals.backward += started.elapsed();
        }
        let started = Instant::now();
        let sums = {
            let mut values = Vec::new();
            for variable in &others {
                values.push(self.network.tape.value(*variable)?);
            }
            ranked.sharded.sums(&of_table, values.into_iter().zip(of_others))?
        };
        let all = ranked.sharded.of_all_slices(&losses)?;
        let (rows, loss) = all.iter().fold((0.0, 0.0), |(rows, loss), slice| (rows + slice[0], loss + slice[1]));
        let rescale = 1.0 / f64::max(rows, 1.0);
        let mut sums = sums.into_iter();
        let table = sums.next().flatten();
        ranked.rows = table.as_ref().and_then(Array::indices).map_or(0, <[i64]>::len);
        ranked.sharded.apply(self.trainer.hyper(rescale), table)?;
        let there = |sum: Option<Array>| sum.map(|sum| sum.into_context(self.network.context())).transpose();
        let sums = sums.map(there).collect::<Result<Vec<_>, _>>()?;
        let sums: Vec<(Variable, Option<Array>)> = others.into_iter().zip(sums).collect();
        let sum_of = |variable| sums.iter().find(|(own, _)| *own == variable).and_then(|(_, sum)| sum.as_ref());
        self.trainer.step_with(&mut self.network.tape, |_| rescale, sum_of)?;
        totals.backward += started.elapsed();
        totals.loss += loss;
        totals.rows += rows as u64;
        Ok(())
    }
}
