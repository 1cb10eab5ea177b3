//! The driver of all rules: a step on the rows that a gradient stores.
use super::Rule;
use crate::element::{Checked, matrix_mut, zeros};
use crate::embedding::{MissedSteps, lock};
use crate::{Element, RowSparseGradient, SparseEmbedding, threads};
use candle_core::{CpuStorage, Device, Error, InplaceOp1, Layout, Result, Tensor, Var, bail};
use lacuna::optim::exact::{CatchUp, ExactStep, Record, Schedule, Touch};
use lacuna::optim::{Step, update};
use lacuna::{DenseMut, RowSparse, RowsMut};
use std::array;
use std::iter;
use std::sync::{Arc, Mutex};

/// Steps that rows may miss before all of them are brought up to date.
const ROOM: usize = 1024;

/// What becomes of a step in the rows that have no gradient in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Nothing: such a row does not decay, and its moments wait. A step costs as much as its gradient has rows.
    Lazy,
    /// The row makes up for it when the embedding next reads it, or when it next has a gradient: the model is that of
    /// dense gradients, up to rounding. A step costs as before, except that every 1,024th brings all rows up to date.
    /// Missed steps are made up for at once, except by [`Adam`](super::Adam) and [`AdaGrad`](super::AdaGrad) with a
    /// decay, which repeat them in registers.
    Exact,
}

/// An optimizer of one [`SparseEmbedding`], which changes the table in place: of a step, only the rows of its gradient.
///
/// `R` are the hyper-parameters, a rule such as [`AdamW`](super::AdamW); `N` is the number of its arrays, the weight
/// and the states: [`LazyAdamW<f32>`](super::LazyAdamW) is short for `LazyOptimizer<AdamW, f32, 3>`.
///
/// ```
/// use candle_core::{DType, Device, Module, Tensor, Var};
/// use lacuna_candle::{Adam, LazyAdam, SparseEmbedding, Update};
///
/// let embedding = SparseEmbedding::<f32>::new(Var::ones((1000, 8), DType::F32, &Device::Cpu)?)?;
/// let rule = Adam { learning_rate: 0.1, ..Adam::default() };
/// let mut optimizer = LazyAdam::new(&embedding, rule, Update::Lazy)?;
/// for _ in 0..3 {
///     embedding.forward(&Tensor::new(&[7_u32, 9], &Device::Cpu)?)?.sqr()?.sum_all()?.backward()?;
///     assert_eq!(optimizer.step()?, 2);
/// }
///
/// // To save and go on:
/// let (steps, states) = (optimizer.steps(), optimizer.states()?);
/// assert_eq!(states[0].0, "mean");
/// let states: Vec<Tensor> = states.into_iter().map(|(_, state)| state).collect();
/// let resumed = LazyAdam::resume(&embedding, rule, Update::Lazy, steps, &states)?;
/// # assert_eq!(resumed.steps(), 3);
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Debug)]
pub struct LazyOptimizer<R: Rule<V, N>, V: Element, const N: usize> {
    embedding: SparseEmbedding<V>,
    rule: R,
    steps: u64,
    updates: Arc<Mutex<Updates<R::Step, V, N>>>,
}

impl<R: Rule<V, N>, V: Element, const N: usize> LazyOptimizer<R, V, N> {
    /// An optimizer whose states are zero. Pages of memory are provided by the system as rows on them first occur, so
    /// rows that never do take none.
    ///
    /// # Errors
    /// For hyper-parameters that make no update.
    pub fn new(embedding: &SparseEmbedding<V>, rule: R, update: Update) -> Result<Self> {
        let (rows, length) = embedding.table().dims2()?;
        let states = (1..N).map(|_| zeros(rows, length)).collect::<Result<_>>()?;
        Self::with_states(embedding, rule, update, 0, states)
    }

