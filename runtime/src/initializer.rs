//! First values of parameters: [`Initializer`].
//!
//! Random numbers come from the counter-based generator of [`lacuna::random`]: element `i` of a parameter is a function
//! of the seed, of the parameter's [name](named) or [number](numbered) and of `i`. So it does not depend on which other
//! parameters there are, on the order in which they are filled, or on the processor; and a row_sparse array gets the
//! numbers of a dense one.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna_runtime::array::{Array, Dtype};
//! use lacuna_runtime::initializer::{Fan, Initializer, Spread, named};
//! let mut weight = Array::zeros(Stype::RowSparse, &[1000, 8], Dtype::F32)?;
//! let xavier = Initializer::Xavier { spread: Spread::Uniform, fan: Fan::In, magnitude: 2.34 };
//! xavier.fill(named(42, "user_weight"), &mut weight)?;
//! // All rows are stored, and none of their elements is beyond the bound.
//! assert_eq!((weight.nnz(), xavier.scale(&[1000, 8])?), (8000, (2.34_f64 / 8.0).sqrt()));
//! assert!(weight.data::<f32>().unwrap_or_default().iter().all(|value| value.abs() <= 0.541));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! MXNet draws from one generator for each device, so that its numbers depend on all draws before; an integer array it
//! fills with whatever its generators make of it, here that is an error.
use lacuna::Value;
use lacuna::infer::Stype;
use lacuna::random::{self, Stream};
use lacuna_arrays::array::{Array, ArrayError, Dtype, Storage, rows_of};
use std::ops::Range;
use thiserror::Error;

/// How the numbers of [`Initializer::Xavier`] are distributed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spread {
    /// Evenly between minus the scale and the scale.
    #[default]
    Uniform,
    /// Normally, with the scale as standard deviation (`gaussian`).
    Normal,
}

/// Which of a weight's sides [`Initializer::Xavier`] counts. A shape is `[outputs, inputs, ..]`; both are multiplied by
/// all further dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fan {
    /// The mean of the other two (`avg`).
    #[default]
    Average,
    /// The inputs.
    In,
    /// The outputs.
    Out,
}

/// What a parameter is before it is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initializer {
    /// 0.
    Zero,
    /// 1.
    One,
    /// This number.
    Constant(f64),
    /// Evenly between minus the scale and the scale.
    Uniform {
        /// The bound.
        scale: f64,
    },
    /// Normally, with mean 0.
    Normal {
        /// The standard deviation.
        sigma: f64,
    },
    /// With the scale `sqrt(magnitude / fan)`.
    Xavier {
        /// How the numbers are distributed.
        spread: Spread,
        /// What the scale depends on.
        fan: Fan,
        /// Its square, for a fan of 1.
        magnitude: f64,
    },
}

/// Why a parameter is not filled; then it is as it was.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InitializerError {
    /// Not for such an array: csr, or integers.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// A weight has inputs and outputs.
    #[error("Xavier needs 2 dimensions or more, and the array has {dimensions}")]
    Dimensions { dimensions: usize },
    /// The scale means nothing, or overflows in the dtype.
    #[error("scale {scale:?} is not usable as {dtype}")]
    Scale { scale: f64, dtype: Dtype },
}

/// The random numbers of the parameter with this name: those of the stream of the name's FNV-1a hash, with the highest
/// bit set.
#[must_use]
pub fn named(seed: u64, name: &str) -> Stream {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Stream::new(seed, hash | 1 << 63)
}

/// The random numbers of a step, of what has this name: the name is in the seed, so that the steps have the streams.
#[doc(hidden)]
pub fn of_step(seed: u64, name: &str, step: u64) -> Stream {
    Stream::new(seed ^ named(seed, name).stream, step)
}

/// The random numbers of the parameter with this number: those of the stream of the number. Below 2^63 they are never
/// those of a name.
#[must_use]
pub const fn numbered(seed: u64, number: u64) -> Stream {
    Stream::new(seed, number)
}

impl Initializer {
    /// MXNet's `Uniform()`.
    pub const UNIFORM: Self = Self::Uniform { scale: 0.07 };
    /// MXNet's `Normal()`.
    pub const NORMAL: Self = Self::Normal { sigma: 0.01 };
    /// MXNet's `Xavier()`.
    pub const XAVIER: Self = Self::Xavier { spread: Spread::Uniform, fan: Fan::Average, magnitude: 3.0 };

