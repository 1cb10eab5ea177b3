//! Workloads of the benches: the peer benchmark's inputs, run by this project's kernels.
pub mod source;
pub mod table;
pub mod timing;
pub mod updates;
pub mod workload;
