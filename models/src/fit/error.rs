//! Why a training does not go on where it was stopped.
use thiserror::Error;

/// Why a training does not go on where it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// The batches before the place are others than those that were learnt.
    #[error(
        "the interrupted epoch had made {steps} steps with {rows} rows, here {found_steps} steps have {found_rows}: it \
            needs the same data and batch size"
    )]
    Place { steps: u64, rows: u64, found_steps: u64, found_rows: u64 },
    /// There are fewer rows than were learnt.
    #[error("{rows} rows of this pass were learnt before, here are {found}: it needs the same data")]
    Rows { rows: u64, found: u64 },
    /// The place lies inside of a batch of a type that cannot be cut.
    #[error("a batch cannot be cut after its row {rows}: it needs the same batch size")]
    Cut { rows: u64 },
}