    /// The bound or the standard deviation of an array of this shape; of numbers that are not random 0.
    ///
    /// # Errors
    /// [`InitializerError::Dimensions`].
    pub fn scale(&self, shape: &[usize]) -> Result<f64, InitializerError> {
        match *self {
            Self::Zero | Self::One | Self::Constant(_) => Ok(0.0),
            Self::Uniform { scale } => Ok(scale),
            Self::Normal { sigma } => Ok(sigma),
            Self::Xavier { fan, magnitude, .. } => {
                let [outputs, inputs, further @ ..] = shape else {
                    return Err(InitializerError::Dimensions { dimensions: shape.len() });
                };
                let further: f64 = further.iter().map(|&length| length as f64).product();
                let (inputs, outputs) = (*inputs as f64 * further, *outputs as f64 * further);
                let fan = match fan {
                    Fan::Average => (inputs + outputs) / 2.0,
                    Fan::In => inputs,
                    Fan::Out => outputs,
                };
                Ok((magnitude / fan).sqrt())
            }
        }
    }

    /// Fills a dense array, or a row_sparse one, which then stores every row. Numbers of 16 bits are drawn as `f32` and
    /// rounded.
    ///
    /// # Errors
    /// [`InitializerError`]; a csr is refused, and an integer array of random numbers.
    pub fn fill(&self, stream: Stream, array: &mut Array) -> Result<(), InitializerError> {
        match self {
            Self::Zero => return Ok(array.fill(0.0)?),
            Self::One => return Ok(array.fill(1.0)?),
            Self::Constant(number) => return Ok(array.fill(*number)?),
            Self::Normal { .. } | Self::Uniform { .. } | Self::Xavier { .. } => {}
        }
        let scale = self.scale(array.shape())?;
        self.draw(scale, stream, array)
    }

    /// A row_sparse array of this shape that stores these rows alone, with the bits that [`fill`](Self::fill) gives
    /// them: a part of an array that would have no room as a whole.
    ///
    /// # Errors
    /// As [`fill`](Self::fill); [`InitializerError::Array`] for rows that the shape does not have.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::array::{Array, Dtype};
    /// use lacuna_runtime::initializer::{Initializer, named};
    /// let mut whole = Array::zeros(Stype::Dense, &[100, 3], Dtype::F32)?;
    /// Initializer::XAVIER.fill(named(1, "w"), &mut whole)?;
    /// let part = Initializer::XAVIER.rows(named(1, "w"), &[100, 3], 40..60, Dtype::F32)?;
    /// assert_eq!((part.shape(), part.data::<f32>()), (&[100, 3][..], whole.data().map(|all| &all[120..180])));
    /// # Ok::<(), lacuna_runtime::initializer::InitializerError>(())
    /// ```
    pub fn rows(
        &self,
        stream: Stream,
        shape: &[usize],
        rows: Range<usize>,
        dtype: Dtype,
    ) -> Result<Array, InitializerError> {
        let (_, row_length) = rows_of(shape)?;
        let part: Vec<usize> = [rows.len()].into_iter().chain(shape.iter().skip(1).copied()).collect();
        let mut values = Array::zeros(Stype::Dense, &part, dtype)?;
        match self {
            Self::Zero | Self::One | Self::Constant(_) => self.fill(stream, &mut values)?,
            // That of the whole.
            _ => self.draw(self.scale(shape)?, stream.after((rows.start * row_length) as u64), &mut values)?,
        }
        let indices = rows.map(|row| row as i64).collect();
        let data = values.take_memory().values;
        Ok(Array::from_storage(shape.to_vec(), Storage::RowSparse { indices, data })?)
    }

    /// Random numbers of this scale.
    fn draw(&self, scale: f64, stream: Stream, array: &mut Array) -> Result<(), InitializerError> {
        let normal = matches!(self, Self::Normal { .. } | Self::Xavier { spread: Spread::Normal, .. });
        if array.size() == 0 {
            return Ok(array.fill(0.0)?);
        }
        let dtype = array.dtype();
        let unusable = |_| InitializerError::Scale { scale, dtype };
        match dtype {
            Dtype::F32 => {
                draw(normal, stream, scale as f32, &mut []).map_err(unusable)?;
                array.fill(0.0)?;
                draw(normal, stream, scale as f32, array.data_mut().unwrap_or_default()).map_err(unusable)
            }
            Dtype::F64 => {
                draw(normal, stream, scale, &mut []).map_err(unusable)?;
                array.fill(0.0)?;
                draw(normal, stream, scale, array.data_mut().unwrap_or_default()).map_err(unusable)
            }
            Dtype::F16 | Dtype::Bf16 => {
                let mut wide = Array::zeros(array.stype(), array.shape(), Dtype::F32)?;
                self.draw(scale, stream, &mut wide)?;
                *array = wide.astype(dtype)?;
                Ok(())
            }
            _ => Err(ArrayError::NotFloat { function: "a random number", dtype }.into()),
        }
    }
}

