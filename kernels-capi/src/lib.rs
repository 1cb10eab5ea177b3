//! The lacuna kernels through a C ABI: what `include/lacuna.h` declares.
//!
//! A C program passes pointers to small structs of sizes and pointers ([`types`]); each call turns them into checked
//! views, runs the kernel of [`lacuna`], and answers with a [`Status`] and, where the caller wants them, the
//! [numbers](ErrorNumbers) behind it. Nothing is allocated, nothing is kept between calls, no thread is started. The
//! rules of the ABI, and what may change in a minor version, are in `docs/abi.md`.
//!
//! The names are `lacuna_`, and the module and function of `lacuna`: `lacuna_dot_csr_dense` is
//! `lacuna::dot::csr_dense`, for the types that its operands name. All of them are made from the list of kernels, or
//! from an entry of [`structure`], [`view`] or [`dispatch`]; as data they are [`functions`], from which the header is
//! written.
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
#![no_std]
#![deny(missing_docs, unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

#[cfg(feature = "std")]
extern crate std;

#[cfg(not(any(feature = "f32", feature = "f64", feature = "half", feature = "integers")))]
compile_error!("a library has a type of values: one of the features f32, f64, half and integers, or `types` for all");
#[cfg(not(any(feature = "i32", feature = "i64")))]
compile_error!("a library has a type of indices: one of the features i32 and i64, or `types` for all");

pub mod describe;
pub mod dispatch;
pub mod hyper;
pub mod kernels;
#[cfg(all(feature = "panic-handler", not(feature = "std")))]
mod panic;
mod raw;
pub mod status;
pub mod structure;
pub mod types;
pub mod view;

pub use describe::{Enum, Function, Kind, Query, Struct};
#[cfg(feature = "threads")]
pub use raw::call_on;
pub use raw::{MOST_ARRAYS, MOST_WORDS, infer, invoke, scratch, text};
pub use status::{ErrorNumbers, Status};

const FUNCTIONS: [&[Function]; 4] = [structure::FUNCTIONS, kernels::FUNCTIONS, view::FUNCTIONS, dispatch::FUNCTIONS];

/// All functions that take arguments of known kinds. (Those that answer with a text or a number alone are [`QUERIES`].)
pub fn functions() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.into_iter().flatten()
}

/// The functions that answer with a text or a number alone.
pub const QUERIES: [&[Query]; 3] = [text::QUERIES, scratch::QUERIES, infer::QUERIES];

/// All structs.
pub fn structs() -> impl Iterator<Item = &'static Struct> {
    [types::STRUCTS, hyper::STRUCTS, status::STRUCTS].into_iter().flatten()
}

/// All enums.
pub const ENUMS: [Enum; 10] = [
    Status::ENUM,
    types::Type::ENUM,
    types::Storage::ENUM,
    types::Form::ENUM,
    types::Update::ENUM,
    types::Stype::ENUM,
    types::Device::ENUM,
    types::Mode::ENUM,
    status::OperandCode::ENUM,
    status::Fault::ENUM,
];

// No function has more arrays, or parameters, than there is room for.
const _: () = {
    let mut file = 0;
    while file < FUNCTIONS.len() {
        let mut name = 0;
        while name < FUNCTIONS[file].len() {
            let (parameters, mut next) = (FUNCTIONS[file][name].parameters, 0);
            let (mut reads, mut writes) = (0, 1);
            while next < parameters.len() {
                let (more_reads, more_writes) = parameters[next].kind.arrays();
                (reads, writes, next) = (reads + more_reads, writes + more_writes, next + 1);
            }
            assert!(reads <= raw::MOST_ARRAYS && writes <= raw::MOST_ARRAYS && parameters.len() < raw::MOST_WORDS);
            name += 1;
        }
        file += 1;
    }
};
