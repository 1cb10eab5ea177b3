//! What all programs do: the epochs, their table, checkpoints, and what is written at the end.
use crate::fit_arguments::FitArguments;
use crate::plot::{Axes, Curves, plot_loss};
use crate::ranks::OpenRanks;
use crate::report::{Cell, Columns, Report};
use crate::run::Stop;
use anyhow::{Context, Result};
use lacuna_models::fit::{
    BatchSource, Checkpoint, EpochReport, Epochs, Every, FitError, Learner, Observer, Outcome, Progress, Resume, fit,
};
use lacuna_models::train::{LinearTotals, MOST_EPOCHS};
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::kvstore::Moved;
use std::path::Path;

/// What one program has for itself.
pub(crate) trait Program<L: Learner> {
    /// What it saves.
    const SAVED: &'static str;

    /// The columns of the table of epochs.
    fn columns(&self) -> Columns;

    /// An epoch begins.
    fn epoch_begin(&mut self) {}

    /// A batch was learnt.
    fn batch_end(
        &mut self,
        _learner: &L,
        _progress: &Progress<L::Totals>,
        _rows: u64,
        _report: &mut Report<'_>,
    ) -> Result<()> {
        Ok(())
    }

    /// The metric of the test rows.
    fn evaluate(&mut self, learner: &mut L, epoch: &EpochReport<L::Totals>) -> Result<Option<f64>>;

    /// A whole epoch: its row of the table.
    fn epoch_end(&mut self, learner: &L, epoch: &EpochReport<L::Totals>, report: &mut Report<'_>) -> Result<()>;

    /// Whether the training is over before its last epoch, because it has got what it was after.
    fn is_done(&self) -> bool {
        false
    }

    /// The training has ended: what is kept of it.
    fn finish(&mut self, _learner: &mut L, _progress: &mut Progress<L::Totals>, _is_stopped: bool) -> Result<()> {
        Ok(())
    }

    /// Shows what there is at the end; the hash of the parameters, to compare runs by, if it is shown.
    fn closing(
        &mut self,
        learner: &L,
        epochs: &[EpochReport<L::Totals>],
        outcome: &Outcome<L::Totals>,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>>;

    /// What pulls and pushes of tables have moved on this rank, if some are cut.
    fn moved(&self, _learner: &L) -> Option<[Moved; 2]> {
        None
    }

    /// Title and axes of the curve.
    fn title(&self) -> (String, Axes);

    /// The losses of the training.
    fn points(&self, epochs: &[EpochReport<L::Totals>]) -> Vec<(u64, f64)> {
        epochs.iter().map(|epoch| (epoch.epoch, epoch.metric)).collect()
    }

    /// Those of the test rows, if there are some.
    fn test_points(&self) -> Vec<(u64, f64)> {
        Vec::new()
    }

    /// The outputs for the test rows, a line each, if there are some.
    fn predictions(&mut self, _learner: &mut L) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    /// Where it was stopped, and how it goes on.
    fn stopped(&self, learner: &L, progress: &Progress<L::Totals>, last: u64, save: Option<&Path>) -> String;
}

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport<T = LinearTotals> {
    /// One for each whole epoch of this run.
    pub epochs: Vec<EpochReport<T>>,
    /// Hash of the parameters at the end, for a program that shows one.
    pub hash: Option<u64>,
    /// True if it was stopped before its last epoch ended.
    pub interrupted: bool,
}

/// The last epoch of a run of so many after others.
pub(crate) fn last_epoch(before: u64, count: u64, unit: &str) -> Result<u64> {
    let last = before.checked_add(count).filter(|&last| last <= MOST_EPOCHS);
    last.with_context(|| format!("{count} {unit} after {before}: at most {MOST_EPOCHS} are supported"))
}

/// How a program runs.
pub(crate) struct Run<'a> {
    pub fit: &'a FitArguments,
    /// Epochs of this run.
    pub count: u64,
    pub resume: Resume,
    /// When --save is written meanwhile.
    pub every: Option<Every>,
    /// Rows of an epoch, if known.
    pub rows: Option<u64>,
    /// The processes that share it.
    pub ranks: Option<&'a OpenRanks>,
}

impl Run<'_> {
    /// Trains.
    pub fn train<L, S, P>(
        self,
        program: &mut P,
        learner: &mut L,
        source: &mut S,
        progress: &mut Progress<L::Totals>,
        mut report: Report<'_>,
        stop: Stop<'_>,
    ) -> Result<RunReport<L::Totals>>
    where
        L: Learner,
        S: BatchSource<Batch = L::Batch>,
        P: Program<L>,
        anyhow::Error: From<L::Error> + From<S::Error> + From<FitError>,
    {
        let Self { fit: files, count, resume, every, rows, ranks } = self;
        let last = progress.epochs.saturating_add(count);
        if let Some(ranks) = ranks {
            report.fact("ranks", &ranks.describe())?;
        }
        let mut any = || match ranks {
            Some(ranks) => ranks.is_any(&mut *stop),
            None => stop(),
        };
        let stop: Stop<'_> = &mut any;
        report.table(program.columns())?;
        report.start(rows.map(|rows| rows.saturating_mul(count)))?;
        let checkpoint = files.save.as_deref().zip(every).map(|(path, every)| Checkpoint { path, every });
        let mut epochs = Vec::new();
        let mut course = Course { program: &mut *program, report: &mut report, stop, count, epochs: &mut epochs };
        let outcome = fit(learner, source, &Epochs { count, resume, checkpoint }, progress, &mut course)?;
        report.finish();
        report.tell_unused();
        let is_stopped = outcome.is_stopped() && !program.is_done();
        program.finish(learner, progress, is_stopped)?;
        if let Some(ranks) = ranks {
            ranks.show(program.moved(learner), &mut report)?;
        }
        let hash = program.closing(learner, &epochs, &outcome, &mut report)?;
        let ((title, axes), train, test) = (program.title(), program.points(&epochs), program.test_points());
        if let Some(path) = files.plot.as_ref().filter(|_| !train.is_empty()) {
            plot_loss(path, &title, axes, &Curves { train, test })?;
            report.file("loss curve", path)?;
        }
        if let Some(path) = &files.predictions
            && let Some(text) = program.predictions(learner)?
            && !files.is_follower
        {
            write_atomically(path, &text)?;
            report.file("predictions", path)?;
        }
        if let Some(path) = &files.save {
            learner.save(path, progress)?;
            report.file(P::SAVED, path)?;
        }
        if is_stopped && !files.is_follower {
            report.notice(&program.stopped(learner, progress, last, files.save.as_deref()));
        }
        let hash_shown = hash.map_or(Cell::None, |hash| Cell::Word(format!("{hash:016x}")));
        let interrupted = is_stopped;
        let ended =
            [("epochs", Cell::Count(progress.epochs)), ("hash", hash_shown), ("interrupted", Cell::Flag(interrupted))];
        report.record("end", &ended)?;
        Ok(RunReport { epochs, hash, interrupted })
    }
}

