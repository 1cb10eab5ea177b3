//! Where the kernels are compiled: in this crate, once for each value and index type, or in each crate that calls them.
//!
//! With the feature of a family, its kernels are ordinary functions of this crate, which all dependants link. Without it they are generic all the way down, and a crate compiles just
//! those that it calls.
use crate::cast::{Cast, CastTo, Number};
use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::optim::{MixedStep, Rule};
use crate::simd::{Dispatched, Scalar};
use crate::{Index, Storage, Value};

/// How a kernel is run.
#[derive(Clone, Copy)]
pub struct How {
    /// Without CPU dispatch.
    pub scalar: bool,
    /// The arguments have been checked before.
    pub checked: bool,
}

impl How {
    pub(crate) const CALL: Self = Self { scalar: false, checked: false };
    pub(crate) const RUN: Self = Self { scalar: false, checked: true };
    pub(crate) const CALL_SCALAR: Self = Self { scalar: true, checked: false };
    pub(crate) const RUN_SCALAR: Self = Self { scalar: true, checked: true };
}

#[inline(always)]
pub(crate) fn perform<B: Body>(body: B, how: How) -> Result<B::Output, KernelError> {
    if !how.checked {
        body.check()?;
    }
    if how.scalar { body.run(Scalar) } else { body.run(Dispatched) }
}

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

/// The first, for kernels whose operands may be of any [`Storage`]; the second, for those whose are of a [`Value`].
macro_rules! if_stored {
    (csr_dense { $($stored:tt)* } $value:tt) => { $($stored)* };
    (csr_t_dense { $($stored:tt)* } $value:tt) => { $($stored)* };
    (csr_t_dense_to_dense { $($stored:tt)* } $value:tt) => { $($stored)* };
    (coalesce { $($stored:tt)* } $value:tt) => { $($stored)* };
    (lookup { $($stored:tt)* } $value:tt) => { $($stored)* };
    (bag_sum { $($stored:tt)* } $value:tt) => { $($stored)* };
    (bag_mean { $($stored:tt)* } $value:tt) => { $($stored)* };
    ($name:ident $stored:tt { $($value:tt)* }) => { $($value)* };
}
pub(crate) use if_stored;

