//! What a call costs through the C ABI, beside the same call through the Rust door, on the smallest operands of each family of kernels.
//!
//! `cargo bench -p lacuna-benches --bench capi [-- ROUNDS]`: rounds (400) of 2,000 calls of one side, then of the other. All arrays are trusted on both sides, and all
//! arguments are hidden from the compiler in every call.
use anyhow::{Context, Result, ensure};
use lacuna::optim::{self, Update};
use lacuna::rows::{self, PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, RowSparse, RowSparseMut, cast, dot};
use lacuna_capi::types as c;
use lacuna_capi::{ErrorNumbers, Status};
use std::hint::black_box;
use std::time::Instant;

const CALLS: usize = 2_000;

/// One call, which gives true if it did its work.
type Call = Box<dyn FnMut() -> bool>;

struct Pair {
    name: &'static str,
    c: Call,
    rust: Call,
}

/// The function of the library with that name, by its address.
fn address(name: &str) -> Result<*const ()> {
    Ok(black_box(lacuna_capi::functions().find(|function| function.name == name).with_context(|| format!("no function {name}"))?.address))
}

/// Memory that stays, of one allocation each.
fn kept<T: Clone>(items: &[T]) -> &'static mut [T] {
    Box::leak(items.to_vec().into_boxed_slice())
}

/// A side of C: the function of a name, called with pointers to structs and the place of an error.
macro_rules! by_c {
    ($name:literal, $($argument:expr => $type:ty),+) => {{
        let address = address($name)?;
        // SAFETY: the table has this function with these parameters.
        let function: unsafe extern "C" fn($(*const $type,)+ *mut ErrorNumbers) -> Status = unsafe { std::mem::transmute(address) };
        let mut error = ErrorNumbers { status: 0, argument: 0, operand: 0, fault: 0, row: 0, entry: 0, expected: 0, found: 0 };
        // SAFETY: the structs are there, and their arrays are kept memory of their lengths, that nobody else uses during the call.
        Box::new(move || unsafe { black_box(function)($(black_box(&raw const $argument),)+ black_box(&raw mut error)) == Status::Ok }) as Call
    }};
}

fn c_csr(columns: usize, indptr: &[i32], indices: &[i32], values: &[f32]) -> c::Csr<f32, i32> {
    let (rows, nnz) = (indptr.len() - 1, indices.len());
    c::Csr { rows, columns, nnz, indptr: indptr.as_ptr(), indices: indices.as_ptr(), values: values.as_ptr(), trusted: 1 }
}

fn c_dense(rows: usize, data: &[f32]) -> c::Dense<f32> {
    c::Dense { rows, columns: 1, stride: 1, data: data.as_ptr() }
}

fn c_dense_mut(rows: usize, data: &mut [f32]) -> c::DenseMut<f32> {
    c::DenseMut { rows, columns: 1, stride: 1, data: data.as_mut_ptr() }
}

fn c_row_sparse(rows: usize, indices: &[i32], data: &[f32]) -> c::RowSparse<f32, i32> {
    let stored_rows = indices.len();
    c::RowSparse { rows, row_length: 1, stored_rows, first_row: 0, indices: indices.as_ptr(), data: data.as_ptr(), trusted: 1 }
}

fn c_row_sparse_mut(rows: usize, indices: &[i32], data: &mut [f32]) -> c::RowSparseMut<f32, i32> {
    let stored_rows = indices.len();
    c::RowSparseMut { rows, row_length: 1, stored_rows, first_row: 0, indices: indices.as_ptr(), data: data.as_mut_ptr(), trusted: 1 }
}

fn c_rows_mut(rows: usize, data: &mut [f32]) -> c::RowsMut<f32, i32> {
    let (storage, indices) = (c::Storage::Dense as u32, std::ptr::null());
    c::RowsMut { storage, trusted: 1, rows, row_length: 1, stride: 1, stored_rows: 0, first_row: 0, indices, data: data.as_mut_ptr() }
}

/// A lazy step that changes nothing.
const C_SGD: c::Sgd<f32> =
    c::Sgd { learning_rate: 0.0, weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: 0.0, clips: 0, update: c::Update::Lazy as u32 };

