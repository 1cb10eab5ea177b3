//! The driver of all functions of one number.
use crate::Value;
use crate::error::{KernelError, Operand, expect};
use crate::instances::{How, perform};
use crate::kernel::Body;
use crate::processor;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};

/// A function of one number and its derivative.
pub trait Unary: Copy + 'static {
    /// Its name.
    const NAME: &'static str;
    /// True if the function of 0 is 0: then a sparse array keeps its pattern.
    const KEEPS_ZERO: bool;

    /// The function.
    fn of<V: Value>(x: V) -> V;

    /// Its derivative at `x`, where it is `y`.
    fn slope<V: Value>(x: V, y: V) -> V;
}

/// The arguments of a function.
#[derive(Debug)]
pub struct Map<'a, F, V> {
    /// Which one.
    pub function: F,
    /// What it is taken of.
    pub input: &'a [V],
    /// As long as the input.
    pub out: &'a mut [V],
}

impl<F: Unary, V: Value> Body for Map<'_, F, V> {
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

impl<F: Unary, V: Value> Work for Map<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { input, out, .. } = self;
        if size_of_val(out) < processor::STREAM_BYTES {
            for (to, &x) in out.iter_mut().zip(input) {
                *to = F::of(x);
            }
            return;
        }
        processor::stream_map(out, [input], |[x]| F::of(x));
        processor::stream_fence();
    }
}

impl<F: Unary, V: Value> Split for Map<'_, F, V> {
    split_fields!((out, input), function);
}

/// `out[i] = F(input[i])`, for any function.
///
/// Shapes: slices of one length. Cost: one read of the input and one write of the output, streamed if it is large.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// use lacuna::{Value, map};
///
/// #[derive(Clone, Copy)]
/// struct Relu;
/// impl map::Unary for Relu {
///     const NAME: &'static str = "relu";
///     const KEEPS_ZERO: bool = true;
///     fn of<V: Value>(x: V) -> V {
///         if x > V::ZERO { x } else { V::ZERO }
///     }
///     fn slope<V: Value>(x: V, _y: V) -> V {
///         if x > V::ZERO { V::ONE } else { V::ZERO }
///     }
/// }
///
/// let mut out = [0.0; 3];
/// map::map(Relu, &[-1.0_f32, 2.0, 0.0], &mut out)?;
/// assert_eq!(out, [0.0, 2.0, 0.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn map<F: Unary, V: Value>(function: F, input: &[V], out: &mut [V]) -> Result<(), KernelError> {
    perform(Map { function, input, out }, How::CALL)
}

/// Declares a function of one number: its type, and the kernel. Between the braces: the function, and its derivative from `x` and the function's `y`.
macro_rules! unary {
    ($(#[$doc:meta])* $name:ident $type:ident, keeps_zero: $keeps_zero:literal, |$x:ident| $of:expr, |$at:ident, $y:ident| $slope:expr) => {
        #[doc = concat!("The function of [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $type;

        impl $crate::map::Unary for $type {
            const NAME: &'static str = stringify!($name);
            const KEEPS_ZERO: bool = $keeps_zero;
            #[inline(always)]
            fn of<V: $crate::Value>($x: V) -> V {
                $of
            }
            #[inline(always)]
            fn slope<V: $crate::Value>($at: V, $y: V) -> V {
                $slope
            }
        }

        $(#[$doc])*
        ///
        /// Shapes: slices of one length.
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) for slices of different lengths; then nothing is written.
        #[inline]
        pub fn $name<V: $crate::Value>(input: &[V], out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::map::Map { function: $type, input, out })
        }
    };
}
pub(super) use unary;
