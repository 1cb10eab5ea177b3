//! Exact lazy updates: a row that a step does not touch is brought up to date when it is next touched or read.
//!
//! A lazy update leaves out the steps that a row misses, and so trains another model than the standard update wherever
//! there is a decay, a momentum or a moment; a standard update visits the whole table in every step. Here each row has
//! a stamp, the number of steps that it has seen, and a [`Schedule`] keeps the hyper-parameters of the last steps, each
//! with its own learning rate, in memory of the caller:
//!
//! - [`update`] is one step: the rows of the gradient are brought up to date, then stepped;
//! - [`catch_up`] brings rows up to date that are to be read, and [`flush`] all of them: before the schedule is full,
//!   before the table is saved, at the end.
//!
//! What a row has missed is made up for at once, whatever the number of steps, by rules that are [`CatchUp`]:
//!
//! | rule | by | beside the standard update |
//! |---|---|---|
//! | [`Sgd`](super::Sgd), [`AdaGrad`](super::AdaGrad) | the product of the decays | one rounding for all missed steps |
//! | [`SgdMomentum`](super::SgdMomentum), [`Nag`](super::Nag) | the product of the 2 x 2 maps of weight and momentum | as above, of each of two products |
//! | [`Ftrl`](super::Ftrl) | the last missed step: another without a gradient changes nothing | the same bits |
//! | [`SignSgd`](super::SignSgd), [`AdaDelta`](super::AdaDelta); without a coupled decay [`RmsProp`](super::RmsProp), [`AdaGradL2`](super::AdaGradL2), [`Adamax`](super::Adamax) | factors of weight and states, and of the quotient of the states | a rounding of each |
//! | [`Adam`](super::Adam), [`AdamW`](super::AdamW), [`Nadam`](super::Nadam) | powers of the betas, and a series in `epsilon / sqrt(v)` whose sums are shared by all rows; missed steps with a coupled decay, and elements for which the series is too long, are replayed | a few roundings; the same bits where replayed |
//! | [`Replay`] of any rule | the missed steps themselves | the same bits |
//!
//! The products and sums are those of all rows: a step costs a pass over the last 32 steps of the schedule and over
//! every 32nd of the others, a row two looks into it. They are made in `f64`. A rule that cannot be caught up with at
//! once is not [`CatchUp`], and does not compile here but as [`Replay`], whose cost grows with the steps that were
//! missed (arithmetic in registers, no memory).
mod catch_up;
mod linear;
mod moments;
mod replay;
mod scales;
mod schedule;
mod step;

pub use catch_up::{CatchUp, Missed};
pub use linear::Map;
pub use moments::Moments;
pub use replay::Replay;
pub use scales::Scales;
pub use schedule::{Record, Schedule};
pub use step::{ExactStep, Touch, catch_up, flush, update};