fn csr_dense(name: &'static str, nnz: usize) -> Result<Pair> {
    let (indptr, indices, values) = (kept(&[0, nnz as i32]), kept(&vec![0; nnz]), kept(&vec![2.0; nnz]));
    let (b, out, rust_out) = (kept(&[3.0]), kept(&[0.0]), kept(&[0.0]));
    let (of_a, of_b, of_out) = (c_csr(1, indptr, indices, values), c_dense(1, b), c_dense_mut(1, out));
    let c = by_c!("lacuna_dot_csr_dense_f32_i32", of_a => c::Csr<f32, i32>, of_b => c::Dense<f32>, of_out => c::DenseMut<f32>);
    let rust = Box::new(move || {
        let a = Csr::trusted(black_box(1), black_box(1), black_box(&*indptr), black_box(&*indices), black_box(&*values));
        let b = Dense::with_stride(black_box(1), black_box(1), black_box(1), black_box(&*b));
        let out = DenseMut::with_stride(black_box(1), black_box(1), black_box(1), black_box(&mut *rust_out));
        let (Ok(a), Ok(b), Ok(out)) = (a, b, out) else { return false };
        dot::csr_dense(a, b, out).is_ok()
    });
    Ok(Pair { name, c, rust })
}

fn csr_row_sparse() -> Result<Pair> {
    let (indptr, indices, values) = (kept(&[0, 1]), kept(&[0]), kept(&[2.0]));
    let (ids, data, out, rust_out) = (kept(&[0]), kept(&[3.0]), kept(&[0.0]), kept(&[0.0]));
    let (of_a, of_b, of_out) = (c_csr(1, indptr, indices, values), c_row_sparse(1, ids, data), c_dense_mut(1, out));
    let c =
        by_c!("lacuna_dot_csr_row_sparse_f32_i32", of_a => c::Csr<f32, i32>, of_b => c::RowSparse<f32, i32>, of_out => c::DenseMut<f32>);
    let rust = Box::new(move || {
        let a = Csr::trusted(black_box(1), black_box(1), black_box(&*indptr), black_box(&*indices), black_box(&*values));
        let b = RowSparse::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&*data));
        let out = DenseMut::with_stride(black_box(1), black_box(1), black_box(1), black_box(&mut *rust_out));
        let (Ok(a), Ok(b), Ok(out)) = (a, b, out) else { return false };
        dot::csr_row_sparse(a, b, out).is_ok()
    });
    Ok(Pair { name: "dot::csr_row_sparse", c, rust })
}

fn coalesce() -> Result<Pair> {
    let (ids, segments, rows_of, entries) = (kept(&[0]), kept(&[0, 1]), kept(&[0]), kept(&[0]));
    let (data, out, rust_out) = (kept(&[3.0]), kept(&[0.0]), kept(&[0.0]));
    let of_plan = c::Plan {
        stored_rows: 1,
        terms: 1,
        values: 1,
        operand_rows: 1,
        output_rows: 1,
        first_row: 0,
        ids: ids.as_ptr(),
        segments: segments.as_ptr(),
        rows: rows_of.as_ptr(),
        entries: entries.as_ptr(),
        trusted: 1,
    };
    let (of_input, of_out) = (c_row_sparse(1, ids, data), c_row_sparse_mut(1, ids, out));
    let c = by_c!(
        "lacuna_rows_coalesce_f32_i32",
        of_plan => c::Plan<i32>, of_input => c::RowSparse<f32, i32>, of_out => c::RowSparseMut<f32, i32>
    );
    let rust = Box::new(move || {
        let shape = black_box(PlanShape { values: 1, operand_rows: 1, output_rows: 1 });
        let plan = SegmentPlan::trusted(black_box(&*ids), black_box(&*segments), black_box(&*rows_of), black_box(&*entries), shape);
        let input = RowSparse::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&*data));
        let out = RowSparseMut::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&mut *rust_out));
        let (Ok(plan), Ok(input), Ok(out)) = (plan, input, out) else { return false };
        rows::coalesce(&plan, input, out).is_ok()
    });
    Ok(Pair { name: "rows::coalesce", c, rust })
}

fn retain() -> Result<Pair> {
    let (ids, data, out, rust_out) = (kept(&[0]), kept(&[3.0]), kept(&[0.0]), kept(&[0.0]));
    let (of_data, of_out) = (c_row_sparse(1, ids, data), c_row_sparse_mut(1, ids, out));
    let c = by_c!("lacuna_rows_retain_f32_i32", of_data => c::RowSparse<f32, i32>, of_out => c::RowSparseMut<f32, i32>);
    let rust = Box::new(move || {
        let input = RowSparse::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&*data));
        let out = RowSparseMut::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&mut *rust_out));
        let (Ok(input), Ok(out)) = (input, out) else { return false };
        rows::retain(input, out).is_ok()
    });
    Ok(Pair { name: "rows::retain", c, rust })
}

