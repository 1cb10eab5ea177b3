//! What lies beside a table: gradients that backward passes have left, and the steps that its rows may have missed.
use super::{Bags, Result, RowSparseGradient};
use lacuna::rows::{add_n, add_n_ids};
use lacuna::{Dense, RowSparse, RowSparseMut, Value};
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What lies beside a table, shared by an embedding, the operators of its graphs and its optimizers.
pub struct Beside<V> {
    /// Gradients that await the optimizer, one for each use of the table.
    gradients: Mutex<Vec<RowSparseGradient<V>>>,
    /// Those of the optimizer that made the last step.
    missed: Mutex<Option<Arc<dyn MissedSteps<V>>>>,
}

/// Steps that rows of a table have missed.
pub(super) trait MissedSteps<V>: Send + Sync {
    /// Whether there are none.
    fn none(&self) -> bool;
    /// Brings the rows of these ids up to date, which ascend.
    fn catch_up(&self, table: &mut [V], ids: &[u32]) -> Result<()>;
    /// Brings all rows up to date.
    fn flush(&self, table: &mut [V]) -> Result<()>;
}

/// The data, also where a thread that held it has panicked: each change is whole by itself.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<V> Default for Beside<V> {
    fn default() -> Self {
        Self { gradients: Mutex::default(), missed: Mutex::default() }
    }
}

impl<V> Debug for Beside<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Beside").field("gradients", &lock(&self.gradients).len()).finish_non_exhaustive()
    }
}

impl<V: Value> Beside<V> {
    /// Leaves the table's gradient to the optimizer: that of sums by `bags`, from `above`, the gradient of the sums.
    ///
    /// # Errors
    /// As [`Bags::gradient`].
    pub fn leave(&self, bags: &Bags<V>, above: Dense<'_, V>) -> Result<()> {
        let gradient = bags.gradient(above)?;
        lock(&self.gradients).push(gradient);
        Ok(())
    }

    /// Takes the sum of all gradients that were left.
    pub(super) fn take_gradient(&self) -> Result<Option<RowSparseGradient<V>>> {
        let gradients = std::mem::take(&mut *lock(&self.gradients));
        sum(gradients)
    }

    /// The steps that rows have missed, where there are any.
    pub(super) fn missed(&self) -> Option<Arc<dyn MissedSteps<V>>> {
        lock(&self.missed).clone().filter(|missed| !missed.none())
    }

    /// What rows miss from now on is known to `steps`. Gives the steps of another optimizer that are to be made up for
    /// before.
    pub(super) fn watch(&self, steps: Arc<dyn MissedSteps<V>>) -> Option<Arc<dyn MissedSteps<V>>> {
        let before = lock(&self.missed).replace(steps.clone());
        before.filter(|before| !Arc::ptr_eq(before, &steps) && !before.none())
    }
}

/// The sum of the gradients of a table that is used several times; `None` of none.
fn sum<V: Value>(mut gradients: Vec<RowSparseGradient<V>>) -> Result<Option<RowSparseGradient<V>>> {
    let (Some(last), true) = (gradients.last(), gradients.len() > 1) else { return Ok(gradients.pop()) };
    let (rows, length) = (last.rows(), last.row_length());
    let views: Vec<_> = gradients.iter().map(RowSparseGradient::view).collect();
    let mut cursors = vec![0; views.len()];
    let mut ids = vec![0; views.iter().map(RowSparse::stored_rows).sum()];
    let stored = add_n_ids(&views, &mut cursors, &mut ids)?;
    ids.truncate(stored);
    let mut data = vec![V::ZERO; stored * length];
    add_n(&views, &mut cursors, RowSparseMut::trusted(rows, length, &ids, &mut data)?)?;
    Ok(Some(RowSparseGradient::new(rows, length, ids, data)?))
}
