//! Values of the f64 functions of the kernels, for `errors.py`: `samples [COUNT]` writes lines of name, bits of the
//! input and bits of the result.
//!
//! Where a library of correctly rounded functions has the function, only results that differ from its are written: the
//! others are as near as can be.
use lacuna::elementary::Elementary;
use lacuna_exact::Function;
use std::io::Write;

const MOST: usize = 20_000;

macro_rules! functions {
    ($($function:ident $name:ident $peer:expr;)*) => {
        fn of(function: Function) -> (fn(f64) -> f64, Option<fn(f64) -> f64>) {
            match function { $(Function::$function => (|x| Elementary::$name(x), $peer)),* }
        }
    };
}
functions! {
    Exp exp Some(core_math::exp);
    Exp2 exp2 Some(core_math::exp2);
    ExpM1 exp_m1 Some(core_math::expm1);
    Ln ln Some(core_math::log);
    Log2 log2 Some(core_math::log2);
    Log10 log10 Some(core_math::log10);
    Ln1p ln_1p Some(core_math::log1p);
    Sigmoid sigmoid None;
    Softrelu softrelu None;
    Sin sin Some(core_math::sin);
    Cos cos Some(core_math::cos);
    Tan tan Some(core_math::tan);
    Asin asin Some(core_math::asin);
    Acos acos Some(core_math::acos);
    Atan atan Some(core_math::atan);
    Sinh sinh Some(core_math::sinh);
    Cosh cosh Some(core_math::cosh);
    Tanh tanh Some(core_math::tanh);
    Asinh asinh Some(core_math::asinh);
    Acosh acosh Some(core_math::acosh);
    Atanh atanh Some(core_math::atanh);
    Cbrt cbrt Some(core_math::cbrt);
    Rsqrt rsqrt Some(core_math::rsqrt);
    Rcbrt rcbrt None;
    Erf erf Some(core_math::erf);
    Erfinv erfinv None;
    Gamma gamma Some(core_math::tgamma);
    LnGamma ln_gamma Some(core_math::lgamma);
    Digamma digamma None;
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn main() -> std::io::Result<()> {
    let count: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(4_000_000);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for &function in Function::ALL {
        let (kernel, peer) = of(function);
        let (mut state, mut written, mut differ, mut far) = (function as u64, 0, 0, 0_u64);
        for sample in 0..count {
            let bits = random(&mut state);
            // All bits; numbers from 2^-12 to 2^10; and numbers around 1, of both signs.
            let x = match sample % 4 {
                0 => f64::from_bits(bits),
                1 => f64::from_bits(bits & (1 << 63 | ((1 << 52) - 1)) | (1023 - 12 + (bits >> 53) % 22) << 52),
                2 => ((bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * 1.5,
                _ => f64::from_bits(
                    (bits & (1 << 63)) | 1.0_f64.to_bits().wrapping_add((bits % (1 << 50)).wrapping_sub(1 << 49)),
                ),
            };
            let y = kernel(x);
            match peer {
                Some(peer) => {
                    let exact = peer(x);
                    if y.to_bits() == exact.to_bits() || y.is_nan() && exact.is_nan() {
                        continue;
                    }
                    differ += 1;
                    if y.is_nan() || exact.is_nan() || y.to_bits().abs_diff(exact.to_bits()) > 1 {
                        far += 1;
                        if far <= 5 {
                            eprintln!("{} of {x:e} ({:#x}): {y:e}, not {exact:e}", function.name(), x.to_bits());
                        }
                        continue;
                    }
                }
                None if y.is_nan() || y.is_infinite() || y == 0.0 => continue,
                None => {}
            }
            if written < MOST {
                written += 1;
                writeln!(out, "{} {:x} {:x}", function.name(), x.to_bits(), y.to_bits())?;
            }
        }
        match peer {
            Some(_) => eprintln!(
                "{:9} {count} samples, {:.2} % not correctly rounded, {far} off by more than a unit",
                function.name(),
                100.0 * differ as f64 / count as f64
            ),
            None => eprintln!("{:9} {written} samples", function.name()),
        }
    }
    Ok(())
}
