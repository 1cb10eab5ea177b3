//! Graphs that are built before they run: [`Symbol`].
mod apply;
mod bind;
mod calls;
mod error;
mod executor;
mod flow;
mod gradients;
mod graph;
mod infer;
mod json;
mod list;
mod parameters;
mod registry;
mod shapes;
mod storage;

pub use apply::Apply;
pub use bind::Bind;
pub use error::{Form, Place, SymbolError};
pub use executor::Executor;
pub use graph::Symbol;
pub use infer::Inferred;
pub use storage::{FallbackNotice, StorageTypes};
