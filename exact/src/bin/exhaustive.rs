//! Compares the f32 functions of the kernels with the exact ones, for every input:
//! `exhaustive [--threads N] [NAME...]`.
//!
//! Two oracles decide: the f64 function with the list of hard inputs, and a library of correctly rounded functions,
//! where it has the function. Inputs near a tie that the list lacks are written to `target/hard/NAME.txt`, for
//! `hard.py`.
use lacuna::Value;
use lacuna::map::{Unary, unary};
use lacuna_exact::Function;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const BLOCK: usize = 4096;

type Kernel = fn(&[f32], &mut [f32]);
type Peer = fn(f32) -> f32;

macro_rules! functions {
    ($($function:ident $name:ident $($quick:ident)?, $peer:expr;)*) => {
        $(
            #[derive(Clone, Copy)]
            struct $function;
            impl<V: Value> Unary<V> for $function {
                const NAME: &'static str = stringify!($name);
                fn keeps_zero(&self) -> bool {
                    false
                }
                #[inline(always)]
                fn of(&self, x: V) -> V {
                    x.$name()
                }
                fn slope(&self, x: V) -> V {
                    x
                }
                $(
                    const HAS_QUICK: bool = true;
                    #[inline(always)]
                    fn quick(&self, x: V) -> (V, u32) {
                        x.$quick()
                    }
                )?
            }
        )*
        fn kernel(function: Function) -> (Kernel, Option<Peer>) {
            match function {
                $(Function::$function => (|input, out| unary($function, input, out).unwrap_or_default(), $peer)),*
            }
        }
        fn compare(function: Function, all: &All, bits: Range) -> Found {
            match function {
                $(
                    Function::$function =>
                    all.compare(bits, #[inline(always)] |x| Function::$function.nearest(x), Function::$function)
                ),*
            }
        }
    };
}
functions! {
    Exp exp, Some(core_math::expf);
    Exp2 exp2, Some(core_math::exp2f);
    ExpM1 exp_m1, Some(core_math::expm1f);
    Ln ln ln_quick, Some(core_math::logf);
    Log2 log2, Some(core_math::log2f);
    Log10 log10 log10_quick, Some(core_math::log10f);
    Ln1p ln_1p ln_1p_quick, Some(core_math::log1pf);
    Sigmoid sigmoid, None;
    Softrelu softrelu, None;
    Sin sin sin_quick, Some(core_math::sinf);
    Cos cos cos_quick, Some(core_math::cosf);
    Tan tan tan_quick, Some(core_math::tanf);
    Asin asin, Some(core_math::asinf);
    Acos acos, Some(core_math::acosf);
    Atan atan, Some(core_math::atanf);
    Sinh sinh, Some(core_math::sinhf);
    Cosh cosh, Some(core_math::coshf);
    Tanh tanh, Some(core_math::tanhf);
    Asinh asinh, Some(core_math::asinhf);
    Acosh acosh, Some(core_math::acoshf);
    Atanh atanh, Some(core_math::atanhf);
    Cbrt cbrt, Some(core_math::cbrtf);
    Rsqrt rsqrt, Some(core_math::rsqrtf);
    Rcbrt rcbrt, None;
    Erf erf, Some(core_math::erff);
    Erfinv erfinv, None;
    Gamma gamma, Some(core_math::tgammaf);
    LnGamma ln_gamma, Some(core_math::lgammaf);
    Digamma digamma, None;
}

type Range = std::ops::Range<u64>;

struct All {
    kernel: Kernel,
    peer: Option<Peer>,
}

/// What a part of the inputs has shown.
#[derive(Default)]
struct Found {
    hard: u64,
    /// Near a tie, and not in the list.
    unlisted: Vec<u32>,
    /// Input, result, what it should be.
    wrong: Vec<[u32; 3]>,
    /// Input, and the results by which the oracles differ.
    disputed: Vec<[u32; 3]>,
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

impl All {
    #[inline(always)]
    fn compare(&self, bits: Range, nearest: impl Fn(f32) -> lacuna_exact::Nearest, function: Function) -> Found {
        let mut found = Found::default();
        let (mut input, mut output) = ([0.0; BLOCK], [0.0; BLOCK]);
        for start in bits.step_by(BLOCK) {
            for (x, bits) in input.iter_mut().zip(start..) {
                *x = f32::from_bits(bits as u32);
            }
            (self.kernel)(&input, &mut output);
            for (&x, &y) in input.iter().zip(&output) {
                let expected = match nearest(x) {
                    lacuna_exact::Nearest::Known(value) => value,
                    lacuna_exact::Nearest::Hard => {
                        found.hard += 1;
                        match function.listed(x) {
                            Some(value) => value,
                            None => {
                                found.unlisted.push(x.to_bits());
                                self.peer.map_or(y, |peer| peer(x))
                            }
                        }
                    }
                };
                if !same(y, expected) {
                    found.wrong.push([x, y, expected].map(f32::to_bits));
                }
                if let Some(peer) = self.peer {
                    let peer = peer(x);
                    if !same(peer, expected) {
                        found.disputed.push([x, expected, peer].map(f32::to_bits));
                    }
                }
            }
        }
        found
    }
}

fn check(function: Function, threads: usize) -> bool {
    const PART: u64 = 1 << 22;
    let (begin, next, total) = (Instant::now(), AtomicU64::new(0), Mutex::new(Found::default()));
    let (kernel, peer) = kernel(function);
    let all = All { kernel, peer };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(PART, Ordering::Relaxed);
                    if start >= 1 << 32 {
                        break;
                    }
                    let found = compare(function, &all, start..start + PART);
                    if let Ok(mut total) = total.lock() {
                        total.hard += found.hard;
                        total.unlisted.extend(found.unlisted);
                        total.wrong.extend(found.wrong);
                        total.disputed.extend(found.disputed);
                    }
                }
            });
        }
    });
    let Ok(mut total) = total.into_inner() else { return false };
    total.unlisted.sort_unstable();
    total.wrong.sort_unstable();
    println!(
        "{:9} wrong {:<4} hard {:<4} unlisted {:<4} disputed {:<4} oracles {} {:.0} s",
        function.name(),
        total.wrong.len(),
        total.hard,
        total.unlisted.len(),
        total.disputed.len(),
        1 + usize::from(peer.is_some()),
        begin.elapsed().as_secs_f64()
    );
    for (what, list) in [("wrong", &total.wrong), ("disputed", &total.disputed)] {
        for [x, first, second] in list.iter().take(40) {
            println!("  {what}: {x:08x} ({:e}): {first:08x}, {second:08x}", f32::from_bits(*x));
        }
    }
    if !total.unlisted.is_empty() {
        let lines: String = total.unlisted.iter().map(|bits| format!("{bits:08x}\n")).collect();
        let path = format!("target/hard/{}.txt", function.name());
        if let Err(error) = std::fs::create_dir_all("target/hard").and_then(|()| std::fs::write(&path, lines)) {
            println!("  {path}: {error}");
        }
    }
    total.wrong.is_empty() && total.unlisted.is_empty() && total.disputed.is_empty()
}

fn main() -> ExitCode {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    if names.first().is_some_and(|name| name == "--threads") {
        names.remove(0);
        threads = if names.is_empty() { 1 } else { names.remove(0).parse().unwrap_or(1) };
    }
    if let Some(name) = names.iter().find(|name| Function::find(name).is_none()) {
        eprintln!("no function {name}");
        return ExitCode::FAILURE;
    }
    let mut good = true;
    for &function in
        Function::ALL.iter().filter(|function| names.is_empty() || names.iter().any(|name| name == function.name()))
    {
        good &= check(function, threads);
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
