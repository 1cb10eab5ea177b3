//! Each number of 16 bits, and each border between two of them.
use half::{bf16, f16};
use lacuna::Storage;
use lacuna::cast::CastTo;

/// A type of 16 bits by its parts, as IEEE 754 has it, and what the crate `half` makes of `f32`.
trait Half: Storage<Arithmetic = f32> {
    const DIGITS: i32;
    const BIAS: i32;
    fn of_bits(bits: u16) -> Self;
    fn to_bits(self) -> u16;
    fn peer(value: f32) -> Self;
    fn peer_widened(self) -> f32;

    /// The magnitude of the bits; of those of infinity the number that would come next.
    fn magnitude(bits: u16) -> f64 {
        let (digits, exponent) = (i32::from(bits) & ((1 << Self::DIGITS) - 1), i32::from(bits) >> Self::DIGITS);
        let (whole, power) = if exponent == 0 { (digits, 1) } else { (digits | 1 << Self::DIGITS, exponent) };
        f64::from(whole) * 2.0_f64.powi(power - Self::BIAS - Self::DIGITS)
    }
    fn infinity() -> u16 {
        (2 * Self::BIAS as u16 + 1) << Self::DIGITS
    }
}

macro_rules! half {
    ($type:ident $digits:literal $bias:literal) => {
        impl Half for $type {
            const DIGITS: i32 = $digits;
            const BIAS: i32 = $bias;
            fn of_bits(bits: u16) -> Self {
                $type::from_bits(bits)
            }
            fn to_bits(self) -> u16 {
                self.to_bits()
            }
            fn peer(value: f32) -> Self {
                $type::from_f32(value)
            }
            fn peer_widened(self) -> f32 {
                self.to_f32()
            }
        }
    };
}
half!(f16 10 15);
half!(bf16 7 127);

fn each_number_is_widened_and_comes_back<H: Half>() {
    for bits in 0..=u16::MAX {
        let (half, magnitude) = (H::of_bits(bits), bits & 0x7fff);
        let wide = half.load();
        assert_eq!(wide.to_bits(), half.peer_widened().to_bits(), "{bits:#x}");
        let back = H::store(wide).to_bits();
        if magnitude > H::infinity() {
            assert!(wide.is_nan() && wide.to_bits() & 0x0040_0000 != 0, "{bits:#x}");
            assert_eq!(back, bits | 1 << (H::DIGITS - 1), "{bits:#x}");
        } else {
            let expected = if magnitude == H::infinity() { f64::INFINITY } else { H::magnitude(magnitude) };
            assert_eq!((f64::from(wide.abs()), wide.is_sign_negative()), (expected, bits & 0x8000 != 0), "{bits:#x}");
            assert_eq!(back, bits);
        }
    }
}

/// Between each two numbers: what is nearer to which, and that the border goes to the even one. From `f32`, `f64`, and
/// integers where the border is one.
fn borders_are_those_of_ieee<H: Half + lacuna::cast::Number>()
where
    f64: CastTo<H>,
    i64: CastTo<H>,
    i32: CastTo<H>,
{
    for low in 0..H::infinity() {
        let (below, above) = (H::magnitude(low), H::magnitude(low + 1));
        let border = f64::midpoint(below, above);
        let even = low + (low & 1);
        let cases = [
            (below, low),
            (below + (border - below) / 2.0, low),
            (border.next_down(), low),
            (border, even),
            (border.next_up(), low + 1),
            (above, low + 1),
        ];
        for (number, expected) in cases {
            for (number, expected) in [(number, expected), (-number, expected | 0x8000)] {
                let found: H = number.cast();
                assert_eq!(found.to_bits(), expected, "{number:e}");
                if f64::from(number as f32) == number {
                    assert_eq!(H::store(number as f32).to_bits(), expected, "{number:e}");
                }
            }
        }
        // The neighbours in `f32`. The border after the largest `bf16` has none.
        let near = border as f32;
        assert_eq!(f64::from(near), border);
        assert_eq!(H::store(near.next_down()).to_bits(), low, "{near:e}");
        assert_eq!(H::store(near.next_up()).to_bits(), low + 1, "{near:e}");
        if border.fract() == 0.0 && border < 9e18 {
            for (step, expected) in [(-1, low), (0, even), (1, low + 1)] {
                let number = border as i64 + step;
                // The next number may be an integer itself.
                let expected = if number as f64 == below { low } else { expected };
                assert_eq!(CastTo::<H>::cast(number).to_bits(), expected, "{number}");
                assert_eq!(CastTo::<H>::cast(-number).to_bits(), expected | 0x8000, "-{number}");
                if let Ok(number) = i32::try_from(number) {
                    assert_eq!(CastTo::<H>::cast(number).to_bits(), expected, "{number}");
                }
            }
        }
    }
    for (number, expected) in
        [(f64::MAX, H::infinity()), (f64::INFINITY, H::infinity()), (f64::MIN_POSITIVE, 0), (f64::from_bits(1), 0)]
    {
        assert_eq!(
            (CastTo::<H>::cast(number).to_bits(), CastTo::<H>::cast(-number).to_bits()),
            (expected, expected | 0x8000)
        );
    }
    assert!(CastTo::<H>::cast(f64::NAN).to_bits() & 0x7fff > H::infinity());
}

fn other_numbers_are_those_of_the_crate_half<H: Half>() {
    for bits in (0..=u32::MAX).step_by(1_009).chain(0x7f7f_ff00..0x7f80_ff00).chain(0xff80_0000..0xff80_0010) {
        let wide = f32::from_bits(bits);
        assert_eq!(H::store(wide).to_bits(), H::peer(wide).to_bits(), "{bits:#x}");
    }
}

#[test]
fn of_f16() {
    each_number_is_widened_and_comes_back::<f16>();
    borders_are_those_of_ieee::<f16>();
    other_numbers_are_those_of_the_crate_half::<f16>();
}

#[test]
fn of_bf16() {
    each_number_is_widened_and_comes_back::<bf16>();
    borders_are_those_of_ieee::<bf16>();
    other_numbers_are_those_of_the_crate_half::<bf16>();
}
