//! `lacuna verify`: runs fixtures on every backend and compares.
mod arguments;
mod case;
mod matrix;
mod run;

pub use arguments::VerifyArguments;
pub use matrix::{Asked, Matrix};
pub(crate) use run::cases;
pub use run::{Options, run, verify};
