//! Instruction counts of every kernel on small operands. Run it with `cargo xtask instructions`, which also compares
//! with the baseline.
//!
//! Counted is one call of the function; operands are made before, and nothing is freed. Valgrind has no AVX-512, so
//! what dispatches runs at AVX2.
use anyhow::Result;
use gungraun::{library_benchmark, library_benchmark_group, main};
use lacuna_benches_operands::small::{self, Call, Form};
use lacuna_benches_operands::small_benches;
use std::hint::black_box;

macro_rules! benches {
    ($($family:ident $name:ident;)*) => {
        $(
            #[library_benchmark]
            #[bench::scalar(small::open(stringify!($family), stringify!($name), Form::Scalar))]
            #[bench::dispatched(small::open(stringify!($family), stringify!($name), Form::Dispatched))]
            fn $name(mut call: Call) -> (Result<()>, Call) {
                (black_box(call()), call)
            }
        )*
        library_benchmark_group!(name = kernels, benchmarks = [$($name),*]);
        main!(library_benchmark_groups = [kernels]);
    };
}
small_benches!(benches);
