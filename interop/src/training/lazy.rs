//! The driver of all rules: a step on the rows that a gradient stores.
use super::beside::{MissedSteps, lock};
use super::updates::{Updates, Work};
use super::{AdaGrad, Adam, AdamW, Beside, Error, Ftrl, Result, RowSparseGradient, Rule, Sgd, SgdMomentum, zeros};
use lacuna::Value;
use std::sync::{Arc, Mutex};

/// What becomes of a step in the rows that have no gradient in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Nothing: such a row does not decay, and its moments wait. A step costs as much as its gradient has rows.
    Lazy,
    /// The row makes up for it when the embedding next reads it, or when it next has a gradient: the model is that of
    /// dense gradients, up to rounding. A step costs as before, except that every 1,024th brings all rows up to date.
    /// Missed steps are made up for at once, except by [`Adam`] and [`AdaGrad`] with a decay, which repeat them in
    /// registers.
    Exact,
}

/// A framework's embedding: it knows where the table lies, and gives the framework's arrays.
///
/// A clone is the same embedding. Of the methods here, crates of frameworks implement the first six; their embeddings
/// have methods of their own for the others.
pub trait Embedding<V: Value>: Clone {
    /// A state of the optimizer, to save and to go on from.
    type State;
    /// The framework's error.
    type Error;

    /// Rows of the table, and their length.
    fn shape(&self) -> (usize, usize);
    /// What lies beside the table.
    fn beside(&self) -> &Beside<V>;
    /// Calls `change` once with the table's values, row after row.
    ///
    /// # Errors
    /// Those of `change`.
    fn change(&self, change: impl Fn(&mut [V]) -> Result<()>) -> std::result::Result<(), Self::Error>;
    /// A state of these values, of the table's shape.
    ///
    /// # Errors
    /// Those of the framework.
    fn to_state(&self, values: &[V]) -> std::result::Result<Self::State, Self::Error>;
    /// The values of the state of this name.
    ///
    /// # Errors
    /// For a state of another shape or type than the table.
    fn of_state(&self, name: &str, state: &Self::State) -> std::result::Result<Vec<V>, Self::Error>;
    /// The framework's error for this one.
    fn refuse(error: Error) -> Self::Error;

    /// Takes the sum of the gradients that backward passes have left since the last call; `None` if there were none.
    ///
    /// # Errors
    /// Never.
    fn take_gradient_sum(&self) -> std::result::Result<Option<RowSparseGradient<V>>, Self::Error> {
        self.beside().take_gradient().map_err(Self::refuse)
    }

    /// Brings the rows of these ids up to date, before they are read.
    ///
    /// # Errors
    /// For an id that is not a row's.
    fn catch_up(&self, ids: &[u32]) -> std::result::Result<(), Self::Error> {
        let Some(missed) = self.beside().missed() else { return Ok(()) };
        let mut distinct = ids.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        self.change(|table| missed.catch_up(table, &distinct))
    }

    /// Brings all rows up to date.
    ///
    /// # Errors
    /// Never.
    fn flush_all(&self) -> std::result::Result<(), Self::Error> {
        self.beside().missed().map_or(Ok(()), |missed| self.change(|table| missed.flush(table)))
    }
}

/// An optimizer of one embedding, which changes the table in place: of a step, only the rows of its gradient.
///
/// `R` are the hyper-parameters, a rule such as [`AdamW`]; `N` is the number of its arrays, the weight and the states.
/// A framework's crate has short names for it, in which `E` is its embedding: its `LazyAdamW<f32>` is
/// `LazyOptimizer<SparseEmbedding<f32>, AdamW, f32, 3>`.
#[derive(Debug)]
pub struct LazyOptimizer<E, R: Rule<V, N>, V: Value, const N: usize> {
    embedding: E,
    rule: R,
    steps: u64,
    updates: Arc<Mutex<Updates<R::Step, V, N>>>,
}

impl<E: Embedding<V>, R: Rule<V, N>, V: Value, const N: usize> LazyOptimizer<E, R, V, N> {
    /// An optimizer whose states are zero. Pages of memory are provided by the system as rows on them first occur, so
    /// rows that never do take none.
    ///
    /// # Errors
    /// For hyper-parameters that make no update.
    pub fn new(embedding: &E, rule: R, update: Update) -> std::result::Result<Self, E::Error> {
        let (rows, length) = embedding.shape();
        let states = (1..N).map(|_| zeros(rows, length)).collect::<Result<_>>().map_err(E::refuse)?;
        Self::with_states(embedding, rule, update, 0, states)
    }