/// A run that goes on.
struct Course<'c, 'r, 's, P, T> {
    program: &'c mut P,
    report: &'c mut Report<'r>,
    stop: Stop<'s>,
    /// Epochs of this run.
    count: u64,
    epochs: &'c mut Vec<EpochReport<T>>,
}

impl<L: Learner, P: Program<L>> Observer<L> for Course<'_, '_, '_, P, L::Totals> {
    type Error = anyhow::Error;

    fn epoch_begin(&mut self, epoch: u64, last: u64) {
        self.report.epoch(epoch, last);
        self.program.epoch_begin();
    }

    fn batch_end(&mut self, learner: &L, progress: &Progress<L::Totals>, rows: u64) -> Result<()> {
        self.report.advance(rows);
        self.program.batch_end(learner, progress, rows, self.report)
    }

    fn stop(&mut self) -> Result<bool> {
        Ok(self.program.is_done() || (self.stop)()?)
    }

    fn evaluate(&mut self, learner: &mut L, epoch: &EpochReport<L::Totals>) -> Result<Option<f64>> {
        self.program.evaluate(learner, epoch)
    }

    fn epoch_end(&mut self, learner: &mut L, epoch: &EpochReport<L::Totals>) -> Result<()> {
        self.report.set_rows(epoch.rows.saturating_mul(self.count))?;
        self.report.tell_unused();
        self.epochs.push(epoch.clone());
        self.program.epoch_end(learner, epoch, self.report)
    }
}
