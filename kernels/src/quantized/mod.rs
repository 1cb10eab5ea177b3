//! Rows of 8-bit integers, each with a scale and an offset: a quarter of the memory of a table of `f32`, and of the
//! time in which its rows arrive.
//!
//! Element `(r, c)` is `scales[r, 0] * codes[r, c] + scales[r, 1]`, two roundings, from 256 numbers at equal distances
//! between the least and the greatest of its row: half a distance is the most by which it is off. `codes` are dense, R
//! x L, of `u8`; `scales` dense, R x 2, of the type of the results. Both may have a stride: of a table whose rows are
//! the codes with the two numbers behind them, as FBGEMM's fused rows are, both are views.
//!
//! | result | kernel |
//! |---|---|
//! | codes and scales of a matrix | [`encode`] |
//! | the matrix again | [`decode`] |
//! | the row of each id | [`lookup`] |
//! | the sum or mean of each bag | [`bag_sum`], [`bag_mean`] |
//! | an optimizer's step | [`optim::update_quantized`](crate::optim::update_quantized) |
//!
//! Bags and lookups have the bits of [`embedding`](crate::embedding) on the decoded matrix, and so have their
//! gradients: they do not look at the weight.
mod affine;
mod bag;
mod decode;
mod encode;
mod lookup;

pub(crate) use affine::{Affine, Range, decode_row, encode_row, encode_row_at_random};
pub use bag::{QuantizedBag, bag_mean, bag_sum};
pub use decode::{Decode, decode};
pub use encode::{Encode, encode};
pub use lookup::{QuantizedLookup, lookup};

use crate::error::{KernelError, Operand, expect};
use crate::{Dense, Value};

/// Refuses anything but a scale and an offset for each row.
pub(crate) fn check_scales<V: Value>(rows: usize, scales: Dense<'_, V>) -> Result<(), KernelError> {
    expect(Operand::Scales, 0, rows, scales.rows())?;
    expect(Operand::Scales, 1, 2, scales.columns())
}
