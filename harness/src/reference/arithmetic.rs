//! What formulas are evaluated in: numbers of any precision, or numbers that know how far they may be off.
use lacuna_exact::{Function, FunctionOfTwo};
use std::ops::{Add, Div, Mul, Sub};

/// Numbers that a formula can be written in. One formula, evaluated in `f64`, is the reference; in [`Tracked`] it says
/// how far another evaluation may be off; in the type of a kernel it gives the bits that the kernel must give.
pub trait Arithmetic:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// An exact number: 0, 1 or another that every type has.
    fn exact(number: f32) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// The absolute value.
    fn magnitude(self) -> Self;
    /// A function whose result every type has that has its argument, as the integers near a number.
    fn exactly(self, function: fn(f64) -> f64) -> Self;
    /// A function that is evaluated in double precision, with one rounding there, and rounded to the type.
    fn in_double(self, function: fn(f64) -> f64) -> Self;
    /// This number, chosen for what another one is: it may be off by as much as that.
    fn chosen_by(self, other: Self) -> Self;
    /// This number, made of another one: where that leaves the range of a type, and may be no number there, this is
    /// anything.
    fn made_of(self, other: Self) -> Self;
    /// A function of [`lacuna_exact`]. In `f32` the exact result, rounded. In `f64` to some units in the last place:
    /// there a kernel has bits of its own.
    fn elementary(self, function: Function) -> Self;
    /// A function of this number and another, likewise. A remainder is exact in every type, of exact numbers.
    fn of_two(self, other: Self, function: FunctionOfTwo) -> Self;
    /// Limited to `-bound..=bound`; NaN stays.
    fn clipped(self, bound: Self) -> Self {
        // The product keeps the sign of a zero.
        let least = Self::exact(-1.0) * bound;
        if self > bound {
            bound
        } else if self < least {
            least
        } else {
            self
        }
    }
}

macro_rules! arithmetic {
    ($($type:ty: $exact:ident),*) => {$(
        impl Arithmetic for $type {
            fn exact(number: f32) -> Self {
                number.into()
            }
            fn root(self) -> Self {
                self.sqrt()
            }
            fn magnitude(self) -> Self {
                self.abs()
            }
            fn exactly(self, function: fn(f64) -> f64) -> Self {
                function(self.into()) as Self
            }
            fn in_double(self, function: fn(f64) -> f64) -> Self {
                function(self.into()) as Self
            }
            fn chosen_by(self, _: Self) -> Self {
                self
            }
            fn made_of(self, _: Self) -> Self {
                self
            }
            fn elementary(self, function: Function) -> Self {
                function.$exact(self)
            }
            fn of_two(self, other: Self, function: FunctionOfTwo) -> Self {
                function.$exact(self, other)
            }
        }
    )*};
}
arithmetic!(f32: exact, f64: wide);

/// A number, and how far an evaluation of the same formula may be from it that rounds after each operation: to the
/// first order, `error` times the unit roundoff of its type, and `tiny` times half its smallest subnormal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tracked {
    /// The number.
    pub value: f64,
    /// In units of the roundoff.
    pub error: f64,
    /// In halves of the smallest subnormal.
    pub tiny: f64,
    /// The largest number on the way here: above the largest of a type, an evaluation in it may give anything. Infinite
    /// also where a divisor is not known well enough.
    pub peak: f64,
}

impl Tracked {
    /// Of an elementary function: two for a result that is less than one from the exact value, two for one of another
    /// library and for the value itself.
    const UNITS: f64 = 4.0;

    /// A number that is exact.
    pub fn new(value: f64) -> Self {
        Self { value, error: 0.0, tiny: 0.0, peak: value.abs() }
    }

    /// What an operation on numbers that are off makes of them, with its own rounding.
    fn rounded(value: f64, error: f64, tiny: f64, peak: f64) -> Self {
        Self { value, error: error + value.abs(), tiny: tiny + 1.0, peak: peak.max(value.abs()) }
    }

    /// The peak, or infinity if in single precision this number may be off by a good part of itself: then its inverse
    /// or its root is anything.
    fn peak_of_divisor(self) -> f64 {
        let off = self.bound(f64::from(f32::EPSILON) / 2.0, f64::from(f32::from_bits(1)) / 2.0);
        if off > self.value.abs() / 1024.0 { f64::INFINITY } else { self.peak }
    }

    /// How far off, with a unit roundoff and half a smallest subnormal. The higher orders are worth less than a
    /// thousandth as long as the errors are small.
    pub fn bound(&self, unit: f64, tiny: f64) -> f64 {
        1.001 * (self.error * unit + self.tiny * tiny)
    }
}

impl PartialOrd for Tracked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl Add for Tracked {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::rounded(
            self.value + other.value,
            self.error + other.error,
            self.tiny + other.tiny,
            self.peak.max(other.peak),
        )
    }
}

impl Sub for Tracked {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::rounded(
            self.value - other.value,
            self.error + other.error,
            self.tiny + other.tiny,
            self.peak.max(other.peak),
        )
    }
}

impl Mul for Tracked {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let (x, y) = (self.value.abs(), other.value.abs());
        let (error, tiny) = (x * other.error + y * self.error, x * other.tiny + y * self.tiny);
        Self::rounded(self.value * other.value, error, tiny, self.peak.max(other.peak))
    }
}

impl Div for Tracked {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let part = |over, under| part_of_quotient(self.value, over, other.value, under);
        let peak = self.peak.max(other.peak_of_divisor());
        Self::rounded(self.value / other.value, part(self.error, other.error), part(self.tiny, other.tiny), peak)
    }
}

