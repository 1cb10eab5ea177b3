//! Kernels on small fixed operands, for instruction counts.
//!
//! Operands are the same in every run and on every machine, start at addresses of the same alignment, fit the
//! second-level cache, and have tails beside whole vectors. They are leaked: a run must not free anything.

/// The call in the asked form: `call!(form, family::name(arguments))`.
macro_rules! call {
    ($form:ident, $family:ident::$name:ident($($argument:expr),* $(,)?)) => {
        match $form {
            $crate::small::Form::Scalar => Box::new(
                move || Ok(lacuna::scalar::$name($($argument),*).map(drop)?)
            ) as $crate::small::Call,
            $crate::small::Form::Dispatched => Box::new(move || Ok(lacuna::$family::$name($($argument),*).map(drop)?)),
        }
    };
}

mod binary;
mod cast;
mod dot;
mod embedding;
mod graph;
mod loss;
mod operands;
mod optim;
mod random;
mod reduce;
mod rows;
mod slice;
mod slices;
mod sparse_products;

use anyhow::Result;
use slices as map;

/// Which of the two functions of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// That of `lacuna::scalar`.
    Scalar,
    /// That of the kernel's family, which dispatches by SIMD level.
    Dispatched,
}

/// What is counted: one call, whose operands are ready.
pub type Call = Box<dyn FnMut() -> Result<()>>;

/// A small bench.
#[derive(Clone, Copy)]
pub struct Bench {
    /// The module of the kernel.
    pub family: &'static str,
    /// The kernel, structure call, or kernel on other operands.
    pub name: &'static str,
    /// Makes the operands.
    pub open: fn(Form) -> Result<Call>,
}

/// The kernels of the list, and what stands here: structure calls, and with a word more those of kernels on operands
/// for which other code runs.
macro_rules! small_benches {
    () => {
        lacuna::for_each_kernel! { small_benches {
            dot { csr_dense_column csr_row_sparse_column transpose transpose_plan transpose_plan_row_sparse }
            dot { csr_t_dense_scatter_column block_ends block_ends_row_sparse sell_plan sell_plan_transposed
                sell_column_band }
            binary { csr_union_nnz csr_intersection_nnz rows_intersection_ids }
            dot { csr_csr_row_nnz csr_csr_indices csr_csr_search occurring_columns }
            cast { dense_row_nnz accumulate_indptr dense_row_ids }
            graph { subgraph_indptr sample_indptr }
            random { log_uniform_unique uniform_pattern row_ids power_law_pattern }
            embedding { bag_plan }
            rows { retain_ids coalesce_plan add_n_ids add_n_three }
            slice { take_indptr columns_indptr add_row_nnz prune_indptr prune_ids canonical_csr }
            optim { sgd_standard sgd_clipped sgd_row_sparse sgd_momentum_standard sgd_momentum_clipped }
        } }
    };
    ({ $($family:ident { $($name:ident)* })* } $($(#[$doc:meta])* $of_kernel:ident::$kernel:ident
        $generics:tt $operands:tt -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        /// All of them.
        pub const BENCHES: &[Bench] = &[
            $(Bench { family: stringify!($of_kernel), name: stringify!($kernel), open: $of_kernel::$kernel },)*
            $($(Bench { family: stringify!($family), name: stringify!($name), open: $family::$name },)*)*
        ];
    };
}
small_benches!();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_and_structure_call_has_a_bench() {
        let missing: Vec<_> = lacuna::list::KERNELS
            .iter()
            .flat_map(|kernel| kernel.structure.iter().chain([&kernel.name]).map(|&name| (kernel.family, name)))
            .filter(|&(family, name)| !BENCHES.iter().any(|bench| (bench.family, bench.name) == (family, name)))
            .collect();
        assert!(missing.is_empty(), "add to small_benches: {missing:?}");
    }

    #[test]
    fn every_bench_runs_more_than_once() {
        for bench in BENCHES {
            for form in [Form::Scalar, Form::Dispatched] {
                let mut call = (bench.open)(form).unwrap();
                for _ in 0..2 {
                    call().unwrap_or_else(|error| panic!("{}::{}: {error}", bench.family, bench.name));
                }
            }
        }
    }
}
