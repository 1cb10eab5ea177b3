//! Integers near a number, its sign, and the greater of two: by additions and selections only, so that loops over them
//! become vector loops on every processor.
use crate::Value;

/// The nearest integer to the magnitude, and of two the even one: beside the addend there are no digits left for a
/// fraction.
#[inline(always)]
fn nearest<V: Value>(magnitude: V) -> V {
    if magnitude < V::INTEGERS { (magnitude + V::INTEGERS) - V::INTEGERS } else { magnitude }
}

/// The largest integer that is not above.
#[inline(always)]
pub(crate) fn floor<V: Value>(x: V) -> V {
    let near = nearest(x.magnitude()).with_sign_of(x);
    (if near > x { near - V::ONE } else { near }).with_sign_of(x)
}

/// The smallest integer that is not below.
#[inline(always)]
pub(crate) fn ceil<V: Value>(x: V) -> V {
    let near = nearest(x.magnitude()).with_sign_of(x);
    (if near < x { near + V::ONE } else { near }).with_sign_of(x)
}

/// The integer part of a magnitude.
#[inline(always)]
fn part<V: Value>(magnitude: V) -> V {
    let near = nearest(magnitude);
    if near > magnitude { near - V::ONE } else { near }
}

/// The integer part.
#[inline(always)]
pub(crate) fn trunc<V: Value>(x: V) -> V {
    part(x.magnitude()).with_sign_of(x)
}

/// The nearest integer, halves away from zero.
#[inline(always)]
pub(crate) fn round<V: Value>(x: V) -> V {
    let (magnitude, half) = (x.magnitude(), V::ONE / (V::ONE + V::ONE));
    let part = part(magnitude);
    (if magnitude - part >= half { part + V::ONE } else { part }).with_sign_of(x)
}

/// The nearest integer, halves down.
#[inline(always)]
pub(crate) fn rint<V: Value>(x: V) -> V {
    let (floor, ceil) = (floor(x), ceil(x));
    if x - floor <= ceil - x { floor } else { ceil }
}

/// 1, -1, or 0 of zeros and of NaN.
#[inline(always)]
pub(crate) fn sign<V: Value>(x: V) -> V {
    let below = if x < V::ZERO { -V::ONE } else { V::ZERO };
    if x > V::ZERO { V::ONE } else { below }
}

/// The greater one; of two equal ones the second; NaN where one of them is.
#[inline(always)]
pub(crate) fn maximum<V: Value>(x: V, y: V) -> V {
    let greater = if x > y { x } else { y };
    if x.is_nan() { x } else { greater }
}

/// The lesser one; of two equal ones the second; NaN where one of them is.
#[inline(always)]
pub(crate) fn minimum<V: Value>(x: V, y: V) -> V {
    let lesser = if x < y { x } else { y };
    if x.is_nan() { x } else { lesser }
}