    /// An optimizer that goes on after `steps` steps with the states that [`states`](Self::states) has given, of a
    /// table that was saved with them.
    ///
    /// # Errors
    /// For hyper-parameters that make no update, another number of states, and states of another shape or type than the
    /// table.
    pub fn resume(
        embedding: &E,
        rule: R,
        update: Update,
        steps: u64,
        states: &[E::State],
    ) -> std::result::Result<Self, E::Error> {
        let names = R::STATES;
        if states.len() != names.len() {
            return Err(E::refuse(Error::States { found: states.len(), names }));
        }
        let states = names.iter().zip(states).map(|(name, state)| embedding.of_state(name, state));
        Self::with_states(embedding, rule, update, steps, states.collect::<std::result::Result<_, _>>()?)
    }

    fn with_states(
        embedding: &E,
        rule: R,
        update: Update,
        steps: u64,
        states: Vec<Vec<V>>,
    ) -> std::result::Result<Self, E::Error> {
        rule.at_step(steps.saturating_add(1)).map_err(E::refuse)?;
        let updates = Arc::new(Mutex::new(Updates::new(embedding.shape(), update, states)));
        Ok(Self { embedding: embedding.clone(), rule, steps, updates })
    }

    /// The embedding that is trained.
    pub fn embedding(&self) -> &E {
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
    pub fn states(&self) -> std::result::Result<Vec<(&'static str, E::State)>, E::Error> {
        self.flush()?;
        let of = |(&name, state): (&&'static str, &Vec<V>)| Ok((name, self.embedding.to_state(state)?));
        R::STATES.iter().zip(&lock(&self.updates).states).map(of).collect()
    }

    /// One step with the gradients that backward passes have left. Gives the number of rows that they have; 0 if there
    /// were no gradients, and then there was no step.
    ///
    /// # Errors
    /// For hyper-parameters that make no update. Then the gradients wait for the next step.
    pub fn step(&mut self) -> std::result::Result<usize, E::Error> {
        self.rule.at_step(self.steps.saturating_add(1)).map_err(E::refuse)?;
        match self.embedding.take_gradient_sum()? {
            Some(gradient) => self.apply(&gradient),
            None => Ok(0),
        }
    }

    /// One step with a gradient that was taken from the embedding, and perhaps changed. Gives the number of its rows.
    ///
    /// # Errors
    /// For hyper-parameters that make no update, and a gradient of another shape than the table's. Then nothing is
    /// written.
    pub fn apply(&mut self, gradient: &RowSparseGradient<V>) -> std::result::Result<usize, E::Error> {
        let steps = self.steps.saturating_add(1);
        let rule = self.rule.at_step(steps).map_err(E::refuse)?;
        let (found, table) = ((gradient.rows(), gradient.row_length()), self.embedding.shape());
        if found != table {
            return Err(E::refuse(Error::Gradient { found, table }));
        }
        if let Some(others) = self.embedding.beside().watch(self.updates.clone()) {
            self.embedding.change(|table| others.flush(table))?;
        }
        let work = Work::Step(rule, gradient);
        self.embedding.change(|table| lock(&self.updates).perform(&work, table))?;
        self.steps = steps;
        if lock(&self.updates).is_full() {
            self.flush()?;
        }
        Ok(gradient.indices().len())
    }

    /// Brings all rows up to date, as the embedding's `flush` does.
    ///
    /// # Errors
    /// Never.
    pub fn flush(&self) -> std::result::Result<(), E::Error> {
        if self.updates.none() {
            return Ok(());
        }
        self.embedding.change(|table| self.updates.flush(table))
    }
}

/// [`Sgd`] on an embedding.
pub type LazySgd<E, V> = LazyOptimizer<E, Sgd, V, 1>;
/// [`SgdMomentum`] on an embedding.
pub type LazySgdMomentum<E, V> = LazyOptimizer<E, SgdMomentum, V, 2>;
/// [`AdaGrad`] on an embedding.
pub type LazyAdaGrad<E, V> = LazyOptimizer<E, AdaGrad, V, 2>;
/// [`Adam`] on an embedding.
pub type LazyAdam<E, V> = LazyOptimizer<E, Adam, V, 3>;
/// [`AdamW`] on an embedding.
pub type LazyAdamW<E, V> = LazyOptimizer<E, AdamW, V, 3>;
/// [`Ftrl`] on an embedding.
pub type LazyFtrl<E, V> = LazyOptimizer<E, Ftrl, V, 3>;
