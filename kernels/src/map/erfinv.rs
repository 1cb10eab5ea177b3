//! The inverse of the error function.
use super::unary::unary;

/// `sqrt(pi) / 2`
const HALF_ROOT_PI: f64 = 0.886_226_925_452_757_9;

unary! {
    /// `out[i] = erfinv(input[i])`, whose error function is `input[i]`. Infinity at 1 and -infinity at -1, NaN beyond;
    /// the zero of `x` keeps its sign. In `f32` the exact result, rounded; in `f64` less than 1 unit in the last place
    /// from it. Source: MXNet `erfinv`.
    ///
    /// ```
    /// let mut out = [9.0; 3];
    /// lacuna::map::erfinv(&[0.0_f32, 0.5, -1.0], &mut out)?;
    /// assert_eq!(out, [0.0, 0.47693628, f32::NEG_INFINITY]);
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    erfinv Erfinv, keeps_zero: true, |x| x.erfinv(), quick (x.erfinv(), 0);
    /// `out[i] = gradient[i] * (f64(sqrt(pi) / 2) * e^(erfinv(input[i]) * erfinv(input[i])))`.
    erfinv_backward(input), |x| slope(x), quick |x| (slope(x), 0)
}

#[inline(always)]
fn slope<V: crate::Value>(x: V) -> V {
    let y = x.erfinv();
    V::narrow(HALF_ROOT_PI) * (y * y).exp()
}
