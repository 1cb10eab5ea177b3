//! What programs show: facts, tables and a progress bar for people, or an object a line for other programs.
mod bar;
mod cells;
mod output;
mod text;

pub(crate) use bar::Bytes;
pub(crate) use cells::{Cell, Columns};
pub use output::{Form, Report};
pub use text::{LOSS_DIGITS, significant};
