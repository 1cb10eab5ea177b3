//! What a call costs through the C ABI, beside the same call of the Rust function, on the smallest operands of each
//! family of kernels.
//!
//! `cargo bench -p lacuna-benches --bench capi [-- ROUNDS]`: rounds (400) of 2,000 calls of one side, then of the
//! other. All arrays are trusted on both sides, and all arguments are hidden from the compiler in every call.
use anyhow::{Context, Result, ensure};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, FormatError, RowSparse, RowSparseMut, RowsMut, optim};
use lacuna_benches_operands::times::{least, median};
use lacuna_capi::hyper as rules;
use lacuna_capi::types as c;
use lacuna_capi::{ErrorNumbers, Status};
use std::hint::black_box;
use std::time::Instant;

const CALLS: usize = 2_000;

const PLAN: PlanShape = PlanShape { values: 1, operand_rows: 1, output_rows: 1 };

/// One call, which gives true if it did its work.
type Call = Box<dyn FnMut() -> bool>;

struct Pair {
    name: &'static str,
    c: Call,
    rust: Call,
}

/// The function of the library with that name, by its address.
fn address(name: &str) -> Result<*const ()> {
    Ok(black_box(
        lacuna_capi::functions()
            .find(|function| function.name == name)
            .with_context(|| format!("no function {name}"))?
            .address,
    ))
}

/// The arrays of an operand with one row and one column, of so many elements. Each side has values of its own.
struct Arrays {
    pointers: &'static [i32],
    ids: &'static [i32],
    c: *mut f32,
    rust: &'static mut [f32],
}

impl Arrays {
    fn new(stored: usize) -> Self {
        let values = || vec![0.5; stored].leak();
        Self {
            pointers: vec![0, stored as i32].leak(),
            ids: vec![0; stored].leak(),
            c: values().as_mut_ptr(),
            rust: values(),
        }
    }

    fn values(&mut self) -> &mut [f32] {
        black_box(&mut *self.rust)
    }
}

const V: u32 = c::Type::F32 as u32;
const I: u32 = c::Type::I32 as u32;

/// An operand for C.
#[rustfmt::skip]
macro_rules! struct_of {
    (Csr $of:ident) => {{
        let (indptr, indices, values) = (
            $of.pointers.as_ptr().cast(), $of.ids.as_ptr().cast(), $of.c.cast_const().cast()
        );
        c::Csr {
            value_type: V, index_type: I, trusted: 1, rows: 1, columns: 1, nnz: $of.ids.len(), indptr, indices, values
        }
    }};
    (Dense $of:ident) => {
        c::Dense { value_type: V, rows: 1, columns: 1, stride: 1, data: $of.c.cast_const().cast() }
    };
    (DenseMut $of:ident) => { c::DenseMut { value_type: V, rows: 1, columns: 1, stride: 1, data: $of.c.cast() } };
    (RowSparse $of:ident) => {{
        let (indices, data) = ($of.ids.as_ptr().cast(), $of.c.cast_const().cast());
        c::RowSparse {
            value_type: V, index_type: I, trusted: 1, rows: 1, row_length: 1, stored_rows: 1, first_row: 0, indices,
            data
        }
    }};
    (RowSparseMut $of:ident) => {{
        let (indices, data) = ($of.ids.as_ptr().cast(), $of.c.cast());
        c::RowSparseMut {
            value_type: V, index_type: I, trusted: 1, rows: 1, row_length: 1, stored_rows: 1, first_row: 0, indices,
            data
        }
    }};
    (RowsMut $of:ident) => {{
        let (storage, indices, data) = (c::Storage::Dense as u32, std::ptr::null(), $of.c.cast());
        let (value_type, index_type) = (V, I);
        c::RowsMut {
            value_type, index_type, storage, trusted: 1, rows: 1, row_length: 1, stride: 1, stored_rows: 0,
            first_row: 0, indices, data
        }
    }};
    (Plan $of:ident) => {{
        let (ids, segments) = ($of.ids.as_ptr().cast(), $of.pointers.as_ptr().cast());
        let (terms, values, rows, entries) = (1, 1, ids, ids);
        c::Plan {
            index_type: I, trusted: 1, stored_rows: 1, terms, values, operand_rows: 1, output_rows: 1, first_row: 0,
            ids, segments, rows, entries
        }
    }};
    // A lazy step that changes nothing.
    ($rule:ident [$($own:ident)*] $of:ident) => {
        rules::$rule {
            learning_rate: 0.0, $($own: 0.5,)* weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: 0.0, clips: 0,
            update: c::Update::Lazy as u32
        }
    };
}

