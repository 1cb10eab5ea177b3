//! Operands of benches: small ones, whose instructions are counted, and seeded ones like those of the benchmark kit.
pub mod buffer;
pub mod npy;
pub mod plan;
pub mod seeded;
pub mod small;
pub mod times;
