//! `lacuna inspect`: what the arrays of a file are, and what they take.
mod arguments;
mod memory;
mod plot;
mod rows;
mod run;
mod show;

pub use arguments::InspectArguments;
pub use memory::Sizes;
pub use plot::row_length_chart;
pub use rows::RowLengths;
pub use run::{inspect, run_inspect};
