//! What updates make of a model: a factorization machine, which without factors is a linear model, trained lazily, by
//! standard updates and exactly lazily, and in numbers of 16 bits.
mod clicks;
mod machine;
mod table;

pub use clicks::clicks;
pub use machine::{Batches, Machine};
pub use table::{Exact, Plain, Sixteen, Table};
