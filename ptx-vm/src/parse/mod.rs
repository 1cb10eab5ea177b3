//! From the text to a [`Module`](crate::Module).

mod body;
mod cursor;
mod initialiser;
pub(crate) mod lexer;
mod module;
mod operand;
mod signature;

pub(crate) use operand::{Base, Operand};

/// Why a form is refused.
pub(crate) type Reason = String;
