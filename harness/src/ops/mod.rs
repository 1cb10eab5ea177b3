//! What the operators of fixtures are in terms of kernels.
//!
//! An [`Operation`] runs one kernel of [`lacuna::list`], with its structure calls, on the operands of a case. To make fixtures run on a new kernel: one type
//! that implements it, and its name in its family's list.
#[macro_use]
mod cast;
#[macro_use]
mod dot;
#[macro_use]
mod format;
#[macro_use]
mod optim;
#[macro_use]
mod rows;
mod inputs;
mod operation;
mod outcome;
mod select;
mod terms;

pub use inputs::Inputs;
pub use operation::Operation;
pub use outcome::{Outcome, Refusal, Stop};
pub use select::{Selection, select};
pub use terms::Terms;

use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number};

macro_rules! operations {
    ($($family:ident::$name:ident),* $(,)?) => {
        /// All operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Kind {
            $($name),*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// [`Operation::OPERATORS`].
            pub const fn operators(self) -> &'static [&'static str] {
                match self { $(Self::$name => $family::$name::OPERATORS),* }
            }
            /// [`Operation::KERNEL`].
            pub const fn kernel(self) -> Option<&'static str> {
                match self { $(Self::$name => $family::$name::KERNEL),* }
            }
            /// [`Operation::PARAMETERS`].
            pub const fn parameters(self) -> &'static [&'static str] {
                match self { $(Self::$name => $family::$name::PARAMETERS),* }
            }
            /// [`Operation::IDS`].
            pub const fn ids(self) -> Option<usize> {
                match self { $(Self::$name => $family::$name::IDS),* }
            }
            /// [`Operation::accepts`].
            ///
            /// # Errors
            /// A sentence about a parameter of the wrong type.
            pub fn accepts(self, case: &Case) -> Result<bool, String> {
                match self { $(Self::$name => $family::$name::accepts(case)),* }
            }
            /// [`Operation::run`].
            ///
            /// # Errors
            /// [`Stop`].
            pub fn run<B: Backend, V: Number, I: CaseIndex>(self, backend: &B, inputs: &Inputs<V, I>) -> Outcome {
                match self { $(Self::$name => $family::$name::run(backend, inputs)),* }
            }
            /// [`Operation::terms`].
            pub fn terms(self, case: &Case, results: &[Array]) -> Vec<Terms> {
                match self { $(Self::$name => $family::$name::terms(case, results)),* }
            }
        }
    };
}

dot_operations!();
