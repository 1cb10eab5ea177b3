//! Random numbers by a counter: element `i` of a draw is a function of the seed, the stream and `i` alone, the same on
//! every processor, in any number of parts.
//!
//! The generator is Philox4x32 with 10 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
//! 2, 3", 2011). Its key is the seed; its counter is the number of a block, and the stream. A block is four words of 32
//! bits: four numbers of `f32`, two of `f64`. Nothing is kept between calls: where a draw ends, the next begins by
//! [`Stream::after`].
mod bernoulli;
mod draw;
mod expected_counts;
mod expected_counts_unique;
mod log_uniform;
mod normal;
mod patterns;
mod philox;
mod stream;
mod uniform;
mod unit;

pub use bernoulli::{Bernoulli, bernoulli};
pub use draw::{BLOCK, Distribution, Draw, draw};
#[doc(hidden)]
pub use draw::{block, element};
#[doc(hidden)]
pub use expected_counts::expected;
pub use expected_counts::{Count, ExpectedCounts, Repeated, expected_counts};
pub use expected_counts_unique::{Distinct, expected_counts_unique, log_uniform_unique};
pub use log_uniform::{LogUniform, log_uniform};
#[doc(hidden)]
pub use log_uniform::{Powers, class};
pub use normal::{Normal, normal};
pub(crate) use patterns::stream_of;
pub use patterns::{power_law_pattern, row_ids, uniform_pattern};
pub(crate) use philox::blocks as philox_blocks;
pub use philox::philox;
pub use stream::Stream;
pub use uniform::{Uniform, uniform};
pub use unit::Unit;
