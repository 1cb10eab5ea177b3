//! The driver of all functions of two numbers.
use crate::Value;
use crate::error::{KernelError, Operand, expect};
use crate::instances::{How, perform};
use crate::kernel::Body;
use crate::processor;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};

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
}

/// The arguments of a function.
#[derive(Debug)]
pub struct Pairs<'a, F, V> {
    /// Which one.
    pub function: F,
    /// The first numbers.
    pub left: &'a [V],
    /// The second numbers.
    pub right: &'a [V],
    /// As long as both.
    pub out: &'a mut [V],
}

impl<F: Binary, V: Value> Body for Pairs<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 2, self.left.len(), self.right.len())?;
        expect(Operand::Output, 2, self.left.len(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<F: Binary, V: Value> Work for Pairs<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { left, right, out, .. } = self;
        if size_of_val(out) < processor::STREAM_BYTES {
            for (to, (&x, &y)) in out.iter_mut().zip(left.iter().zip(right)) {
                *to = F::of(x, y);
            }
            return;
        }
        processor::stream_map(out, [left, right], |[x, y]| F::of(x, y));
        processor::stream_fence();
    }
}

impl<F: Binary, V: Value> Split for Pairs<'_, F, V> {
    split_fields!((out, left, right), function);
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
    perform(Pairs { function, left, right, out }, How::CALL)
}

/// Declares a function of two numbers: its type, and the kernel.
macro_rules! binary {
    ($(#[$doc:meta])* $name:ident $type:ident, $pattern:ident, |$x:ident, $y:ident| $of:expr) => {
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
        }

        $(#[$doc])*
        ///
        /// Shapes: slices of one length.
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) for slices of different lengths; then nothing is written.
        #[inline]
        pub fn $name<V: $crate::Value>(left: &[V], right: &[V], out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call($crate::binary::Pairs { function: $type, left, right, out })
        }
    };
}
pub(super) use binary;
