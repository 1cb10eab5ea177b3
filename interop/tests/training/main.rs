//! What frameworks share, on slices: rules against formulas in plain loops, exact updates against dense ones, what is
//! refused. The tests of `lacuna-candle` and `lacuna-burn` compare with those frameworks.
#![cfg(feature = "training")]
mod exact;
mod lazy;
mod model;
mod places;
mod refusals;
mod support;
