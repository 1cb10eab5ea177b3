//! Graphs that are built before they run: [`Symbol`].
mod apply;
mod error;
mod gradients;
mod graph;
mod list;
mod parameters;
mod registry;
mod shapes;

pub use apply::Apply;
pub use error::{Form, Place, SymbolError};
pub use graph::Symbol;