/// The item, where the instances of the family are wanted.
macro_rules! if_wanted {
    (dot $($item:tt)*) => { #[cfg(feature = "instances-dot")] $($item)* };
    (cast $($item:tt)*) => { #[cfg(feature = "instances-cast")] $($item)* };
    (rows $($item:tt)*) => { #[cfg(feature = "instances-rows")] $($item)* };
    (slice $($item:tt)*) => { #[cfg(feature = "instances-slice")] $($item)* };
    (embedding $($item:tt)*) => { #[cfg(feature = "instances-embedding")] $($item)* };
    (optim $($item:tt)*) => { #[cfg(feature = "instances-optim")] $($item)* };
    (map $($item:tt)*) => { #[cfg(feature = "instances-map")] $($item)* };
    (reduce $($item:tt)*) => { #[cfg(feature = "instances-reduce")] $($item)* };
    (binary $($item:tt)*) => { #[cfg(feature = "instances-binary")] $($item)* };
    (graph $($item:tt)*) => { #[cfg(feature = "instances-graph")] $($item)* };
    (loss $($item:tt)*) => { #[cfg(feature = "instances-loss")] $($item)* };
    (random $($item:tt)*) => { #[cfg(feature = "instances-random")] $($item)* };
}

/// What each row becomes in the traits and implementations below.
macro_rules! row {
    (@of_value [V I] $name:ident ($call:ty) $output:ty) => {
        fn $name<I: Index>(call: $call, how: How) -> Result<$output, KernelError>;
    };
    (@of_value [V] $name:ident ($call:ty) $output:ty) => {
        fn $name(call: $call, how: How) -> Result<$output, KernelError>;
    };
    (@to_instance [V I] $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name<I: Index>(call: $call, how: How) -> Result<$output, KernelError> {
            <I as Instance<V, I>>::$name(call, how)
        }
    };
    // One instance serves all index types.
    (@to_instance [V] $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name(call: $call, how: How) -> Result<$output, KernelError> {
            <i32 as Instance<V, i32>>::$name(call, how)
        }
    };
    // Without instances, a kernel is compiled for its caller.
    (@generic $generics:tt $name:ident ($call:ty) $output:ty) => {
        #[inline(always)]
        fn $name<I: Index>(call: $call, how: How) -> Result<$output, KernelError> {
            perform(call, how)
        }
    };
    (@kernel $path:expr, [V I] $name:ident ($call:ty) $output:ty) => {
        if_stored! { $name
            { impl<V: Storage, I: Index> Kernel for $call { row!(@methods $path, $output, <V as OfStorage<V>>::$name::<I>); } }
            { impl<V: Value, I: Index> Kernel for $call { row!(@methods $path, $output, <V as OfValue<V>>::$name::<I>); } }
        }
    };
    (@kernel $path:expr, [V] $name:ident ($call:ty) $output:ty) => {
        impl<V: Value> Kernel for $call { row!(@methods $path, $output, <V as OfValue<V>>::$name); }
    };
    (@methods $path:expr, $output:ty, $instance:expr) => {
        const PATH: (&'static str, &'static str) = $path;
        type Output = $output;
        #[inline]
        fn check(&self) -> Result<(), KernelError> {
            Body::check(self)
        }
        #[inline]
        fn check_length(&self) -> usize {
            Body::check_length(self)
        }
        #[inline]
        fn check_range(&self, places: core::ops::Range<usize>) -> Result<(), KernelError> {
            Body::check_range(self, places)
        }
        #[inline]
        fn call(self) -> Result<$output, KernelError> {
            $instance(self, How::CALL)
        }
        #[inline]
        fn run(self) -> Result<$output, KernelError> {
            $instance(self, How::RUN)
        }
        #[inline]
        fn call_scalar(self) -> Result<$output, KernelError> {
            $instance(self, How::CALL_SCALAR)
        }
        #[inline]
        fn run_scalar(self) -> Result<$output, KernelError> {
            $instance(self, How::RUN_SCALAR)
        }
    };
}

impl<A: CastTo<B>, B: Number> Kernel for Cast<'_, A, B> {
    row!(@methods ("cast", "cast"), (), perform);
}

impl<R: Rule<V::Arithmetic, N>, V: Storage, I: Index, const N: usize, const STATES: usize> Kernel for MixedStep<'_, R, V, I, N, STATES> {
    row!(@methods ("optim", "update_mixed"), (), perform);
}

macro_rules! traits {
    ($(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
        $call:ident($($parameter:tt)*) $fields:tt, $peer:literal, $structure:tt;)*) => {
        /// The kernels for a value type and any index type.
        pub trait OfValue<V: Value> {
            $(if_stored! { $name {} { row!(@of_value $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } })*
        }

        /// The kernels whose operands may be of any storage, and any index type.
        pub trait OfStorage<V: Storage> {
            $(if_stored! { $name { row!(@of_value $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } {} })*
        }

        /// The kernels for a value and an index type.
        pub trait Instance<V: Value, I: Index> {
            $(
                // Where there is but one level, the kernel goes into its caller: what sizes that are constant there do not need is dropped.
                #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
                fn $name(call: crate::$family::$call<'_, $($parameter)*>, how: How) -> Result<$output, KernelError> {
                    perform(call, how)
                }
            )*
        }

        $(row!(@kernel (stringify!($family), stringify!($name)), $generics $name (crate::$family::$call<'_, $($parameter)*>) $output);)*
    };
}

macro_rules! implementations {
    ($(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
        $call:ident($($parameter:tt)*) $fields:tt, $peer:literal, $structure:tt;)*) => {
        mod f32 {
            use super::*;
            type V = f32;
            impl OfValue<V> for V {
                $(if_stored! { $name {} { row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } })*
            }
            impl OfStorage<V> for V {
                $(if_stored! { $name { row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } {} })*
            }
        }
        mod f64 {
            use super::*;
            type V = f64;
            impl OfValue<V> for V {
                $(if_stored! { $name {} { row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } })*
            }
            impl OfStorage<V> for V {
                $(if_stored! { $name { row!(@to_instance $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } {} })*
            }
        }
        #[cfg(feature = "half")]
        mod f16 {
            use super::*;
            type V = ::half::f16;
            impl OfStorage<V> for V {
                $(if_stored! { $name { row!(@generic $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } {} })*
            }
        }
        #[cfg(feature = "half")]
        mod bf16 {
            use super::*;
            type V = ::half::bf16;
            impl OfStorage<V> for V {
                $(if_stored! { $name { row!(@generic $generics $name (crate::$family::$call<'_, $($parameter)*>) $output); } {} })*
            }
        }
        implementations! { @types [$($family $name $generics (crate::$family::$call<'_, $($parameter)*>) $output;)*] f32_i32 f32 i32, f32_i64 f32 i64, f32_u32 f32 u32, f64_i32 f64 i32, f64_i64 f64 i64, f64_u32 f64 u32 }
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
    (@implementation $I:ident [$($family:ident $name:ident $generics:tt ($call:ty) $output:ty;)*]) => {
        impl Instance<V, I> for I {
            $(implementations! { @method $I $family $generics $name ($call) $output })*
        }
    };
    (@method i64 $family:ident [V] $($rest:tt)*) => {};
    (@method u32 $family:ident [V] $($rest:tt)*) => {};
    (@method $I:ident $family:ident $generics:tt $name:ident ($call:ty) $output:ty) => {
        if_wanted! { $family
            #[inline(never)]
            fn $name(call: $call, how: How) -> Result<$output, KernelError> {
                perform(call, how)
            }
        }
    };
}

crate::for_each_kernel!(with_structure_calls { traits });
crate::for_each_kernel!(with_structure_calls { implementations });