fn csr_to_dense() -> Result<Pair> {
    let (indptr, indices, values, out, rust_out) = (kept(&[0, 1]), kept(&[0]), kept(&[2.0]), kept(&[0.0]), kept(&[0.0]));
    let (of_csr, of_out) = (c_csr(1, indptr, indices, values), c_dense_mut(1, out));
    let c = by_c!("lacuna_cast_csr_to_dense_f32_i32", of_csr => c::Csr<f32, i32>, of_out => c::DenseMut<f32>);
    let rust = Box::new(move || {
        let csr = Csr::trusted(black_box(1), black_box(1), black_box(&*indptr), black_box(&*indices), black_box(&*values));
        let out = DenseMut::with_stride(black_box(1), black_box(1), black_box(1), black_box(&mut *rust_out));
        let (Ok(csr), Ok(out)) = (csr, out) else { return false };
        cast::csr_to_dense(csr, out).is_ok()
    });
    Ok(Pair { name: "cast::csr_to_dense", c, rust })
}

fn sgd() -> Result<Pair> {
    let (ids, data, weight, rust_weight) = (kept(&[0]), kept(&[0.5]), kept(&[1.0]), kept(&[1.0]));
    let hyper = C_SGD;
    let (of_gradient, of_weight) = (c_row_sparse(1, ids, data), c_rows_mut(1, weight));
    let c =
        by_c!("lacuna_optim_sgd_f32_i32", hyper => c::Sgd<f32>, of_gradient => c::RowSparse<f32, i32>, of_weight => c::RowsMut<f32, i32>);
    let hyper = optim::Sgd { update: Update::Lazy, ..optim::Sgd::new(0.0) };
    let rust = Box::new(move || {
        let gradient = RowSparse::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&*data));
        let weight = DenseMut::with_stride(black_box(1), black_box(1), black_box(1), black_box(&mut *rust_weight));
        let (Ok(gradient), Ok(weight)) = (gradient, weight) else { return false };
        optim::sgd(black_box(&hyper), gradient, weight.into()).is_ok()
    });
    Ok(Pair { name: "optim::sgd", c, rust })
}

fn sgd_momentum() -> Result<Pair> {
    let (ids, data) = (kept(&[0]), kept(&[0.5]));
    let [weight, momentum, rust_weight, rust_momentum] = [1.0; 4].map(|x| kept(&[x]));
    let hyper = c::SgdMomentum { sgd: C_SGD, momentum: 0.5 };
    let (of_gradient, of_weight, of_momentum) = (c_row_sparse(1, ids, data), c_rows_mut(1, weight), c_rows_mut(1, momentum));
    let c = by_c!(
        "lacuna_optim_sgd_momentum_f32_i32",
        hyper => c::SgdMomentum<f32>, of_gradient => c::RowSparse<f32, i32>, of_weight => c::RowsMut<f32, i32>, of_momentum => c::RowsMut<f32, i32>
    );
    let hyper = optim::SgdMomentum::new(0.0, 0.5);
    let rust = Box::new(move || {
        let gradient = RowSparse::trusted(black_box(1), black_box(1), black_box(&*ids), black_box(&*data));
        let weight = DenseMut::with_stride(black_box(1), black_box(1), black_box(1), black_box(&mut *rust_weight));
        let momentum = DenseMut::with_stride(black_box(1), black_box(1), black_box(1), black_box(&mut *rust_momentum));
        let (Ok(gradient), Ok(weight), Ok(momentum)) = (gradient, weight, momentum) else { return false };
        optim::sgd_momentum(black_box(&hyper), gradient, weight.into(), momentum.into()).is_ok()
    });
    Ok(Pair { name: "optim::sgd_momentum", c, rust })
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

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<()> {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(400).max(1);
    let pairs = [
        csr_dense("dot::csr_dense, nnz 0", 0)?,
        csr_dense("dot::csr_dense, nnz 1", 1)?,
        csr_row_sparse()?,
        csr_to_dense()?,
        retain()?,
        coalesce()?,
        sgd()?,
        sgd_momentum()?,
    ];
    println!("| call | Rust | C | difference of minima | median difference |\n|---|--:|--:|--:|--:|");
    for mut pair in pairs {
        let (mut rust, mut c) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            rust.push(time(&mut pair.rust)?);
            c.push(time(&mut pair.c)?);
        }
        let mut differences: Vec<f64> = c.iter().zip(&rust).map(|(c, rust)| c - rust).collect();
        let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
        let (least_rust, least_c) = (least(&rust), least(&c));
        println!("| {} | {least_rust:.1} | {least_c:.1} | {:.1} | {:.1} |", pair.name, least_c - least_rust, median(&mut differences));
    }
    Ok(())
}
