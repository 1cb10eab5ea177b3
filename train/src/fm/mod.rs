//! `lacuna train fm`: a factorization machine of two classes.
mod arguments;
mod run;

pub use arguments::FmArguments;
pub(crate) use run::saved_machine;
pub use run::train_fm;
