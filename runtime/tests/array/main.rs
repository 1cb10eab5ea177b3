//! Owned arrays, by what MXNet 1.9.1 makes and prints of the same, and their files. `tests/data/arrays/generate.py` and
//! `generate_scipy.py` have written the expectations.
#![allow(clippy::unwrap_used)]

mod files;
mod functions;
mod matrix_market;
mod params_kinds;
mod peer;
mod properties;
mod safetensors_kinds;
mod scipy;
mod scipy_kinds;
#[path = "../told/mod.rs"]
mod told;