    /// An optimizer that goes on after `steps` steps with the states that [`states`](Self::states) has given, of a
    /// table that was saved with them.
    ///
    /// # Errors
    /// For hyper-parameters that make no update, another number of states, and states of another shape or type than the
    /// table.
    pub fn resume(
        embedding: &SparseEmbedding<V>,
        rule: R,
        update: Update,
        steps: u64,
        states: &[Tensor],
    ) -> Result<Self> {
        if states.len() != R::STATES.len() {
            bail!("{} states, not {}: {:?}", states.len(), R::STATES.len(), R::STATES);
        }
        let of = |(name, state): (&&str, &Tensor)| -> Result<Vec<V>> {
            if state.dims() != embedding.table().dims() || state.dtype() != V::DTYPE {
                let (dims, dtype) = (state.dims(), state.dtype());
                let expected = embedding.table().dims();
                bail!("state {name} has shape {dims:?} and type {dtype:?}, the table {expected:?} and {:?}", V::DTYPE);
            }
            state.flatten_all()?.to_vec1()
        };
        let states = R::STATES.iter().zip(states).map(of).collect::<Result<_>>()?;
        Self::with_states(embedding, rule, update, steps, states)
    }

    fn with_states(
        embedding: &SparseEmbedding<V>,
        rule: R,
        update: Update,
        steps: u64,
        states: Vec<Vec<V>>,
    ) -> Result<Self> {
        rule.at_step(steps.saturating_add(1))?;
        let missed = match update {
            Update::Lazy => None,
            Update::Exact => Some(Missed { memory: vec![None; ROOM], stamps: vec![0; embedding.table().dim(0)?] }),
        };
        let updates = Arc::new(Mutex::new(Updates { states, missed }));
        Ok(Self { embedding: embedding.clone(), rule, steps, updates })
    }

    /// The embedding that is trained.
    pub fn embedding(&self) -> &SparseEmbedding<V> {
        &self.embedding
    }

    /// The hyper-parameters.
    pub fn rule(&self) -> &R {
        &self.rule
    }

    /// The hyper-parameters of the steps to come: for a schedule of the learning rate.
    pub fn rule_mut(&mut self) -> &mut R {
        &mut self.rule
    }

    /// Steps that were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Copies of the states by their names, each of the table's shape, of rows that are up to date.
    ///
    /// # Errors
    /// Never.
    pub fn states(&self) -> Result<Vec<(&'static str, Tensor)>> {
        self.flush()?;
        let shape = self.embedding.table().shape();
        let of = |(&name, state): (&&'static str, &Vec<V>)| Ok((name, Tensor::from_slice(state, shape, &Device::Cpu)?));
        R::STATES.iter().zip(&lock(&self.updates).states).map(of).collect()
    }

    /// One step with the gradients that backward passes have left. Gives the number of rows that they have; 0 if there
    /// were no gradients, and then there was no step.
    ///
    /// # Errors
    /// For hyper-parameters that make no update. Then the gradients wait for the next step.
    pub fn step(&mut self) -> Result<usize> {
        self.rule.at_step(self.steps.saturating_add(1))?;
        match self.embedding.take_gradient()? {
            Some(gradient) => self.apply(&gradient),
            None => Ok(0),
        }
    }

    /// One step with a gradient that was [taken](SparseEmbedding::take_gradient), and perhaps changed. Gives the number
    /// of its rows.
    ///
    /// # Errors
    /// For hyper-parameters that make no update, and a gradient of another shape than the table's. Then nothing is
    /// written.
    pub fn apply(&mut self, gradient: &RowSparseGradient<V>) -> Result<usize> {
        let steps = self.steps.saturating_add(1);
        let rule = self.rule.at_step(steps)?;
        let (found, expected) = ((gradient.rows(), gradient.row_length()), self.embedding.table().dims2()?);
        if found != expected {
            bail!("a gradient of shape {found:?} for a table of shape {expected:?}");
        }
        self.embedding.watch(self.updates.clone())?;
        perform(&self.updates, self.embedding.table(), Work::Step(rule, gradient))?;
        self.steps = steps;
        if lock(&self.updates).missed.as_ref().is_some_and(Missed::is_full) {
            self.flush()?;
        }
        Ok(gradient.indices().len())
    }

    /// Brings all rows up to date, as [`SparseEmbedding::flush`].
    ///
    /// # Errors
    /// Never.
    pub fn flush(&self) -> Result<()> {
        self.updates.flush(self.embedding.table())
    }
}

/// The states of a table, and what its rows have missed.
#[derive(Debug)]
struct Updates<S: CatchUp<V, N>, V: Element, const N: usize> {
    /// As the table, each.
    states: Vec<Vec<V>>,
    /// Of exact updates.
    missed: Option<Missed<S, V, N>>,
}

#[derive(Debug)]
struct Missed<S: CatchUp<V, N>, V: Element, const N: usize> {
    /// Of a [`Schedule`].
    memory: Vec<Option<Record<S, V, N>>>,
    /// The steps that each row has seen.
    stamps: Vec<u32>,
}

impl<S: CatchUp<V, N>, V: Element, const N: usize> Missed<S, V, N> {
    fn is_empty(&self) -> bool {
        self.memory.first().is_none_or(Option::is_none)
    }