/// Refuses a scale before it writes anything.
fn draw<V: Value>(normal: bool, stream: Stream, scale: V, out: &mut [V]) -> Result<(), ()> {
    if !(scale >= V::ZERO && scale < V::INFINITY) {
        return Err(());
    }
    if normal { random::normal(stream, V::ZERO, scale, out) } else { random::uniform(stream, -scale, scale, out) }
        .map_err(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(stype: Stype, dtype: Dtype) -> Array {
        Array::zeros(stype, &[3, 4], dtype).unwrap()
    }

    #[test]
    fn numbers_are_those_of_the_parameter_alone() {
        let mut dense = array(Stype::Dense, Dtype::F32);
        Initializer::NORMAL.fill(named(1, "a"), &mut dense).unwrap();
        let mut rows = array(Stype::RowSparse, Dtype::F32);
        Initializer::NORMAL.fill(named(1, "a"), &mut rows).unwrap();
        assert_eq!((rows.indices(), rows.data::<f32>()), (Some(&[0, 1, 2][..]), dense.data::<f32>()));
        for other in [named(1, "b"), named(2, "a"), numbered(1, 0)] {
            Initializer::NORMAL.fill(other, &mut rows).unwrap();
            assert_ne!(rows.data::<f32>(), dense.data::<f32>());
        }
        let mut half = array(Stype::Dense, Dtype::F16);
        Initializer::NORMAL.fill(named(1, "a"), &mut half).unwrap();
        assert_eq!(half, dense.astype(Dtype::F16).unwrap());
        // The last bits of FNV-1a's "a".
        assert_eq!(named(1, "a"), Stream::new(1, 0xaf63_dc4c_8601_ec8c));
    }

    #[test]
    fn rows_are_those_of_the_whole() {
        let xavier = Initializer::Xavier { spread: Spread::Normal, fan: Fan::Average, magnitude: 3.0 };
        for initializer in [Initializer::Constant(0.5), Initializer::NORMAL, Initializer::UNIFORM, xavier] {
            for dtype in [Dtype::F32, Dtype::F64, Dtype::Bf16] {
                let mut whole = Array::zeros(Stype::RowSparse, &[23, 7], dtype).unwrap();
                initializer.fill(named(3, "w"), &mut whole).unwrap();
                for rows in [0..23, 0..1, 5..5, 3..11, 22..23] {
                    let part = initializer.rows(named(3, "w"), &[23, 7], rows.clone(), dtype).unwrap();
                    let (mut expected, mut found) = (Vec::new(), Vec::new());
                    whole.values().write_range(rows.start * 7..rows.end * 7, &mut expected);
                    part.values().write(&mut found);
                    assert_eq!(found, expected, "{initializer:?} {dtype} {rows:?}");
                    assert!(part.indices().unwrap().iter().copied().eq(rows.map(|row| row as i64)));
                }
            }
        }
        assert!(matches!(
            Initializer::NORMAL.rows(named(3, "w"), &[23, 7], 20..24, Dtype::F32),
            Err(InitializerError::Array(ArrayError::Format { .. }))
        ));
    }

    #[test]
    fn refusals_change_nothing() {
        let refuse = |initializer: Initializer, mut array: Array| {
            let before = array.clone();
            let error = initializer.fill(numbered(0, 0), &mut array).unwrap_err();
            assert_eq!(array, before);
            error
        };
        let vector = Array::dense(&[2], vec![1.0_f32, 2.0]).unwrap();
        assert_eq!(refuse(Initializer::XAVIER, vector), InitializerError::Dimensions { dimensions: 1 });
        assert!(matches!(
            refuse(Initializer::One, array(Stype::Csr, Dtype::F32)),
            InitializerError::Array(ArrayError::Unsupported { .. })
        ));
        assert!(matches!(
            refuse(Initializer::NORMAL, array(Stype::Csr, Dtype::F64)),
            InitializerError::Array(ArrayError::Unsupported { .. })
        ));
        assert!(matches!(
            refuse(Initializer::UNIFORM, array(Stype::Dense, Dtype::I32)),
            InitializerError::Array(ArrayError::NotFloat { .. })
        ));
        for scale in [-1.0, f64::NAN, f64::INFINITY, 1e39, f64::from(f32::MAX)] {
            let error = refuse(Initializer::Uniform { scale }, array(Stype::RowSparse, Dtype::F32));
            assert!(matches!(error, InitializerError::Scale { dtype: Dtype::F32, .. }), "{scale}");
        }
        let xavier = Initializer::Xavier { spread: Spread::Normal, fan: Fan::In, magnitude: -1.0 };
        assert!(matches!(refuse(xavier, array(Stype::Dense, Dtype::F64)), InitializerError::Scale { .. }));
        let mut none = Array::zeros(Stype::Dense, &[0, 4], Dtype::F32).unwrap();
        Initializer::XAVIER.fill(numbered(0, 0), &mut none).unwrap();
    }
}
