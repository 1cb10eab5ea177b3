//! The functions of one number, and their gradients.
use crate::elements::Function;
use crate::error::Operand;
use crate::{Number, Value};

/// A function of one number and its derivative. One with parameters has them as fields.
pub trait Unary<V>: Copy + 'static {
    /// Its name.
    const NAME: &'static str;

    /// True if a sparse array keeps its pattern, because the function of 0 is 0.
    fn keeps_zero(&self) -> bool;

    /// The function.
    fn of(&self, x: V) -> V;

    /// Its derivative at `at`: a number that the function was taken of, or, where its kernel says so, the function's
    /// result, from which some derivatives are cheaper.
    fn slope(&self, at: V) -> V;

    /// True if the gradient is 0 where the derivative is, whatever comes from the result: chosen, not multiplied.
    const SELECTS: bool = false;

    /// True if loops take [`quick`](Self::quick).
    const HAS_QUICK: bool = false;

    /// The form for loops of what costs more than memory, taken in chunks of a fixed length: the function of most
    /// numbers, and 0. Beside another number than 0 stands anything, and [`of`](Self::of) is asked.
    #[inline(always)]
    fn quick(&self, x: V) -> (V, u32) {
        (self.of(x), 0)
    }

    /// True if loops take [`quick_slope`](Self::quick_slope).
    const HAS_QUICK_SLOPE: bool = false;

    /// A faster form of the derivative for loops, as [`quick`](Self::quick) is of the function.
    #[inline(always)]
    fn quick_slope(&self, at: V) -> (V, u32) {
        (self.slope(at), 0)
    }
}

impl<V: Number, F: Unary<V>> Function<V, 1> for F {
    const OPERANDS: [Operand; 1] = [Operand::Input];
    #[inline(always)]
    fn of(&self, [x]: [V; 1]) -> V {
        Unary::of(self, x)
    }
    const HAS_QUICK: bool = <F as Unary<V>>::HAS_QUICK;
    #[inline(always)]
    fn quick(&self, [x]: [V; 1]) -> (V, u32) {
        Unary::quick(self, x)
    }
}

/// The gradient of a function: of an element of the result's gradient, and of the number at its place that
/// [`Unary::slope`] takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backward<F>(pub F);

impl<V: Value, F: Unary<V>> Function<V, 2> for Backward<F> {
    const OPERANDS: [Operand; 2] = [Operand::Gradient, Operand::Input];
    #[inline(always)]
    fn of(&self, [gradient, at]: [V; 2]) -> V {
        let slope = self.0.slope(at);
        if F::SELECTS && slope == V::ZERO { V::ZERO } else { gradient * slope }
    }
    const HAS_QUICK: bool = <F as Unary<V>>::HAS_QUICK_SLOPE && !F::SELECTS;
    #[inline(always)]
    fn quick(&self, [gradient, at]: [V; 2]) -> (V, u32) {
        let (slope, doubt) = self.0.quick_slope(at);
        (gradient * slope, doubt)
    }
}

