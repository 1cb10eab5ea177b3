//! The functions of two numbers.
use crate::Value;
use crate::elements::{Elements, Function};
use crate::error::{KernelError, Operand};
use crate::kernel::{How, perform};

/// What two sparse arrays give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pattern {
    /// Entries that one of them stores: the function of 0 and 0 is 0.
    Union,
    /// Entries that both store: the function is 0 where one number is.
    Intersection,
    /// A dense array.
    Dense,
}

/// A function of two numbers.
pub trait Binary: Copy + 'static {
    /// Its name.
    const NAME: &'static str;
    /// What two sparse arrays give.
    const PATTERN: Pattern;

    /// The function.
    fn of<V: Value>(x: V, y: V) -> V;

    /// True if loops over values of one pattern take [`quick`](Self::quick).
    const HAS_QUICK: bool = false;

    /// The form for loops of what costs more than memory, taken in chunks of a fixed length: the function of most
    /// numbers, and 0. Beside another number than 0 stands anything, and [`of`](Self::of) is asked.
    #[inline(always)]
    fn quick<V: Value>(x: V, y: V) -> (V, u32) {
        (Self::of(x, y), 0)
    }
}

impl<V: Value, F: Binary> Function<V, 2> for F {
    const OPERANDS: [Operand; 2] = [Operand::Left, Operand::Right];
    #[inline(always)]
    fn of(&self, [x, y]: [V; 2]) -> V {
        F::of(x, y)
    }
    const HAS_QUICK: bool = F::HAS_QUICK;
    #[inline(always)]
    fn quick(&self, [x, y]: [V; 2]) -> (V, u32) {
        F::quick(x, y)
    }
}

/// `out[i] = F(left[i], right[i])`, for any function.
///
/// Shapes: slices of one length. Cost: one read of both operands and one write of the output, streamed if it is large.
///
/// # Errors
/// [`KernelError::Shape`] for slices of different lengths; then nothing is written.
///
/// ```
/// let mut out = [0.0; 2];
/// lacuna::binary::pairs(lacuna::binary::Multiply, &[2.0_f32, 3.0], &[5.0, 7.0], &mut out)?;
/// assert_eq!(out, [10.0, 21.0]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn pairs<F: Binary, V: Value>(function: F, left: &[V], right: &[V], out: &mut [V]) -> Result<(), KernelError> {
    perform(Elements { function, inputs: [left, right], out }, How::CALL)
}

/// Declares a function of two numbers: its type, and the kernel.
macro_rules! binary {
    (
        $(#[$doc:meta])* $name:ident $type:ident, $pattern:ident, |$x:ident, $y:ident| $of:expr $(, quick $quick:expr)?
    ) => {
        #[doc = concat!("The function of [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $type;

        impl $crate::binary::Binary for $type {
            const NAME: &'static str = stringify!($name);
            const PATTERN: $crate::binary::Pattern = $crate::binary::Pattern::$pattern;
            #[inline(always)]
            fn of<V: $crate::Value>($x: V, $y: V) -> V {
                $of
            }
            $(
                const HAS_QUICK: bool = true;
                #[inline(always)]
                fn quick<V: $crate::Value>($x: V, $y: V) -> (V, u32) {
                    $quick
                }
            )?
        }

        $(#[$doc])*
        ///
        /// Shapes: slices of one length.
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) for slices of different lengths; then nothing is written.
        #[inline]
        pub fn $name<V: $crate::Value>(left: &[V], right: &[V], out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::binary::Elements { function: $type, inputs: [left, right], out })
        }
    };
}
pub(super) use binary;
