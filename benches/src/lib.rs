//! Workloads of the benches: the peer benchmark's inputs, run by this project's kernels, and small operands for instruction counts.
pub mod buffer;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(feature = "workloads")]
pub mod npy;
#[cfg(feature = "workloads")]
pub mod seeded;
pub mod small;
#[cfg(feature = "workloads")]
pub mod source;
#[cfg(feature = "workloads")]
pub mod table;
#[cfg(feature = "workloads")]
pub mod timing;
#[cfg(feature = "workloads")]
pub mod workload;