/// Declares a function of one number, and by what expression loops take it where that is another (its derivative, by
/// what expression): its type, with its parameters if it has any, and its kernel; then its derivative, with the kernel
/// of the gradient and the operand that the derivative is formed from, or `slope` alone where another kernel gives the
/// gradient.
macro_rules! unary {
    // Of values, where it does not say of what.
    (# $($all:tt)*) => {
        unary! { of Value; # $($all)* }
    };
    (
        of $bound:ident; $(#[$doc:meta])* $name:ident $type:ident $(
            { $($number:ident),+ }
        )?, keeps_zero: $keeps_zero:expr, |$x:ident| $of:expr $(, quick $quick:expr)?;
        $(#[$backward_doc:meta])* $backward:ident $(($operand:ident))? $([$selects:ident])?, |$at:pat_param| $slope:expr
        $(, quick |$quick_at:ident| $quick_slope:expr)?
    ) => {
        unary! {
            @type $name $type [$($($number)+)?], $keeps_zero, |$x| $of, |$at| $slope,
            [$($quick)?] [$($selects)?] [$($quick_at $quick_slope)?] $bound
        }
        unary! { @forward $bound [$(#[$doc])*] $name $type [$($($number)+)?] }
        unary! { @backward [$(#[$backward_doc])*] $backward [$($operand)?] $name $type [$($($number)+)?] }
    };
    (@type $name:ident $type:ident [], $keeps_zero:expr, |$x:ident| $of:expr, |$at:pat_param| $slope:expr,
        [$($quick:expr)?] [$($selects:ident)?]
        [$($quick_at:ident $quick_slope:expr)?] $bound:ident) => {
        #[doc = concat!("The function of [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $type;

        impl<V: $crate::$bound> $crate::map::Unary<V> for $type {
            const NAME: &'static str = stringify!($name);
            $(const SELECTS: bool = stringify!($selects).len() > 0;)?
            #[inline(always)]
            fn keeps_zero(&self) -> bool {
                $keeps_zero
            }
            #[inline(always)]
            fn of(&self, $x: V) -> V {
                $of
            }
            #[inline(always)]
            fn slope(&self, $at: V) -> V {
                $slope
            }
            $(
                const HAS_QUICK: bool = true;
                #[inline(always)]
                fn quick(&self, $x: V) -> (V, u32) {
                    $quick
                }
            )?
            $(
                const HAS_QUICK_SLOPE: bool = true;
                #[inline(always)]
                fn quick_slope(&self, $quick_at: V) -> (V, u32) {
                    $quick_slope
                }
            )?
        }
    };
    (
        @type $name:ident $type:ident [$($number:ident)+], $keeps_zero:expr, |$x:ident| $of:expr,
        |$at:pat_param| $slope:expr,
        [$($quick:expr)?] [$($selects:ident)?] [] $bound:ident
    ) => {
        #[doc = concat!("The function of [`", stringify!($name), "`], with its parameters.")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub struct $type<V> {
            $(pub $number: V),+
        }

        #[allow(unused_variables, clippy::neg_cmp_op_on_partial_ord)]
        impl<V: $crate::$bound> $crate::map::Unary<V> for $type<V> {
            const NAME: &'static str = stringify!($name);
            $(const SELECTS: bool = stringify!($selects).len() > 0;)?
            #[inline(always)]
            fn keeps_zero(&self) -> bool {
                let Self { $($number),+ } = *self;
                $keeps_zero
            }
            #[inline(always)]
            fn of(&self, $x: V) -> V {
                let Self { $($number),+ } = *self;
                $of
            }
            #[inline(always)]
            fn slope(&self, $at: V) -> V {
                let Self { $($number),+ } = *self;
                $slope
            }
            unary! { @quick $x [$($number)+] [$($quick)?] }
        }
    };
    (@quick $x:ident [$($number:ident)+] []) => {};
    (@quick $x:ident [$($number:ident)+] [$quick:expr]) => {
        const HAS_QUICK: bool = true;
        #[inline(always)]
        fn quick(&self, $x: V) -> (V, u32) {
            let Self { $($number),+ } = *self;
            $quick
        }
    };
    (@forward $bound:ident [$(#[$doc:meta])*] $name:ident $type:ident [$($number:ident)*]) => {
        $(#[$doc])*
        ///
        /// Shapes: slices of one length.
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) for slices of different lengths; then nothing is written.
        #[inline]
        pub fn $name<V: $crate::$bound>(input: &[V], $($number: V,)* out: &mut [V]) -> Result<(), $crate::KernelError> {
            $crate::Kernel::call(
                $crate::map::Elements { function: unary!(@value $type [$($number)*]), inputs: [input], out }
            )
        }
    };
    (@backward [$(#[$doc:meta])*] slope [] $($rest:tt)*) => {};
    (@backward [$(#[$doc:meta])*] $backward:ident [$operand:ident] $name:ident $type:ident [$($number:ident)*]) => {
        $(#[$doc])*
        #[doc = concat!("The gradient of [`", stringify!($name), "`].")]
        ///
        /// Shapes: slices of one length. The example stands at [`backward`](crate::map::backward).
        ///
        /// # Errors
        /// [`KernelError::Shape`](crate::KernelError::Shape) for slices of different lengths; then nothing is written.
        #[inline]
        pub fn $backward<V: $crate::Value>(
            gradient: &[V], $operand: &[V], $($number: V,)* out: &mut [V]
        ) -> Result<(), $crate::KernelError> {
            let function = $crate::map::Backward(unary!(@value $type [$($number)*]));
            $crate::Kernel::call($crate::map::Elements { function, inputs: [gradient, $operand], out })
        }
    };
    (@value $type:ident []) => { $type };
    (@value $type:ident [$($number:ident)+]) => { $type { $($number),+ } };
}
pub(super) use unary;
