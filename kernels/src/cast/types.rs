//! Arrays of one number type as another: what is not about storage.
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Number, processor};

/// A number that can be cast: there is one for every two types.
///
/// | from | to | the result |
/// |---|---|---|
/// | float | float | the nearest number, of two the even one; infinity beyond the largest; NaN stays NaN |
/// | integer | float | the nearest number, of two the even one; rounded once, also to 16 bits |
/// | float | integer | the integer part; the least or the largest integer beyond it; 0 of NaN |
/// | integer | integer | the low bits |
///
/// ```
/// use lacuna::cast::CastTo;
/// let (low, none): (u8, u8) = ((-1_i32).cast(), (-1.5_f32).cast());
/// assert_eq!((low, none), (255, 0));
/// ```
pub trait CastTo<B: Number>: Number {
    /// The number in the other type.
    #[must_use]
    fn cast(self) -> B;
}

macro_rules! primitives {
    ($([$from:ident $($to:ident)*])*) => {$(
        $(impl CastTo<$to> for $from {
            #[inline(always)]
            fn cast(self) -> $to {
                self as $to
            }
        })*
    )*};
}
primitives! {
    [f32 f32 f64 i32 i64 u8 i8]
    [f64 f32 f64 i32 i64 u8 i8]
    [i32 f32 f64 i32 i64 u8 i8]
    [i64 f32 f64 i32 i64 u8 i8]
    [u8 f32 f64 i32 i64 u8 i8]
    [i8 f32 f64 i32 i64 u8 i8]
}

#[cfg(feature = "half")]
mod of_half {
    use super::CastTo;
    use crate::Storage;
    use crate::half::{odd, odd_integer};
    use ::half::{bf16, f16};

    macro_rules! half {
        ($half:ident, $other:ident, $($type:ident |$value:ident| $wide:expr),*) => {
            impl CastTo<$half> for $half {
                #[inline(always)]
                fn cast(self) -> $half {
                    self
                }
            }
            impl CastTo<$other> for $half {
                #[inline(always)]
                fn cast(self) -> $other {
                    $other::store(self.load())
                }
            }
            $(
                impl CastTo<$type> for $half {
                    #[inline(always)]
                    fn cast(self) -> $type {
                        self.load() as $type
                    }
                }
                impl CastTo<$half> for $type {
                    #[inline(always)]
                    fn cast(self) -> $half {
                        let $value = self;
                        $half::store($wide)
                    }
                }
            )*
        };
    }
    // What `f32` does not hold goes through the odd one beside it, so that it is rounded once.
    half!(
        f16,
        bf16,
        f32 | x | x,
        f64 | x | odd(x),
        i32 | x | odd(f64::from(x)),
        i64 | x | odd(odd_integer(x)),
        u8 | x | f32::from(x),
        i8 | x | f32::from(x)
    );
    half!(
        bf16,
        f16,
        f32 | x | x,
        f64 | x | odd(x),
        i32 | x | odd(f64::from(x)),
        i64 | x | odd(odd_integer(x)),
        u8 | x | f32::from(x),
        i8 | x | f32::from(x)
    );
}

/// The arguments of [`cast`].
#[derive(Debug)]
pub struct Cast<'a, A, B> {
    /// What is cast.
    pub input: &'a [A],
    /// As long.
    pub out: &'a mut [B],
}

impl<A: CastTo<B>, B: Number> Body for Cast<'_, A, B> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.input.len(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<A: CastTo<B>, B: Number> Work for Cast<'_, A, B> {
    type Output = ();
    /// 64 of them wait for memory.
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        const BLOCK: usize = 256;
        let Self { input, out } = self;
        if size_of_val(out) < processor::STREAM_BYTES {
            simd.apart(Each { input, out });
            return;
        }
        let mut block = [B::default(); BLOCK];
        for (from, to) in input.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
            let block = &mut block[..to.len()];
            simd.apart(Each { input: from, out: &mut *block });
            processor::stream(to, block);
        }
        processor::stream_fence();
    }
}

/// The one copy of the loop.
struct Each<'a, A, B> {
    input: &'a [A],
    out: &'a mut [B],
}

impl<A: CastTo<B>, B: Number> Work for Each<'_, A, B> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        for (to, from) in self.out.iter_mut().zip(self.input) {
            *to = from.cast();
        }
    }
}

impl<A: CastTo<B>, B: Number> Split for Cast<'_, A, B> {
    split_fields!((out, input));
}

/// Each number in another type, or a copy: `out[i] = input[i]` as [`CastTo`] has it.
///
/// - Shapes: slices of one length: a dense array, or the values of a csr or a row_sparse one, whose pattern then serves
///   both.
/// - Cost: one read and one write.
/// - Parts: places; [`Cast`] [splits](crate::Split) them.
/// - Source: MXNet `Cast`, which leaves open what becomes of a float that its integer type does not hold, and of NaN,
///   and which rounds `f64` to `f16` by way of `f32`, twice.
///
/// # Errors
/// [`KernelError::Shape`] for other lengths; then nothing is written.
///
/// ```
/// use lacuna::cast;
/// let mut out = [0_i32; 4];
/// cast::cast(&[1.9_f64, -1.9, 1e10, f64::NAN], &mut out)?;
/// assert_eq!(out, [1, -1, i32::MAX, 0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[inline]
pub fn cast<A: CastTo<B>, B: Number>(input: &[A], out: &mut [B]) -> Result<(), KernelError> {
    Cast { input, out }.call()
}
