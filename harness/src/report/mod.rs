//! What `lacuna verify` found, as data and as text.
mod failures;
mod model;
mod progress;
mod table;

pub use model::{BackendReport, CaseErrors, CaseReport, Failure, OperatorReport, Report, Status};
pub use progress::Progress;
pub use table::print;
pub(crate) use table::print_text;
