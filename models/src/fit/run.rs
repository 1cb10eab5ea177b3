//! The loop.
use super::{
    BatchSource, BatchType, BatchView, EpochReport, Epochs, FitError, Learner, Observer, Outcome, Progress, Resume,
};
use std::mem;
use std::time::Instant;

/// Trains for epochs, from where `progress` says; `progress` then says where it goes on. See the [module](super).
///
/// # Errors
/// Those of the model, of the data and of the observer; [`FitError`] if the data before the place are others
/// than those that were learnt.
pub fn fit<L, S, O>(
    learner: &mut L,
    train: &mut S,
    epochs: &Epochs<'_>,
    progress: &mut Progress<L::Totals>,
    observer: &mut O,
) -> Result<Outcome<L::Totals>, O::Error>
where
    L: Learner,
    S: BatchSource<Batch = L::Batch>,
    O: Observer<L, Error: From<L::Error> + From<S::Error> + From<FitError>>,
{
    let mut last = progress.epochs.saturating_add(epochs.count);
    let mut run = Run { learner, observer, epochs, progress, passing: Passing::default(), steps: 0, unsaved: 0 };
    run.passing.left = match epochs.resume {
        Resume::Place if L::BY_ROWS => run.progress.rows,
        Resume::Place => run.progress.steps,
        Resume::Steps(steps) => steps,
    };
    let mut first = true;
    while run.progress.epochs < last {
        let epoch = run.progress.epochs + 1;
        run.observer.epoch_begin(epoch, last);
        if mem::take(&mut first) { train.restart() } else { train.reset() }?;
        let Some((mut report, stopped)) = run.epoch(train)? else {
            last = last.saturating_add(1);
            continue;
        };
        if run.progress.epochs < epoch {
            return Ok(Outcome::Inside(report));
        }
        report.eval = run.observer.evaluate(run.learner, &report)?;
        run.observer.epoch_end(run.learner, &report)?;
        if stopped || (epoch < last && run.observer.stop()?) {
            return Ok(Outcome::Between);
        }
        if epoch < last
            && let Some(checkpoint) = epochs.checkpoint.filter(|checkpoint| checkpoint.every.is_epoch(epoch))
        {
            run.learner.save(checkpoint.path, run.progress)?;
        }
    }
    Ok(Outcome::Done)
}

/// An epoch or the rest of one, and whether it was stopped; `None` if all of it has passed by uncounted.
type Epoch<T> = Option<(EpochReport<T>, bool)>;

/// Batches that pass by because they were learnt before.
#[derive(Default)]
struct Passing {
    /// Those to come: steps, or rows of a model that learns row by row.
    left: u64,
    steps: u64,
    rows: u64,
}

struct Run<'r, L: Learner, O> {
    learner: &'r mut L,
    observer: &'r mut O,
    epochs: &'r Epochs<'r>,
    progress: &'r mut Progress<L::Totals>,
    passing: Passing,
    /// Steps of all epochs, those that pass by included.
    steps: u64,
    /// Rows since the last checkpoint.
    unsaved: u64,
}

impl<L: Learner, O: Observer<L, Error: From<L::Error> + From<FitError>>> Run<'_, L, O> {
    fn epoch<S>(&mut self, train: &mut S) -> Result<Epoch<L::Totals>, O::Error>
    where
        S: BatchSource<Batch = L::Batch>,
        O::Error: From<S::Error>,
    {
        let started = Instant::now();
        let mut report = EpochReport { epoch: self.progress.epochs + 1, ..EpochReport::default() };
        let mut stopped = false;
        if self.passing.left == 0 {
            self.learner.begin()?;
        }
        while !stopped && let Some(stop) = train.next(|batch| self.batch(batch, &mut report))? {
            stopped = stop?;
        }
        let counted = self.epochs.resume == Resume::Place;
        if counted && !stopped {
            self.expect_place()?;
        }
        let whole = !stopped || (!counted && train.next(|_| ())?.is_none());
        report.time = started.elapsed();
        report.metric = self.learner.value(&self.progress.totals);
        report.totals = self.progress.totals.clone();
        if whole {
            *self.progress = Progress { epochs: report.epoch, ..Progress::default() };
        }
        let passed_by = !counted && report.steps == 0 && report.rows > 0;
        Ok((!passed_by).then_some((report, stopped)))
    }

    /// Whether to stop behind this batch.
    fn batch(
        &mut self,
        batch: <L::Batch as BatchType>::View<'_>,
        report: &mut EpochReport<L::Totals>,
    ) -> Result<bool, O::Error> {
        let size = batch.size();
        report.rows += size.rows as u64;
        report.entries += size.entries as u64;
        report.batch_bytes = report.batch_bytes.max(size.bytes);
        let Some((batch, rows)) = self.pass(batch, size.rows as u64)? else { return Ok(false) };
        self.learner.step(batch, &mut self.progress.totals)?;
        self.steps += 1;
        self.progress.steps += 1;
        self.progress.rows += rows;
        report.steps += 1;
        report.learnt += rows;
        self.learner.check(self.progress)?;
        self.observer.batch_end(self.learner, self.progress, rows)?;
        // Asked before anything is saved: from then on a signal ends no run whose file is there.
        let stop = self.observer.stop()?;
        self.unsaved += rows;
        if let Some(checkpoint) = self.epochs.checkpoint
            && checkpoint.every.is_step(self.steps, self.unsaved)
        {
            self.learner.save(checkpoint.path, self.progress)?;
            self.unsaved = 0;
        }
        Ok(stop)
    }

    /// What is left of a batch to learn, and its rows.
    fn pass<V: BatchView>(&mut self, batch: V, rows: u64) -> Result<Option<(V, u64)>, FitError> {
        let passing = &mut self.passing;
        if passing.left == 0 {
            if passing.steps > 0 {
                self.expect_place()?;
            }
            return Ok(Some((batch, rows)));
        }
        if L::BY_ROWS && self.epochs.resume == Resume::Place {
            let passed = passing.left.min(rows);
            passing.left -= passed;
            passing.rows += passed;
            if passed == rows {
                return Ok(None);
            }
            let cut = usize::try_from(passed).ok().and_then(|rows| batch.skip_rows(rows));
            return cut.map(|batch| Some((batch, rows - passed))).ok_or(FitError::Cut { rows: passed });
        }
        passing.left -= 1;
        passing.steps += 1;
        passing.rows += rows;
        self.steps += 1;
        Ok(None)
    }

    /// Refuses other batches than those that were learnt.
    fn expect_place(&mut self) -> Result<(), FitError> {
        let Passing { left, steps: found_steps, rows: found_rows } = mem::take(&mut self.passing);
        let &mut Progress { steps, rows, .. } = self.progress;
        if self.epochs.resume != Resume::Place || (left == 0 && found_steps == 0) {
            return Ok(());
        }
        if L::BY_ROWS {
            return Err(FitError::Rows { rows, found: found_rows });
        }
        if left > 0 || found_rows != rows {
            return Err(FitError::Place { steps, rows, found_steps, found_rows });
        }
        Ok(())
    }
}
