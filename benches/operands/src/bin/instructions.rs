//! One call of each kernel in each form, for callgrind: it counts what runs inside `counted_call`, and writes a file
//! after each call. Prints a line `name,form` for each, in the same order.
//!
//! Run it with `cargo xtask instructions`, which also compares with the baseline. Operands are made before a call, and
//! nothing is freed. Valgrind has no AVX-512, so what dispatches runs at AVX2.
use anyhow::{Context, Result};
use lacuna_benches_operands::small::{BENCHES, Call, Form};
use std::hint::black_box;
use std::mem;

/// callgrind finds the call by this name.
#[inline(never)]
fn counted_call(call: &mut Call) -> Result<()> {
    black_box(call())
}

fn main() -> Result<()> {
    // So that no call counts the detection of the processor.
    lacuna::dispatch::level();
    for bench in BENCHES {
        for (form, name) in [(Form::Dispatched, "dispatched"), (Form::Scalar, "scalar")] {
            let mut call = (bench.open)(form).with_context(|| bench.name)?;
            counted_call(&mut call).with_context(|| bench.name)?;
            // No operand of another call takes its place.
            mem::forget(call);
            println!("{},{name}", bench.name);
        }
    }
    Ok(())
}
