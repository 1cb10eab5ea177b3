//! Where the kernels are compiled: in this crate, once for each value and index type, or in each crate that calls them.
//!
//! With the feature of a family, its kernels are ordinary functions of this crate, which all dependants link. Without
//! it they are generic all the way down, and a crate compiles just those that it calls.
use crate::cast::{Cast, CastTo};
use crate::embedding::Reduction;
use crate::error::KernelError;
use crate::kernel::{How, Kernel, perform};
use crate::optim::exact::{CatchUp, ExactStep};
use crate::optim::{MixedRowStep, MixedStep, QuantizedStep, RowRule, Rule, RuleStep};
use crate::quantized::{Decode, Encode, QuantizedBag, QuantizedLookup};
use crate::{Index, Number, Storage, Value};

/// Adds the structure calls that have loops for each level.
macro_rules! with_structure_calls {
    ({ $callback:ident } $($rows:tt)*) => {
        $callback! {
            $($rows)*
            /// counts
            cast::dense_row_nnz [V I] () -> (), whole, RowNnz(V, I) {}, "", [];
            /// ids
            cast::dense_row_ids [V I] () -> usize, whole, RowIds(V, I) {}, "", [];
        }
    };
}

/// The items, where the kernel's operands are of just that trait.
macro_rules! if_of {
    (Value [V $($I:ident)?] { $($items:tt)* }) => { $($items)* };
    (Storage [S I] { $($items:tt)* }) => { $($items)* };
    (Number [N $($I:ident)?] { $($items:tt)* }) => { $($items)* };
    ($bound:ident $generics:tt $items:tt) => {};
}

