//! What the operators of fixtures are in terms of kernels.
//!
//! An [`Operation`] runs one kernel of [`lacuna::list`], with its structure calls, on the operands of a case: a type
//! with the kernel's name in the file of its family. Optimizers and functions of numbers have one for each row of the
//! list, made by their files.
mod binary;
mod cast;
mod composed;
mod dense_products;
mod dot;
mod embedding;
mod format;
mod graph;
mod inputs;
mod loss;
mod magnitudes;
mod mixed;
mod operation;
mod optim;
mod outcome;
mod patterns;
mod random;
mod reduce;
mod rows;
mod select;
mod slice;
mod sparse_products;
mod values;
use values as map;

pub use inputs::Inputs;
pub use magnitudes::Magnitudes;
pub use operation::Operation;
pub use outcome::{Outcome, Refusal, Stop};
pub use select::{Selection, select};

use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stored};
use half::{bf16, f16};

macro_rules! operations {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt
        -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        operations! { @all $($family $name)* dot sell_column_transposed embedding lookup_gradient embedding
            bag_sum_gradient format check_format slice zeros_like slice prune_rows slice canonical
            patterns uniform_pattern patterns row_ids patterns power_law_pattern
            composed copy composed adjacency composed tanh_slope composed tan_slope composed sqrt_slope
            composed cbrt_slope composed sigmoid_slope composed divisor_gradient composed whole_sum_gradient
            composed mean_gradient composed square_sum_gradient composed fully_connected composed whole_nnz
            composed negated_sum composed product_sums composed quotient_sums composed divisor_gradient_sums
            composed norm1_gradient composed norm2_gradient graph numbered_subgraph
            cast numbers mixed mixed_sgd mixed mixed_sgd_momentum mixed mixed_adam }
    };
    (@all $($family:ident $name:ident)*) => {
        /// Any of the operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, non_camel_case_types)]
        pub enum AnyOperation {
            $($name),*
        }

        impl AnyOperation {
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
            /// [`Operation::LINE`].
            pub const fn line(self) -> Option<&'static str> {
                match self { $(Self::$name => $family::$name::LINE),* }
            }
            /// [`Operation::UNTYPED`].
            pub const fn untyped(self) -> usize {
                match self { $(Self::$name => $family::$name::UNTYPED),* }
            }
            /// [`Operation::HERE`].
            pub const fn is_here(self) -> bool {
                match self { $(Self::$name => $family::$name::HERE),* }
            }
            /// [`Operation::STORED`].
            pub const fn takes_stored(self) -> bool {
                match self { $(Self::$name => $family::$name::STORED),* }
            }
            /// [`Operation::accepts`].
            ///
            /// # Errors
            /// A sentence about a parameter of the wrong type.
            pub fn accepts(self, case: &Case) -> Result<bool, String> {
                match self { $(Self::$name => $family::$name::accepts(case)),* }
            }
            /// [`Operation::run`], or [`Operation::run_stored`] for numbers of 16 bits.
            ///
            /// # Errors
            /// [`Stop`].
            pub fn run<V: Runs, I: CaseIndex>(self, backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                V::run(self, backend, inputs)
            }
            fn run_computed<V: Number, I: CaseIndex>(self, backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                match self { $(Self::$name => $family::$name::run(backend, inputs)),* }
            }
            fn run_stored<V: Stored, I: CaseIndex>(self, backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome
            where
                V::Arithmetic: Number,
            {
                match self { $(Self::$name => $family::$name::run_stored(backend, inputs)),* }
            }
            /// [`Operation::magnitudes`].
            pub fn magnitudes(self, case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                match self { $(Self::$name => $family::$name::magnitudes(case, results)),* }
            }
        }
    };
}

lacuna::for_each_kernel!(operations);

/// A value type that operations run on.
pub trait Runs: Stored {
    /// [`AnyOperation::run`].
    ///
    /// # Errors
    /// [`Stop`].
    fn run<I: CaseIndex>(operation: AnyOperation, backend: &dyn Backend, inputs: &Inputs<Self, I>) -> Outcome;
}

macro_rules! runs {
    ($($type:ty: $run:ident),*) => {$(
        impl Runs for $type {
            fn run<I: CaseIndex>(operation: AnyOperation, backend: &dyn Backend, inputs: &Inputs<Self, I>) -> Outcome {
                operation.$run(backend, inputs)
            }
        }
    )*};
}
runs!(f32: run_computed, f64: run_computed, f16: run_stored, bf16: run_stored);
