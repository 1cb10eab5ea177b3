//! Workloads of the benches.
