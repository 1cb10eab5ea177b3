//! MXNet's own files, as `mx.nd.save` writes them: the same arrays give the same bytes.
mod read;
mod write;

pub use read::array_of_record;
pub(super) use read::read;
pub(super) use write::write;

use crate::array::Dtype;

/// How a file begins.
const FILE: u64 = 0x112;

/// How an array begins: dense ones of old files; arrays whose shapes have no length 0 and at least one dimension; and
/// those where these are legal. Still older ones begin with the number of their dimensions.
const DENSE: u32 = 0xF993_FAC8;
const ARRAY: u32 = 0xF993_FAC9;
const ARRAY_OF_ANY_SHAPE: u32 = 0xF993_FACA;

/// The flags of dtypes: places in this list.
const FLAGS: [Dtype; 7] = [Dtype::F32, Dtype::F64, Dtype::F16, Dtype::U8, Dtype::I32, Dtype::I8, Dtype::I64];
