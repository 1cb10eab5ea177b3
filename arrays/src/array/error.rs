//! Why an array cannot be made, or an operation not be done.
use super::Dtype;
use lacuna::infer::Stype;
use lacuna::{FormatError, KernelError};
use thiserror::Error;

/// Why an array cannot be made, or an operation not be done; then nothing is changed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ArrayError {
    /// The parts of a sparse array do not fit each other.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A kernel refuses its operands.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// A shape has more elements than can be counted.
    #[error("shape {shape:?} has more elements than can be counted")]
    Elements { shape: Vec<usize> },
    /// There is no memory for so many elements.
    #[error("no memory for {elements} elements of {bytes_each} bytes")]
    Memory { elements: usize, bytes_each: usize },
    /// There are more or fewer values than the shape has elements.
    #[error("{found} values, but shape {shape:?} has {expected} elements")]
    Length { shape: Vec<usize>, expected: usize, found: usize },
    /// A storage type does not have this number of dimensions.
    #[error("a {stype} array has {expected} dimensions, not {found}")]
    Rank { stype: Stype, expected: &'static str, found: usize },
    /// The shape cannot be found out from parts that store nothing.
    #[error("the shape of an array that stores nothing must be given")]
    UnknownShape,
    /// Two arrays must have one shape.
    #[error("shape {found:?}, but {expected:?} is needed")]
    Shape { expected: Vec<usize>, found: Vec<usize> },
    /// Two arrays must have one dtype.
    #[error("dtype {found}, but {expected} is needed")]
    Dtype { expected: Dtype, found: Dtype },
    /// A function has no meaning for integers.
    #[error("{function} computes with floats, not with {dtype}: astype gives them")]
    NotFloat { function: &'static str, dtype: Dtype },
    /// Storage types that are not converted into each other.
    #[error("{from} cannot become {to}: it can become default, and that {to}")]
    Stype { from: Stype, to: Stype },
    /// An operation that arrays of this storage type do not have.
    #[error("{operation}: not for arrays of storage type {stype}")]
    Unsupported { operation: &'static str, stype: Stype },
    /// The host cannot do it with an array on a device.
    #[error("{operation}: not for an array on {device}: as_in_context gives a copy on the host")]
    OnDevice { operation: &'static str, device: String },
    /// A device does not keep such numbers.
    #[error("{device} keeps float32, float64 and int64, not {found}: astype gives them")]
    DeviceDtype { device: String, found: Dtype },
    /// Two arrays must be in one context.
    #[error("the array is on {found}, not on {expected}: as_in_context gives a copy there")]
    Context { expected: String, found: String },
    /// Something went wrong on a device.
    #[error("on a device: {reason}")]
    Device { reason: String },
    /// An array has no such axis, or the operation does not know it.
    #[error("axis {axis}: not for an array with {dimensions} dimensions")]
    Axis { axis: usize, dimensions: usize },
    /// A norm cannot be limited to it.
    #[error("the largest norm is a number from 0 on, not {found}")]
    LargestNorm { found: f64 },
    /// There is no such row.
    #[error("row {row} is out of range: there are {rows} rows")]
    Row { row: i64, rows: usize },
}
