//! Functions of two numbers: on slices of values of one pattern, and on arrays of any storage.
//!
//! A function is a [`Binary`]: [`Add`], [`Multiply`], [`Maximum`] ..., or one of your own. Its
//! [`PATTERN`](Binary::PATTERN) says what two sparse arrays of different patterns give. Six functions run any of them;
//! those that MXNet has also have functions of their own.
//!
//! | for any function | by name | operands | result |
//! |---|---|---|---|
//! | [`pairs()`] | [`add()`], [`subtract()`] ... | values of one pattern | values |
//! | [`csr()`] | [`csr_add()`] ... | two csr | csr |
//! | [`csr_one_pass()`] | [`csr_add_one_pass()`] ... | two csr | csr, in arrays of sufficient length |
//! | [`rows()`] | [`rows_add()`] ... | two of dense, row_sparse, row, column, scalar ([`Broadcast`](crate::Broadcast)) | dense or row_sparse |
//! | [`csr_broadcast()`] | [`csr_broadcast_add()`] ... | csr and one of these | dense |
//! | [`entries()`] | [`entries_multiply()`] ... | csr and one of these | csr of the same pattern |
//! | | [`accumulate_csr()`], [`accumulate_rows()`] | any, one after the other | dense sum |
mod accumulate_csr;
mod accumulate_rows;
mod add;
mod broadcast_subtract_csr;
mod csr_add;
mod csr_add_one_pass;
mod csr_broadcast;
mod csr_broadcast_add;
mod csr_broadcast_subtract;
mod csr_greater;
mod csr_maximum;
mod csr_minimum;
mod csr_multiply;
mod csr_multiply_one_pass;
mod csr_not_equal;
pub(crate) mod csr_pairs;
mod csr_subtract;
mod csr_subtract_one_pass;
mod divide;
mod entries;
mod entries_divide;
mod entries_gather;
mod entries_multiply;
mod equal;
mod greater;
mod greater_equal;
mod hypot;
mod maximum;
mod minimum;
mod modulo;
mod multiply;
mod not_equal;
mod pairs;
mod power;
mod row_pairs;
mod rows_add;
mod rows_divide;
mod rows_greater;
mod rows_maximum;
mod rows_minimum;
mod rows_multiply;
mod rows_not_equal;
mod rows_subtract;
mod subtract;

pub use crate::elements::{Elements, Function};
pub use accumulate_csr::{AccumulateCsr, accumulate_csr};
pub use accumulate_rows::{AccumulateRows, accumulate_rows};
pub use add::{Add, add};
pub use broadcast_subtract_csr::broadcast_subtract_csr;
pub use csr_add::csr_add;
pub use csr_add_one_pass::csr_add_one_pass;
pub use csr_broadcast::{CsrBroadcast, Swapped, csr_broadcast};
pub use csr_broadcast_add::csr_broadcast_add;
pub use csr_broadcast_subtract::csr_broadcast_subtract;
pub use csr_greater::csr_greater;
pub use csr_maximum::csr_maximum;
pub use csr_minimum::csr_minimum;
pub use csr_multiply::csr_multiply;
pub use csr_multiply_one_pass::csr_multiply_one_pass;
pub use csr_not_equal::csr_not_equal;
pub use csr_pairs::{CsrPairs, CsrPairsOnePass, csr, csr_intersection_nnz, csr_one_pass, csr_union_nnz};
pub use csr_subtract::csr_subtract;
pub use csr_subtract_one_pass::csr_subtract_one_pass;
pub use divide::{Divide, divide};
pub use entries::{Entries, Second, entries};
pub use entries_divide::entries_divide;
pub use entries_gather::entries_gather;
pub use entries_multiply::entries_multiply;
pub use equal::{Equal, equal};
pub use greater::{Greater, greater};
pub use greater_equal::{GreaterEqual, greater_equal};
pub use hypot::{Hypot, hypot};
pub use maximum::{Maximum, maximum};
pub use minimum::{Minimum, minimum};
pub use modulo::{Modulo, modulo};
pub use multiply::{Multiply, multiply};
pub use not_equal::{NotEqual, not_equal};
pub use pairs::{Binary, Pattern, pairs};
pub use power::{Power, power};
pub use row_pairs::{RowPairs, rows, rows_intersection_ids};
pub use rows_add::rows_add;
pub use rows_divide::rows_divide;
pub use rows_greater::rows_greater;
pub use rows_maximum::rows_maximum;
pub use rows_minimum::rows_minimum;
pub use rows_multiply::rows_multiply;
pub use rows_not_equal::rows_not_equal;
pub use rows_subtract::rows_subtract;
pub use subtract::{Subtract, subtract};