/// The same operand for Rust.
#[rustfmt::skip]
macro_rules! view_of {
    (Csr $of:ident) => {
        Csr::trusted(black_box(1), black_box(1), black_box($of.pointers), black_box($of.ids), $of.values())
    };
    (Dense $of:ident) => { Dense::with_stride(black_box(1), black_box(1), black_box(1), $of.values()) };
    (DenseMut $of:ident) => { DenseMut::with_stride(black_box(1), black_box(1), black_box(1), $of.values()) };
    (RowSparse $of:ident) => { RowSparse::trusted(black_box(1), black_box(1), black_box($of.ids), $of.values()) };
    (RowSparseMut $of:ident) => { RowSparseMut::trusted(black_box(1), black_box(1), black_box($of.ids), $of.values()) };
    (RowsMut $of:ident) => { view_of!(DenseMut $of).map(RowsMut::from) };
    (Plan $of:ident) => {
        SegmentPlan::trusted(
            black_box($of.ids), black_box($of.pointers), black_box($of.ids), black_box($of.ids), black_box(PLAN)
        ).as_ref()
    };
    ($rule:ident [$($own:ident)*] $of:ident) => {
        Ok::<_, FormatError>(black_box(&const { optim::$rule::new(0.0 $(, view_of!(@own $own))*) }))
    };
    (@own $own:ident) => { 0.5 };
}

/// A pointer to any struct.
macro_rules! pointer {
    ($of:ident) => { *const _ };
}

/// Both sides of a call: each operand's name, elements, and kind, or rule with its own hyper-parameters.
macro_rules! pair {
    ($title:literal, $family:ident::$name:ident($($of:ident: $stored:literal $kind:ident $([$($own:ident)*])?),+)) => {{
        let address = address(concat!("lacuna_", stringify!($family), "_", stringify!($name)))?;
        // Not all kinds write or have values.
        $(#[allow(unused_mut, unused_variables)] let mut $of = Arrays::new($stored);)+
        let c = {
            // SAFETY: the table has this function with these parameters.
            let function = unsafe {
                std::mem::transmute::<
                    *const (), unsafe extern "C" fn($(pointer!($of),)+ *mut ErrorNumbers) -> Status,
                >(address)
            };
            $(let $of = struct_of!($kind $([$($own)*])? $of);)+
            let mut error = ErrorNumbers::NONE;
            Box::new(move || {
                let error = &raw mut error;
                // SAFETY: the structs are there, and their arrays are kept memory of their lengths, that nobody else
                // uses during the call.
                unsafe { black_box(function)($(black_box(&raw const $of),)+ black_box(error)) == Status::Ok }
            }) as Call
        };
        let rust = Box::new(move || match ($(view_of!($kind $([$($own)*])? $of),)+) {
            ($(Ok($of),)+) => lacuna::$family::$name($($of),+).is_ok(),
            _ => false,
        });
        Pair { name: $title, c, rust }
    }};
}

/// Nanoseconds of a call.
fn time(call: &mut Call) -> Result<f64> {
    let start = Instant::now();
    let mut done = 0;
    for _ in 0..CALLS {
        done += usize::from(call());
    }
    let elapsed = start.elapsed();
    ensure!(done == CALLS, "a call was refused");
    Ok(elapsed.as_secs_f64() * 1e9 / CALLS as f64)
}

fn main() -> Result<()> {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(400).max(1);
    let pairs = [
        pair!("dot::csr_dense, nnz 0", dot::csr_dense(a: 0 Csr, b: 1 Dense, out: 1 DenseMut)),
        pair!("dot::csr_dense, nnz 1", dot::csr_dense(a: 1 Csr, b: 1 Dense, out: 1 DenseMut)),
        pair!("dot::csr_row_sparse", dot::csr_row_sparse(a: 1 Csr, b: 1 RowSparse, out: 1 DenseMut)),
        pair!("cast::csr_to_dense", cast::csr_to_dense(csr: 1 Csr, out: 1 DenseMut)),
        pair!("rows::retain", rows::retain(input: 1 RowSparse, out: 1 RowSparseMut)),
        pair!("rows::coalesce", rows::coalesce(plan: 1 Plan, input: 1 RowSparse, out: 1 RowSparseMut)),
        pair!("optim::sgd", optim::sgd(hyper: 0 Sgd [], gradient: 1 RowSparse, weight: 1 RowsMut)),
        pair!(
            "optim::sgd_momentum",
            optim::sgd_momentum(
                hyper: 0 SgdMomentum [momentum], gradient: 1 RowSparse, weight: 1 RowsMut, momentum: 1 RowsMut
            )
        ),
    ];
    println!("| call | Rust | C | difference of minima | median difference |\n|---|--:|--:|--:|--:|");
    for mut pair in pairs {
        let (mut rust, mut c) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            rust.push(time(&mut pair.rust)?);
            c.push(time(&mut pair.c)?);
        }
        let mut differences: Vec<f64> = c.iter().zip(&rust).map(|(c, rust)| c - rust).collect();
        let (least_rust, least_c) = (least(&rust), least(&c));
        println!(
            "| {} | {least_rust:.1} | {least_c:.1} | {:.1} | {:.1} |",
            pair.name,
            least_c - least_rust,
            median(&mut differences)
        );
    }
    Ok(())
}
