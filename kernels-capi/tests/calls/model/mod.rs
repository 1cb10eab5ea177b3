//! Calls of the C ABI as data: made, changed, called, and held against the rules of the header and the functions of
//! `lacuna`. The fuzz target shares it.
pub mod base;
pub mod blame;
pub mod call;
pub mod check;
pub mod element;
pub mod faults;
pub mod hyper;
pub mod memory;
pub mod mutate;
pub mod numbers;
pub mod record;
pub mod rust;
pub mod types;
