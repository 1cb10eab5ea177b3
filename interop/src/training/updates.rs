//! The states of a table, and steps on the rows of a gradient.
use super::beside::{MissedSteps, lock};
use super::{Result, RowSparseGradient, Update, threads};
use lacuna::optim::exact::{CatchUp, ExactStep, Record, Schedule, Touch};
use lacuna::optim::{Step, update};
use lacuna::{DenseMut, RowSparse, RowsMut, Value};
use std::array;
use std::iter;
use std::sync::Mutex;

/// Steps that rows may miss before all of them are brought up to date.
const ROOM: usize = 1024;

/// The states of a table, and what its rows have missed.
#[derive(Debug)]
pub(super) struct Updates<S: CatchUp<V, N>, V: Value, const N: usize> {
    /// Rows of the table, and their length.
    shape: (usize, usize),
    /// As the table, each.
    pub(super) states: Vec<Vec<V>>,
    /// Of exact updates.
    missed: Option<Missed<S, V, N>>,
}

#[derive(Debug)]
struct Missed<S: CatchUp<V, N>, V: Value, const N: usize> {
    /// Of a [`Schedule`].
    memory: Vec<Option<Record<S, V, N>>>,
    /// The steps that each row has seen.
    stamps: Vec<u32>,
}

/// What is done to a table.
pub(super) enum Work<'a, S, V> {
    Step(S, &'a RowSparseGradient<V>),
    Read(&'a [u32]),
    Flush,
}

impl<S: CatchUp<V, N>, V: Value, const N: usize> Updates<S, V, N> {
    pub(super) fn new(shape: (usize, usize), update: Update, states: Vec<Vec<V>>) -> Self {
        let missed = match update {
            Update::Lazy => None,
            Update::Exact => Some(Missed { memory: vec![None; ROOM], stamps: vec![0; shape.0] }),
        };
        Self { shape, states, missed }
    }

    /// Whether no row can have missed a step.
    fn is_up_to_date(&self) -> bool {
        self.missed.as_ref().is_none_or(|missed| missed.memory.first().is_none_or(Option::is_none))
    }

    /// Whether all rows must be brought up to date.
    pub(super) fn is_full(&self) -> bool {
        self.missed.as_ref().is_some_and(|missed| missed.memory.last().is_none_or(Option::is_some))
    }
}

impl<S, V: Value, const N: usize> MissedSteps<V> for Mutex<Updates<S, V, N>>
where
    S: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Send + Sync,
{
    fn none(&self) -> bool {
        lock(self).is_up_to_date()
    }

    fn catch_up(&self, table: &mut [V], ids: &[u32]) -> Result<()> {
        lock(self).perform(&Work::Read(ids), table)
    }

    fn flush(&self, table: &mut [V]) -> Result<()> {
        lock(self).perform(&Work::Flush, table)
    }
}

impl<S, V: Value, const N: usize> Updates<S, V, N>
where
    S: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + Send + Sync,
{
    pub(super) fn perform(&mut self, work: &Work<'_, S, V>, table: &mut [V]) -> Result<()> {
        let (rows, length) = self.shape;
        let table = DenseMut::new(rows, length, table);
        let mut states: [RowsMut<'_, V, u32>; N] = array::from_fn(|_| RowsMut::default());
        let others = self.states.iter_mut().map(|state| DenseMut::new(rows, length, state));
        for (place, array) in states.iter_mut().zip(iter::once(table).chain(others)) {
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
