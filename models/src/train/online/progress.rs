//! How far a classifier is trained, and what the rows of a pass add up to.
use crate::fit::Progress;
use crate::metric::LogLoss;
use serde::{Deserialize, Serialize};

/// How far a classifier is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassifyProgress {
    /// Whole passes.
    pub passes: u64,
    /// What was learnt of the next one, each row with its loss before it was learnt.
    pub pass: LogLoss,
    /// The same when its number of rows was last a power of two.
    pub doubled: LogLoss,
}

/// What the rows of a pass add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClassifyTotals {
    /// Each row with its loss before it was learnt.
    pub pass: LogLoss,
    /// The same when the number of rows was last a power of two.
    pub doubled: LogLoss,
}

impl From<&Progress<ClassifyTotals>> for ClassifyProgress {
    fn from(&Progress { epochs, totals: ClassifyTotals { pass, doubled }, .. }: &Progress<ClassifyTotals>) -> Self {
        Self { passes: epochs, pass, doubled }
    }
}

impl From<ClassifyProgress> for Progress<ClassifyTotals> {
    fn from(ClassifyProgress { passes, pass, doubled }: ClassifyProgress) -> Self {
        Self { epochs: passes, rows: pass.rows, totals: ClassifyTotals { pass, doubled }, ..Self::default() }
    }
}
