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
mod cpu;
mod scalar;
mod split;

pub use cpu::Cpu;
pub use scalar::Scalar;

use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, RowsMut, Value};

/// From one line for each door: the trait, both backends, and the list of the doors' names. Each family has a macro with its lines, which hands them on to the
/// next family's, and the last to this one.
macro_rules! doors {
    ($($(#[$doc:meta])* $family:ident::$name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        /// A way to run every kernel: one method for each door, with the door's arguments, result and errors.
        pub trait Backend: Sync {
            /// How reports call it.
            fn name(&self) -> String;
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

        /// Module and name of every door that a backend has.
        pub const DOORS: &[(&str, &str)] = &[$((stringify!($family), stringify!($name))),*];
    };
}

dot_doors!();
