//! Workloads of the benches: the inputs of the benchmark kit, run by this project's kernels.
pub mod source;
pub mod table;
pub mod timing;
pub mod updates;
pub mod workload;
