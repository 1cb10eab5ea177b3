//! What elementary functions are made of: bits of an f64, polynomials, sums and products in two parts. Plain arithmetic
//! without branches, so that loops over them vectorise.

/// `1.5 * 2^52`: a sum with it is rounded to a whole number, which its low bits hold.
pub(super) const WHOLE: f64 = 6_755_399_441_055_744.0;
const SIGN: u64 = 1 << 63;
const ONE: u64 = 1.0_f64.to_bits();

/// The value if the condition holds, else the other: without a branch, so that what follows is not computed twice.
#[inline(always)]
pub(super) fn select<T>(condition: bool, value: T, other: T) -> T {
    core::hint::select_unpredictable(condition, value, other)
}

#[inline(always)]
pub(super) fn magnitude(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !SIGN)
}

/// Gives `y`, which is not negative or has that sign already, the sign of `x`.
#[inline(always)]
pub(super) fn with_sign(y: f64, x: f64) -> f64 {
    f64::from_bits(y.to_bits() | (x.to_bits() & SIGN))
}

/// `y`, negated where `x` is negative.
#[inline(always)]
pub(super) fn times_sign(y: f64, x: f64) -> f64 {
    f64::from_bits(y.to_bits() ^ (x.to_bits() & SIGN))
}

/// `y`, negated where the last bit is 1.
#[inline(always)]
pub(super) fn negated_if_odd(y: f64, bits: u64) -> f64 {
    f64::from_bits(y.to_bits() ^ (bits << 63))
}

/// `x` within limits; NaN stays.
#[inline(always)]
pub(super) fn clamp(x: f64, least: f64, most: f64) -> f64 {
    let x = if x < least { least } else { x };
    if x > most { most } else { x }
}

/// `2^n` of a number rounded by [`WHOLE`], given the bits of that sum: `n` from -1022 to 1023.
#[inline(always)]
pub(super) fn power_of_two(sum: u64) -> f64 {
    f64::from_bits((sum << 52).wrapping_add(ONE))
}

/// `2^-n`, likewise.
#[inline(always)]
pub(super) fn power_of_half(sum: u64) -> f64 {
    f64::from_bits(ONE.wrapping_sub(sum << 52))
}

/// A polynomial, its even and odd powers apart: half as long a chain as by Horner.
#[inline(always)]
pub(super) fn polynomial<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let squared = x * x;
    let half = |first: usize| {
        let mut place = N - 1 - (N - 1 - first) % 2;
        let mut sum = coefficients[place];
        while place > first {
            place -= 2;
            sum = sum * squared + coefficients[place];
        }
        sum
    };
    half(1) * x + half(0)
}

/// `x = 2^k m` of a normal number above 0: `k`, and `m` from `sqrt(1/2)` to `sqrt(2)`.
#[inline(always)]
pub(super) fn exponent_and_fraction(x: f64) -> (f64, f64) {
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const FRACTION: u64 = (1 << 52) - 1;
    let shifted = x.to_bits().wrapping_add(ONE - ROOT_HALF);
    // The bits of 2^52 + exponent.
    let exponent = f64::from_bits((shifted >> 52) | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    (exponent, f64::from_bits((shifted & FRACTION).wrapping_add(ROOT_HALF)))
}

/// A number as a sum of two, the second below half a unit of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Pair {
    #[inline(always)]
    pub(super) const fn new(high: f64, low: f64) -> Self {
        Self { high, low }
    }

    #[inline(always)]
    pub(super) const fn of([high, low]: [f64; 2]) -> Self {
        Self { high, low }
    }

    /// `a + b`, exact.
    #[inline(always)]
    pub(super) fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let of_b = high - a;
        Self { high, low: (a - (high - of_b)) + (b - of_b) }
    }

    /// `a + b`, exact where `|a| >= |b|` or `a` is 0.
    #[inline(always)]
    pub(super) fn quick_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Self { high, low: b - (high - a) }
    }

    /// `a b`, exact for numbers below `2^990` whose product's last bit is above the least subnormal.
    #[inline(always)]
    pub(super) fn product(a: f64, b: f64) -> Self {
        let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
        let high = a * b;
        Self { high, low: ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low }
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        Self::quick_sum(sum.high, sum.low + (self.low + other.low))
    }

    #[inline(always)]
    pub(super) fn plus_number(self, number: f64) -> Self {
        let sum = Self::sum(self.high, number);
        Self::quick_sum(sum.high, sum.low + self.low)
    }

    #[inline(always)]
    pub(super) fn times(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        Self::quick_sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }

    #[inline(always)]
    pub(super) fn times_number(self, number: f64) -> Self {
        let product = Self::product(self.high, number);
        Self::quick_sum(product.high, product.low + self.low * number)
    }

    /// Times a power of two.
    #[inline(always)]
    pub(super) fn scaled(self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }

    #[inline(always)]
    pub(super) fn over(self, other: Self) -> Self {
        let inverse = 1.0 / other.high;
        let quotient = self.high * inverse;
        let back = Self::product(quotient, other.high);
        let rest = ((self.high - back.high) - back.low) + (self.low - quotient * other.low);
        Self::quick_sum(quotient, rest * inverse)
    }

    #[inline(always)]
    pub(super) fn negated(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }

    /// Rounded.
    #[inline(always)]
    pub(super) fn number(self) -> f64 {
        self.high + self.low
    }
}

/// A number as a sum of two of 26 bits.
#[inline(always)]
fn halves(a: f64) -> (f64, f64) {
    let scaled = a * 134_217_729.0;
    let high = scaled - (scaled - a);
    (high, a - high)
}
