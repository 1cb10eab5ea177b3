//! How many epochs, from where, and what is saved meanwhile.
use std::num::NonZeroU64;
use std::path::Path;

/// How a training goes.
#[derive(Clone, Copy, Debug)]
pub struct Epochs<'a> {
    /// Epochs to make. The rest of an interrupted one counts as one.
    pub count: u64,
    /// Where it begins.
    pub resume: Resume,
    /// What is saved meanwhile.
    pub checkpoint: Option<Checkpoint<'a>>,
}

impl Epochs<'_> {
    /// So many epochs from where [`Progress`](super::Progress) says, without checkpoints.
    #[must_use]
    pub const fn new(count: u64) -> Self {
        Self { count, resume: Resume::Place, checkpoint: None }
    }
}

/// Where a training begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Where [`Progress`](super::Progress) says. The batches of its epoch that were learnt before pass by.
    Place,
    /// After so many steps of any epochs, for a model that saves nothing but their number. As many batches
    /// are skipped. An epoch that is skipped entirely does not count. A stop after the last step of an
    /// epoch leaves that epoch complete.
    Steps(u64),
}

/// A file that is written while the training goes on: never after the last epoch.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint<'a> {
    /// The file.
    pub path: &'a Path,
    /// When it is written.
    pub every: Every,
}

/// When a checkpoint is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// After each epoch whose number is a multiple.
    Epochs(NonZeroU64),
    /// After each step whose number is a multiple, and after epochs, as above. Steps count through all
    /// epochs; with [`Resume::Place`] they count from where this call began.
    Steps(NonZeroU64, Option<NonZeroU64>),
    /// Each time that so many rows were learnt.
    Rows(NonZeroU64),
}

impl Every {
    pub(super) fn is_epoch(self, epoch: u64) -> bool {
        match self {
            Self::Epochs(every) | Self::Steps(_, Some(every)) => epoch.is_multiple_of(every.get()),
            Self::Steps(_, None) | Self::Rows(_) => false,
        }
    }

    /// Whether it is due after this step and so many rows since the last one.
    pub(super) fn is_step(self, step: u64, unsaved_rows: u64) -> bool {
        match self {
            Self::Epochs(_) => false,
            Self::Steps(every, _) => step.is_multiple_of(every.get()),
            Self::Rows(every) => unsaved_rows >= every.get(),
        }
    }
}