    fn is_full(&self) -> bool {
        self.memory.last().is_none_or(Option::is_some)
    }
}

impl<S, V: Element, const N: usize> MissedSteps for Mutex<Updates<S, V, N>>
where
    S: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Send + Sync,
{
    fn catch_up(&self, table: &Var, ids: &[u32]) -> Result<()> {
        if lock(self).missed.as_ref().is_none_or(Missed::is_empty) {
            return Ok(());
        }
        let mut distinct = ids.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        perform(self, table, Work::Read(&distinct))
    }

    fn flush(&self, table: &Var) -> Result<()> {
        if lock(self).missed.as_ref().is_none_or(Missed::is_empty) {
            return Ok(());
        }
        perform(self, table, Work::Flush)
    }
}

/// What is done to a table.
enum Work<'a, S, V> {
    Step(S, &'a RowSparseGradient<V>),
    Read(&'a [u32]),
    Flush,
}

fn perform<S, V: Element, const N: usize>(
    updates: &Mutex<Updates<S, V, N>>,
    table: &Var,
    work: Work<'_, S, V>,
) -> Result<()>
where
    S: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Send + Sync,
{
    table.inplace_op1(&InPlace { updates, work })
}

/// Work on a table, as candle's operator that writes it in its storage.
struct InPlace<'a, S: CatchUp<V, N>, V: Element, const N: usize> {
    updates: &'a Mutex<Updates<S, V, N>>,
    work: Work<'a, S, V>,
}

impl<S, V: Element, const N: usize> InplaceOp1 for InPlace<'_, S, V, N>
where
    S: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Send + Sync,
{
    fn name(&self) -> &'static str {
        "lacuna-lazy-optimizer"
    }

    fn cpu_fwd(&self, table: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let table = matrix_mut::<V>(table, layout)?;
        lock(self.updates).perform(&self.work, table).map_err(Error::wrap)
    }
}

impl<S, V: Element, const N: usize> Updates<S, V, N>
where
    S: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Send + Sync,
{
    fn perform(&mut self, work: &Work<'_, S, V>, table: DenseMut<'_, V>) -> Checked<()> {
        let (rows, length) = (table.rows(), table.columns());
        let mut states: [RowsMut<'_, V, u32>; N] = array::from_fn(|_| RowsMut::default());
        let others = self.states.iter_mut().map(|state| DenseMut::new(rows, length, state));
        for (place, array) in states.iter_mut().zip(iter::once(Ok(table)).chain(others)) {
            *place = array?.into();
        }
        let Some(Missed { memory, stamps }) = &mut self.missed else {
            if let Work::Step(rule, gradient) = work {
                let step = Step { rule: *rule, gradient: gradient.view(), states };
                threads::share(step, gradient.data().len(), |step| update(&step.rule, step.gradient, step.states))?;
            }
            return Ok(());
        };
        let (touch, touched, size) = match work {
            Work::Step(rule, gradient) => (Touch::Step(*rule), gradient.view(), gradient.data().len()),
            Work::Read(ids) => (Touch::Read, RowSparse::new(rows, 0, ids, &[])?, ids.len().saturating_mul(length)),
            Work::Flush => (Touch::Flush, RowSparse::new(rows, 0, &[], &[])?, rows.saturating_mul(length)),
        };
        let mut schedule = Schedule::resume(memory);
        threads::run(ExactStep { records: schedule.records(), touch, touched, states, stamps }, size)?;
        match touch {
            Touch::Step(rule) => schedule.push(&rule)?,
            Touch::Read => {}
            Touch::Flush => schedule.clear(),
        }
        Ok(())
    }
}