/// The item, where the instances of the family are wanted.
macro_rules! if_wanted {
    (dot $($item:tt)*) => { #[cfg(all(feature = "instances-dot", not(test)))] $($item)* };
    (cast $($item:tt)*) => { #[cfg(all(feature = "instances-cast", not(test)))] $($item)* };
    (rows $($item:tt)*) => { #[cfg(all(feature = "instances-rows", not(test)))] $($item)* };
    (slice $($item:tt)*) => { #[cfg(all(feature = "instances-slice", not(test)))] $($item)* };
    (embedding $($item:tt)*) => { #[cfg(all(feature = "instances-embedding", not(test)))] $($item)* };
    (optim $($item:tt)*) => { #[cfg(all(feature = "instances-optim", not(test)))] $($item)* };
    (map $($item:tt)*) => { #[cfg(all(feature = "instances-map", not(test)))] $($item)* };
    (reduce $($item:tt)*) => { #[cfg(all(feature = "instances-reduce", not(test)))] $($item)* };
    (binary $($item:tt)*) => { #[cfg(all(feature = "instances-binary", not(test)))] $($item)* };
    (graph $($item:tt)*) => { #[cfg(all(feature = "instances-graph", not(test)))] $($item)* };
    (loss $($item:tt)*) => { #[cfg(all(feature = "instances-loss", not(test)))] $($item)* };
    (random $($item:tt)*) => { #[cfg(all(feature = "instances-random", not(test)))] $($item)* };
}

/// True if the table has the kernels of the family.
#[cfg(feature = "table")]
macro_rules! is_built {
    (dot) => {
        cfg!(feature = "instances-dot")
    };
    (cast) => {
        cfg!(feature = "instances-cast")
    };
    (rows) => {
        cfg!(feature = "instances-rows")
    };
    (slice) => {
        cfg!(feature = "instances-slice")
    };
    (embedding) => {
        cfg!(feature = "instances-embedding")
    };
    (optim) => {
        cfg!(feature = "instances-optim")
    };
    (map) => {
        cfg!(feature = "instances-map")
    };
    (reduce) => {
        cfg!(feature = "instances-reduce")
    };
    (binary) => {
        cfg!(feature = "instances-binary")
    };
    (graph) => {
        cfg!(feature = "instances-graph")
    };
    (loss) => {
        cfg!(feature = "instances-loss")
    };
    (random) => {
        cfg!(feature = "instances-random")
    };
}
#[cfg(feature = "table")]
pub(crate) use is_built;

/// What each row becomes in the traits and implementations below.
macro_rules! row {
    (@of_value [$bound:ident I] $name:ident ($call:ty) $output:ty) => {
        fn $name<I: Index>(call: $call, how: How) -> Result<$output, KernelError>;
    };
    (@of_value [$bound:ident] $name:ident ($call:ty) $output:ty) => {
        fn $name(call: $call, how: How) -> Result<$output, KernelError>;
    };
    (@to_instance [$bound:ident I] $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name<I: Index>(call: $call, how: How) -> Result<$output, KernelError> {
            <I as Instance<V, I>>::$name(call, how)
        }
    };
    // One instance serves all index types.
    (@to_instance [$bound:ident] $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name(call: $call, how: How) -> Result<$output, KernelError> {
            <i32 as Instance<V, i32>>::$name(call, how)
        }
    };
    // Without instances, a kernel is compiled for its caller.
    (@generic [$bound:ident] $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name(call: $call, how: How) -> Result<$output, KernelError> {
            perform(call, how)
        }
    };
    (@generic $generics:tt $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name<I: Index>(call: $call, how: How) -> Result<$output, KernelError> {
            perform(call, how)
        }
    };
    (@kernel $path:expr, [V I] $name:ident ($call:ty) $output:ty) => {
        impl<V: Value, I: Index> Kernel for $call { row!(@methods $path, $output, <V as OfValue<V>>::$name::<I>); }
    };
    (@kernel $path:expr, [S I] $name:ident ($call:ty) $output:ty) => {
        impl<V: Storage, I: Index> Kernel for $call { row!(@methods $path, $output, <V as OfStorage<V>>::$name::<I>); }
    };
    (@kernel $path:expr, [N I] $name:ident ($call:ty) $output:ty) => {
        impl<V: Number, I: Index> Kernel for $call { row!(@methods $path, $output, <V as OfNumber<V>>::$name::<I>); }
    };
    (@kernel $path:expr, [N] $name:ident ($call:ty) $output:ty) => {
        impl<V: Number> Kernel for $call { row!(@methods $path, $output, <V as OfNumber<V>>::$name); }
    };
    (@kernel $path:expr, [V] $name:ident ($call:ty) $output:ty) => {
        impl<V: Value> Kernel for $call { row!(@methods $path, $output, <V as OfValue<V>>::$name); }
    };
    (@methods $path:expr, $output:ty, $instance:expr) => {
        const PATH: (&'static str, &'static str) = $path;
        type Output = $output;
        #[inline]
        fn check(&self) -> Result<(), KernelError> {
            crate::kernel::Body::check(self)
        }
        #[inline]
        fn check_length(&self) -> usize {
            crate::kernel::Body::check_length(self)
        }
        #[inline]
        fn check_range(&self, places: core::ops::Range<usize>) -> Result<(), KernelError> {
            crate::kernel::Body::check_range(self, places)
        }
        #[cfg(feature = "threads")]
        #[inline]
        fn run_on(&mut self, threads: &dyn crate::call::Threads, how: How) -> bool {
            crate::kernel::Body::run_on(self, threads, how)
        }
        #[inline]
        fn perform(self, how: How) -> Result<$output, KernelError> {
            $instance(self, how)
        }
    };
}

impl<A: CastTo<B>, B: Number> Kernel for Cast<'_, A, B> {
    row!(@methods ("cast", "cast"), (), perform);
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize> Kernel for RuleStep<'_, R, V, I, N> {
    row!(@methods ("optim", "update"), (), perform);
}

impl<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize> Kernel
    for MixedStep<'_, R, V, I, N, STATES>
{
    row!(@methods ("optim", "update_mixed"), (), perform);
}

impl<
    R: RowRule<V::Arithmetic, N, M, S>,
    V: Storage,
    I: Index,
    const N: usize,
    const STATES: usize,
    const M: usize,
    const S: usize,
> Kernel for MixedRowStep<'_, R, V, I, N, STATES, M, S>
{
    row!(@methods ("optim", "update_rows_mixed"), (), perform);
}

impl<V: Value> Kernel for Encode<'_, V> {
    row!(@methods ("quantized", "encode"), (), perform);
}

impl<V: Value> Kernel for Decode<'_, V> {
    row!(@methods ("quantized", "decode"), (), perform);
}

impl<V: Value, I: Index> Kernel for QuantizedLookup<'_, V, I> {
    row!(@methods ("quantized", "lookup"), (), perform);
}

impl<M: Reduction, V: Value, I: Index> Kernel for QuantizedBag<'_, M, V, I> {
    row!(@methods ("quantized", M::NAME), (), perform);
}

impl<R: Rule<V, N>, V: Value, I: Index, const N: usize, const STATES: usize> Kernel
    for QuantizedStep<'_, R, V, I, N, STATES>
{
    row!(@methods ("optim", "update_quantized"), (), perform);
}

impl<R: CatchUp<V, N>, V: Value, I: Index, const N: usize> Kernel for ExactStep<'_, R, V, I, N> {
    row!(@methods ("optim", "exact"), (), perform);
}

macro_rules! traits {
    ($(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
        $call:ident($($parameter:tt)*) $fields:tt, $peer:literal, $structure:tt;)*) => {
        /// The kernels that compute with a value type, for any index type.
        pub trait OfValue<V: Value> {
            $(
                if_of! {
                    Value $generics {
                        row!(@of_value $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                    }
                }
            )*
        }

        /// The kernels whose operands may be of any storage.
        pub trait OfStorage<V: Storage> {
            $(
                if_of! {
                    Storage $generics {
                        row!(@of_value $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                    }
                }
            )*
        }

        /// The kernels whose operands may be of any number.
        pub trait OfNumber<V: Number> {
            $(
                if_of! {
                    Number $generics {
                        row!(@of_value $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                    }
                }
            )*
        }

        /// The kernels for a value and an index type.
        pub trait Instance<V: Value, I: Index> {
            $(
                // Where there is but one level, the kernel goes into its caller: what sizes that are constant there do
                // not need is dropped.
                #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
                fn $name(call: crate::$family::$call<'_, $($parameter)*>, how: How) -> Result<$output, KernelError> {
                    perform(call, how)
                }
            )*
        }

        $(
            row!(
                @kernel (stringify!($family), stringify!($name)),
                $generics $name (crate::$family::$call<'_, $($parameter)*>) $output
            );
        )*
    };
}

macro_rules! implementations {
    ($(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
        $call:ident($($parameter:tt)*) $fields:tt, $peer:literal, $structure:tt;)*) => {
        mod f32 {
            use super::*;
            type V = f32;
            impl OfValue<V> for V {
                $(
                    if_of! {
                        Value $generics {
                            row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                        }
                    }
                )*
            }
            impl OfStorage<V> for V {
                $(
                    if_of! {
                        Storage $generics {
                            row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                        }
                    }
                )*
            }
            impl OfNumber<V> for V {
                $(
                    if_of! {
                        Number $generics {
                            row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                        }
                    }
                )*
            }
        }
        mod f64 {
            use super::*;
            type V = f64;
            impl OfValue<V> for V {
                $(
                    if_of! {
                        Value $generics {
                            row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                        }
                    }
                )*
            }
            impl OfStorage<V> for V {
                $(
                    if_of! {
                        Storage $generics {
                            row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                        }
                    }
                )*
            }
            impl OfNumber<V> for V {
                $(
                    if_of! {
                        Number $generics {
                            row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);
                        }
                    }
                )*
            }
        }
        implementations! {
            @generic [
                $($name $generics (crate::$family::$call<'_, $($parameter)*>) $output;)*
            ] Number OfNumber i32 i32, i64 i64, u8 u8, i8 i8
        }
        #[cfg(feature = "half")]
        implementations! {
            @generic [
                $($name $generics (crate::$family::$call<'_, $($parameter)*>) $output;)*
            ] Number OfNumber f16_moved ::half::f16, bf16_moved ::half::bf16
        }
        #[cfg(feature = "half")]
        implementations! {
            @generic [
                $($name $generics (crate::$family::$call<'_, $($parameter)*>) $output;)*
            ] Storage OfStorage f16 ::half::f16, bf16 ::half::bf16
        }
        implementations! {
            @types [
                $($family $name $generics $operands (crate::$family::$call<'_, $($parameter)*>) $output;)*
            ] f32_i32 f32 i32, f32_i64 f32 i64, f32_u32 f32 u32, f64_i32 f64 i32, f64_i64 f64 i64, f64_u32 f64 u32
        }
    };
    (@generic $rows:tt $bound:ident $of:ident $($module:ident $V:ty),*) => {
        $(
            mod $module {
                use super::*;
                type V = $V;
                implementations! { @generic_in $bound $of $rows }
            }
        )*
    };
    (@generic_in $bound:ident $of:ident [$($name:ident $generics:tt ($call:ty) $output:ty;)*]) => {
        impl $of<V> for V {
            $(if_of! { $bound $generics { row!(@generic $generics $name ($call) $output); } })*
        }
    };
    (@types $rows:tt $($module:ident $V:ident $I:ident),*) => {
        $(
            mod $module {
                use super::*;
                type V = $V;
                type I = $I;
                implementations! { @implementation $I $rows }
            }
        )*
    };
    (@implementation $I:ident [$($family:ident $name:ident $generics:tt $operands:tt ($call:ty) $output:ty;)*]) => {
        impl Instance<V, I> for I {
            $(implementations! { @method $I $family $generics $operands $name ($call) $output })*
        }
    };
    (@method i64 $family:ident [$bound:ident] $($rest:tt)*) => {};
    (@method u32 $family:ident [$bound:ident] $($rest:tt)*) => {};
    // The ids of bags are checked by their kernels, which say which one is negative.
    (@method i32 embedding [$bound:ident I] $operands:tt $($rest:tt)*) => {
        implementations! { @method signed embedding [] [] $($rest)* }
    };
    (@method i32 $family:ident [$bound:ident I] ($($operand:ident: $kind:ident $(($($of:tt)*))?),+) $($rest:tt)*) => {
        implementations! { @signed [$($kind)*] $family $($rest)* }
    };
    (@method $I:ident $family:ident $generics:tt $operands:tt $name:ident ($call:ty) $output:ty) => {
        if_wanted! { $family
            #[inline(never)]
            fn $name(call: $call, how: How) -> Result<$output, KernelError> {
                perform(call, how)
            }
        }
    };
    // Where no operand is a plain array of indices, the instance of u32 serves.
    (@signed [Indices $($kinds:ident)*] $family:ident $($rest:tt)*) => {
        implementations! { @method signed $family [] [] $($rest)* }
    };
    (@signed [IndicesMut $($kinds:ident)*] $family:ident $($rest:tt)*) => {
        implementations! { @method signed $family [] [] $($rest)* }
    };
    (@signed [RowSparseList $($kinds:ident)*] $family:ident $($rest:tt)*) => {
        implementations! { @method signed $family [] [] $($rest)* }
    };
    (@signed [$kind:ident $($kinds:ident)*] $($rest:tt)*) => { implementations! { @signed [$($kinds)*] $($rest)* } };
    (@signed [] $family:ident $name:ident ($call:ty) $output:ty) => {
        if_wanted! { $family
            #[inline(always)]
            fn $name(call: $call, how: How) -> Result<$output, KernelError> {
                <u32 as Instance<V, u32>>::$name(crate::unsigned::Unsigned::unsigned(call), how)
            }
        }
    };
}

crate::for_each_kernel!(with_structure_calls { traits });
crate::for_each_kernel!(with_structure_calls { implementations });
