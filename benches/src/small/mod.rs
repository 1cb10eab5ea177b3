//! Kernels on small fixed operands, for instruction counts.
//!
//! Operands are the same in every run and on every machine, start at addresses of the same alignment, fit the second-level cache, and have tails beside whole
//! vectors. They are leaked: a run must not free anything.
mod cast;
mod dot;
mod operands;
mod optim;
mod rows;

use anyhow::Result;

/// The doors that a bench goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doors {
    /// `lacuna::scalar`.
    Scalar,
    /// Those that dispatch by SIMD level.
    Dispatched,
}

/// What is counted: one call, whose operands are ready.
pub type Call = Box<dyn FnMut() -> Result<()>>;

/// The small benches: by family those of kernels, of structure calls, and with a word more those of a form of a kernel that runs other code.
///
/// This is the only list of them: `$callback! { family { name, ... } ... }`.
#[macro_export]
macro_rules! small_benches {
    ($callback:ident) => {
        $callback! {
            dot {
                csr_dense, csr_dense_column, csr_row_sparse, csr_row_sparse_column, transpose_plan, csr_t_dense, csr_t_dense_to_dense,
                transpose_plan_row_sparse, csr_t_row_sparse,
            }
            cast {
                dense_row_nnz, accumulate_indptr, dense_to_csr, dense_to_csr_one_pass, csr_to_dense, dense_row_ids, dense_to_row_sparse,
                row_sparse_to_dense,
            }
            rows { retain_ids, retain, coalesce_plan, coalesce, add_n_ids, add_n, add_n_three }
            optim { sgd, sgd_standard, sgd_clipped, sgd_row_sparse, sgd_momentum, sgd_momentum_standard, sgd_momentum_clipped }
        }
    };
}

/// A small bench.
#[derive(Clone, Copy)]
pub struct Bench {
    /// The module of the kernel.
    pub family: &'static str,
    /// The kernel, structure call or form.
    pub name: &'static str,
    /// Makes the operands.
    pub open: fn(Doors) -> Result<Call>,
}

macro_rules! table {
    ($($family:ident { $($name:ident),* $(,)? })*) => {
        /// All of them.
        pub const BENCHES: &[Bench] = &[$($(Bench { family: stringify!($family), name: stringify!($name), open: $family::$name }),*),*];
    };
}
small_benches!(table);

/// Makes the operands of a bench, and lets the SIMD level be chosen before anything is counted.
pub fn open(family: &str, name: &str, doors: Doors) -> Call {
    lacuna::dispatch::level();
    let call = BENCHES.iter().find(|bench| (bench.family, bench.name) == (family, name)).map(|bench| (bench.open)(doors));
    match call {
        Some(Ok(call)) => call,
        // Counted would be nothing, so the failure has to be seen.
        Some(Err(error)) => panic!("{family}::{name}: {error}"),
        None => panic!("{family}::{name}: no such bench"),
    }
}

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
            for doors in [Doors::Scalar, Doors::Dispatched] {
                let mut call = (bench.open)(doors).unwrap();
                for _ in 0..2 {
                    call().unwrap_or_else(|error| panic!("{}::{}: {error}", bench.family, bench.name));
                }
            }
        }
    }
}