/// How far a quotient is off if dividend and divisor are off by so much.
fn part_of_quotient(x: f64, off_x: f64, y: f64, off_y: f64) -> f64 {
    off_x / y.abs() + x.abs() * off_y / (y * y)
}

impl Arithmetic for Tracked {
    fn exact(number: f32) -> Self {
        Self::new(number.into())
    }
    fn root(self) -> Self {
        let root = self.value.sqrt();
        let part = |error: f64| if error == 0.0 { 0.0 } else { error / (2.0 * root) };
        Self::rounded(root, part(self.error), part(self.tiny), self.peak_of_divisor())
    }
    fn magnitude(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }
    // Both are used on exact numbers.
    fn exactly(self, function: fn(f64) -> f64) -> Self {
        Self::new(function(self.value))
    }
    fn in_double(self, function: fn(f64) -> f64) -> Self {
        let value = function(self.value);
        Self::rounded(value, value.abs(), 1.0, self.peak)
    }
    fn chosen_by(self, other: Self) -> Self {
        let Self { value, error, tiny, peak } = self;
        Self { value, error: error.max(other.error), tiny: tiny.max(other.tiny), peak: peak.max(other.peak) }
    }
    fn made_of(self, other: Self) -> Self {
        // As something that is not exact, so that it is compared within its peak.
        Self { peak: self.peak.max(other.peak), tiny: self.tiny.max(1.0), ..self }
    }
    fn elementary(self, function: Function) -> Self {
        // The slope, estimated by a difference, magnifies the error of the number.
        let value = function.wide(self.value);
        let off = self.bound(f64::from(f32::EPSILON) / 2.0, f64::from(f32::from_bits(1)) / 2.0);
        let (error, tiny) = if off == 0.0 {
            (0.0, 0.0)
        } else {
            let [least, most] = [self.value - off, self.value + off].map(|x| (function.wide(x) - value).abs());
            let slope = least.max(most) / off;
            (slope * self.error, slope * self.tiny)
        };
        let peak = if error.is_nan() || tiny.is_nan() { f64::INFINITY } else { self.peak.max(value.abs()) };
        let scale = value.abs().max(function.least_scale(self.value));
        Self { value, error: error + Self::UNITS * scale, tiny: tiny + Self::UNITS, peak }
    }
    fn of_two(self, other: Self, function: FunctionOfTwo) -> Self {
        let value = function.wide(self.value, other.value);
        if function == FunctionOfTwo::Remainder {
            return Self::new(value);
        }
        // A negative base has powers at whole exponents alone; their size changes as that of a positive one.
        let base = if function == FunctionOfTwo::Power { self.value.abs() } else { self.value };
        let size = function.wide(base, other.value);
        let off = |number: Self| number.bound(f64::from(f32::EPSILON) / 2.0, f64::from(f32::from_bits(1)) / 2.0);
        let slope = |off: f64, by: &dyn Fn(f64) -> f64| {
            if off == 0.0 { 0.0 } else { (by(off) - size).abs().max((by(-off) - size).abs()) / off }
        };
        let slopes = [
            slope(off(self), &|off| function.wide(base + off, other.value)),
            slope(off(other), &|off| function.wide(base, other.value + off)),
        ];
        let sum = |of: fn(Self) -> f64| slopes[0] * of(self) + slopes[1] * of(other);
        let (error, tiny) = (sum(|number| number.error), sum(|number| number.tiny));
        let unknown = error.is_nan() || tiny.is_nan() || value.is_nan() && off(other) > 0.0;
        let peak = if unknown { f64::INFINITY } else { self.peak.max(other.peak).max(value.abs()) };
        Self { value, error: error + Self::UNITS * value.abs(), tiny: tiny + Self::UNITS, peak }
    }
    fn clipped(self, bound: Self) -> Self {
        let value = self.value.clipped(bound.value);
        // Beyond the limit for sure, even in single precision, the limit is all that is left of a number. Elsewhere a
        // limit moves nothing apart, and rounds nothing.
        let off = self.bound(f64::from(f32::EPSILON) / 2.0, f64::from(f32::from_bits(1)) / 2.0);
        let beyond = self.value.is_infinite() || self.value.abs() - off > bound.value.abs();
        if beyond { Self { value, ..bound } } else { Self { value, ..self } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(a b - c) / sqrt(a)`
    fn formula<A: Arithmetic>(a: A, b: A, c: A) -> A {
        (a * b - c) / a.root()
    }

    #[test]
    fn single_precision_stays_within_the_bound() {
        let (unit, tiny) = (f64::from(f32::EPSILON) / 2.0, f64::from(f32::from_bits(1)) / 2.0);
        let mut widest = 0.0_f64;
        for k in 1..20_000 {
            let [a, b, c] = [k as f32 * 0.37, 9.1 / k as f32, 3.3 + 1.0 / k as f32];
            let tracked = formula(Tracked::new(a.into()), Tracked::new(b.into()), Tracked::new(c.into()));
            let off = (f64::from(formula(a, b, c)) - tracked.value).abs();
            assert!(
                off <= tracked.bound(unit, tiny),
                "{a} {b} {c}: off by {off:e}, allowed {:e}",
                tracked.bound(unit, tiny)
            );
            widest = widest.max(off / tracked.bound(unit, tiny));
        }
        assert!(widest > 0.3, "the bound is far too wide: {widest}");
    }
}
