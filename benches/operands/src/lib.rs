//! Operands of benches: small ones, whose instructions are counted, and seeded ones of the size of the peers' benchmark.
pub mod buffer;
pub mod npy;
pub mod plan;
pub mod seeded;
pub mod small;
pub mod times;
