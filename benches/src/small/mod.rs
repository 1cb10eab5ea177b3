//! Kernels on small fixed operands, for instruction counts.
//!
//! Operands are the same in every run and on every machine, start at addresses of the same alignment, fit the second-level cache, and have tails beside whole
//! vectors. They are leaked: a run must not free anything.
#[macro_use]
mod cast;
#[macro_use]
mod dot;
#[macro_use]
mod optim;
#[macro_use]
mod rows;
mod operands;

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
/// Each family lists its own; all together: `$callback! { family { name, ... } ... }`.
#[macro_export]
macro_rules! small_benches {
    ($callback:ident) => {
        $crate::dot_benches! { $callback }
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
