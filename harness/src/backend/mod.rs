//! Ways to run the kernels: one [`Backend`] for each.
//!
//! All backends give the same bits; `lacuna verify` compares them.
#[macro_use]
mod cast;
#[macro_use]
mod dot;
#[macro_use]
mod optim;
#[macro_use]
mod rows;
mod capi;
mod cpu;
mod device;
mod runner;
mod scalar;
mod split;
mod structure;

pub use capi::Capi;
pub use cpu::Cpu;
pub use device::{OnDevice, PtxVm};
pub use runner::Runner;
pub use scalar::Scalar;
pub use structure::Structure;

use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, RowsMut, Value};
use lacuna_cuda::driver::Driver;

/// From one line for each door: the trait, both backends, and the list of the doors' names. Each family has a macro with its lines, which hands them on to the
/// next family's, and the last to this one.
macro_rules! doors {
    ($($(#[$doc:meta])* $family:ident::$name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// A way to run every kernel: one method for each door, with the door's arguments, result and errors.
        pub trait Backend: Structure {
            /// How reports call it.
            fn name(&self) -> String;
            /// Why the last call had no result, if that was not the kernel's refusal.
            fn take_fault(&self) -> Option<String> {
                None
            }
            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("Those of [`lacuna::", stringify!($family), "::", stringify!($name), "`].")]
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError>;
            )*
        }

        impl Backend for Scalar {
            fn name(&self) -> String {
                "scalar".to_owned()
            }
            $(
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError> {
                    lacuna::scalar::$family::$name($($argument),*)
                }
            )*
        }

        impl Backend for Cpu {
            fn name(&self) -> String {
                format!("cpu {} x{}", lacuna::dispatch::level(), self.threads.max(1))
            }
            $(
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError> {
                    if self.threads <= 1 {
                        lacuna::$family::$name($($argument),*)
                    } else {
                        $family::$name(self.threads, $($argument),*)
                    }
                }
            )*
        }

        impl Backend for Capi {
            fn name(&self) -> String {
                "capi".to_owned()
            }
            fn take_fault(&self) -> Option<String> {
                self.last_fault()
            }
            $(
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError> {
                    capi::$family::$name(self, $($argument),*)
                }
            )*
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
            $(
                fn $name<V: Value, I: Index>(&self, $($argument: $type),*) -> Result<$result, KernelError> {
                    device::$family::$name(self, $($argument),*)
                }
            )*
        }

        /// Module and name of every door that a backend has.
        pub const DOORS: &[(&str, &str)] = &[$((stringify!($family), stringify!($name))),*];
    };
}

dot_doors!();
