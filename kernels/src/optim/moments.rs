//! The running means that Adam and its kin keep of a gradient and of its square.
use crate::Value;

/// beta1, `1 - beta1`, beta2, `1 - beta2`.
#[inline(always)]
pub(super) fn shares<V: Value>(beta1: V, beta2: V) -> [V; 4] {
    [beta1, V::ONE - beta1, beta2, V::ONE - beta2]
}

/// `m = beta1 * m + (1 - beta1) * g` and `v = beta2 * v + (1 - beta2) * (g * g)`
#[inline(always)]
pub(super) fn moments<V: Value>(&[beta1, rest1, beta2, rest2]: &[V; 4], gradient: V, mean: V, variance: V) -> [V; 2] {
    [beta1 * mean + rest1 * gradient, beta2 * variance + rest2 * (gradient * gradient)]
}
