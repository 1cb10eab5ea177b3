//! Ways to run the kernels: one [`Backend`] for each.
//!
//! All backends give the same bits; `lacuna verify` compares them.
mod capi;
mod device;
mod runner;
mod structure;

pub use capi::Capi;
pub use device::{AnyDriver, OnDevice, PtxVm};
pub use lacuna_runtime::Cpu;
pub use runner::Runner;
pub use structure::Structure;

use lacuna::{Index, KernelError, Value};
use lacuna_cuda::driver::Driver;

/// The kernels without CPU dispatch, on the caller's thread: what all others are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalar;

/// The trait, and each backend, from the list of kernels.
macro_rules! kernels {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        /// A way to run every kernel: a method for each, with the operands, the result and the errors of its function.
        pub trait Backend: Structure {
            /// How reports call it.
            fn name(&self) -> String;
            /// Why the last call had no result, if that was not the kernel's refusal.
            fn take_fault(&self) -> Option<String> {
                None
            }
            $(signature! { $generics [#[doc = $formula]] $family $name ($($operand: ($kind $(($($detail)*))?)),*) -> $output; })*
        }

        impl Backend for Scalar {
            fn name(&self) -> String {
                "scalar".to_owned()
            }
            $(method! { self $generics $name ($($operand: ($kind $(($($detail)*))?)),*) -> $output { lacuna::scalar::$name($($operand),*) } })*
        }

        impl Backend for Cpu {
            fn name(&self) -> String {
                Cpu::name(self)
            }
            $(method! { self $generics $name ($($operand: ($kind $(($($detail)*))?)),*) -> $output { Cpu::$name(self, $($operand),*) } })*
        }

        impl Backend for Capi {
            fn name(&self) -> String {
                "capi".to_owned()
            }
            fn take_fault(&self) -> Option<String> {
                self.last_fault()
            }
            $(method! { self $generics $name ($($operand: ($kind $(($($detail)*))?)),*) -> $output {
                capi::call! { self $generics $family $name ($($kind $operand),*) }
            } })*
        }

        impl<D: Driver + Send> Backend for OnDevice<D>
        where
            D::Memory: Send,
        {
            fn name(&self) -> String {
                self.name.to_owned()
            }
            fn take_fault(&self) -> Option<String> {
                self.last_fault()
            }
            $(method! { self $generics $name ($($operand: ($kind $(($($detail)*))?)),*) -> $output {
                device::call! { self $cut $generics $family $name ($($kind $operand),*) }
            } })*
        }
    };
}

/// The declaration of a kernel's method.
macro_rules! signature {
    ([$value:ident I] [$($doc:tt)*] $family:ident $name:ident ($($operand:ident: ($($kind:tt)*)),*) -> $output:ty;) => {
        $($doc)*
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        fn $name<V: Value, I: Index>(&self, $($operand: lacuna::operand!($($kind)* V I)),*) -> Result<$output, KernelError>;
    };
    ([$value:ident] [$($doc:tt)*] $family:ident $name:ident ($($operand:ident: ($($kind:tt)*)),*) -> $output:ty;) => {
        $($doc)*
        ///
        /// # Errors
        #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
        fn $name<V: Value>(&self, $($operand: lacuna::operand!($($kind)* V I)),*) -> Result<$output, KernelError>;
    };
}

/// A kernel's method.
macro_rules! method {
    ($self:ident [$value:ident I] $name:ident ($($operand:ident: ($($kind:tt)*)),*) -> $output:ty $body:block) => {
        fn $name<V: Value, I: Index>(&$self, $($operand: lacuna::operand!($($kind)* V I)),*) -> Result<$output, KernelError> $body
    };
    ($self:ident [$value:ident] $name:ident ($($operand:ident: ($($kind:tt)*)),*) -> $output:ty $body:block) => {
        fn $name<V: Value>(&$self, $($operand: lacuna::operand!($($kind)* V I)),*) -> Result<$output, KernelError> $body
    };
}
lacuna::for_each_kernel!(kernels);
