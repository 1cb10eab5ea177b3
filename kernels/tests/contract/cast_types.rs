//! Casts of numbers to other types: what MXNet's `Cast` gives where C says what that is, at every level and in parts;
//! and what it leaves open.
use lacuna::cast::{Cast, CastTo, Number};
use lacuna::dispatch::{Level, force};
use lacuna::error::Operand;
use lacuna::{Kernel, KernelError, Split, cast, scalar};
use std::sync::{Mutex, PoisonError};

/// A number type, as tests see it.
pub trait Type: Number {
    /// The least integer, and the first beyond the largest.
    const INTEGERS: Option<[f64; 2]>;
    /// From bits, or an integer.
    fn of(bits: i128) -> Self;
    /// Those of any NaN are the same.
    fn bits(self) -> i128;
    fn float(self) -> f64;
}

macro_rules! float {
    ($($type:ident $bits:ident $wide:expr),*) => {$(
        impl Type for $type {
            const INTEGERS: Option<[f64; 2]> = None;
            fn of(bits: i128) -> Self {
                Self::from_bits(bits as $bits)
            }
            fn bits(self) -> i128 {
                if self.is_nan() { -1 } else { self.to_bits().into() }
            }
            fn float(self) -> f64 {
                let wide: fn($type) -> f64 = $wide;
                wide(self)
            }
        }
    )*};
}
float!(f32 u32 f64::from, f64 u64 |x| x);

macro_rules! integer {
    ($($type:ident),*) => {$(
        impl Type for $type {
            const INTEGERS: Option<[f64; 2]> = Some([$type::MIN as f64, ($type::MAX as i128 + 1) as f64]);
            fn of(bits: i128) -> Self {
                bits as $type
            }
            fn bits(self) -> i128 {
                self.into()
            }
            fn float(self) -> f64 {
                self as f64
            }
        }
    )*};
}
integer!(i32, i64, u8, i8);

/// Held while levels are forced.
pub static LEVEL: Mutex<()> = Mutex::new(());

/// Casts by every function, and compares.
pub fn casts_to<A: CastTo<B> + Type, B: Type>(input: &[A], expected: &[B]) {
    let _one_at_a_time = LEVEL.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |out: Vec<B>, way: &str| {
        let first = expected.iter().zip(&out).position(|(expected, found)| expected.bits() != found.bits());
        assert!(
            first.is_none(),
            "{} to {}, {way}: {:?} gives {:?}",
            std::any::type_name::<A>(),
            std::any::type_name::<B>(),
            first.map(|i| input[i]),
            first.map(|i| out[i])
        );
    };
    for &level in Level::ALL.iter().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        let mut out = vec![B::of(1); input.len()];
        cast::cast(input, &mut out).unwrap();
        same(out, level.name());
        for parts in [2, 5] {
            let mut out = vec![B::of(1); input.len()];
            let whole = Cast { input, out: &mut out };
            whole.check().unwrap();
            whole.split(parts).for_each(|part| part.run().unwrap());
            same(out, "in parts");
        }
    }
    force(None).unwrap();
    let mut out = vec![B::of(1); input.len()];
    scalar::cast(input, &mut out).unwrap();
    same(out, "scalar");
}

/// What MXNet gives, except for floats outside of an integer type, for which C has no result: these give the nearest
/// integer, and NaN gives 0.
pub fn agreed<A: Type, B: Type>(from: A, peer: B) -> B {
    match (A::INTEGERS, B::INTEGERS) {
        (None, Some([_, beyond])) if from.float() >= beyond => B::of(beyond as i128 - 1),
        (None, Some([least, _])) if from.float().trunc() < least => B::of(least as i128),
        (None, Some(_)) if from.float().is_nan() => B::of(0),
        _ => peer,
    }
}

/// MXNet's results for these bits, or integers.
macro_rules! peer {
    ($name:ident: $($from:ident [$($input:expr),*] => { $($to:ident [$($output:expr),*];)* })*) => {
        #[test]
        fn $name() {
            $({
                let input: Vec<$from> = [$($input),*].map(<$from as Type>::of).to_vec();
                $({
                    let output: Vec<$to> = [$($output),*].map(<$to as Type>::of).to_vec();
                    let expected: Vec<$to> = input.iter().zip(output).map(|(&from, peer)| agreed(from, peer)).collect();
                    assert_eq!(input.len(), expected.len());
                    // More than fill a vector, so that there is a loop.
                    casts_to(&input.repeat(9), &expected.repeat(9));
                })*
                casts_to(&input, &input);
            })*
        }
    };
}
peer! { as_the_peer:
    f32 [
        0x0, 0x80000000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbfc00000, 0xc0200000, 0x3f7fffff, 0x42c96666, 0xc2c96666,
            0x42ffcccd, 0xc300e666,
        0x116c2, 0x40490fdb, 0x4b800000, 0x4effffff, 0xcf000000, 0x477fe000, 0x477feffd, 0x477ff000, 0xc788b800,
            0x32fffae5, 0x33000000, 0x33000001,
        0x387fda40, 0x337ffae5, 0x3f801000, 0x3f803000, 0x3f801001, 0x7f800000, 0xff800000, 0x7fc00000
    ] => {
        f64 [
            0x0, 0x8000000000000000, 0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0xbff8000000000000,
                0xc004000000000000,
            0x3fefffffe0000000, 0x40592cccc0000000, 0xc0592cccc0000000, 0x405ff999a0000000, 0xc0601cccc0000000,
                0x37a16c2000000000,
            0x400921fb60000000, 0x4170000000000000, 0x41dfffffe0000000, 0xc1e0000000000000, 0x40effc0000000000,
                0x40effdffa0000000,
            0x40effe0000000000, 0xc0f1170000000000, 0x3e5fff5ca0000000, 0x3e60000000000000, 0x3e60000020000000,
                0x3f0ffb4800000000,
            0x3e6fff5ca0000000, 0x3ff0020000000000, 0x3ff0060000000000, 0x3ff0020020000000, 0x7ff0000000000000,
                0xfff0000000000000, 0x7ff8000000000000
        ];
        i32 [
            0, 0, 0, 1, 2, -1, -2, 0, 100, -100, 127, -128, 0, 3, 16777216, 2147483520, -2147483648, 65504, 65519,
                65520, -70000, 0, 0, 0, 0, 0, 1, 1,
            1, -2147483648, -2147483648, -2147483648
        ];
        i64 [
            0, 0, 0, 1, 2, -1, -2, 0, 100, -100, 127, -128, 0, 3, 16777216, 2147483520, -2147483648, 65504, 65519,
                65520, -70000, 0, 0, 0, 0, 0, 1, 1,
            1, -9223372036854775808, -9223372036854775808, -9223372036854775808
        ];
        u8 [
            0, 0, 0, 1, 2, 255, 254, 0, 100, 156, 127, 128, 0, 3, 0, 128, 0, 224, 239, 240, 144, 0, 0, 0, 0, 0, 1, 1, 1,
            0, 0, 0
        ];
        i8 [
            0, 0, 0, 1, 2, -1, -2, 0, 100, -100, 127, -128, 0, 3, 0, -128, 0, -32, -17, -16, -112, 0, 0, 0, 0, 0, 1, 1,
            1, 0, 0, 0
        ];
    }
    f64 [
        0x0, 0x8000000000000000, 0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000, 0xbff8000000000000,
            0xc004000000000000,
        0x3fefffffdfc9a9ad, 0x40592ccccccccccd, 0xc0592ccccccccccd, 0x405ff9999999999a, 0xc0601ccccccccccd,
            0x37a16c262777579c, 0x400921fb53c8d4f1,
        0x4170000010000000, 0x41dfffffe0000000, 0xc1e0000000000000, 0x40effc0000000000, 0x40effdffae147ae1,
            0x40effe0000000000, 0xc0f1170000000000,
        0x3e5fff5c939522db, 0x3e5ffffff904122a, 0x3e60000020896853, 0x3f0ffb480a5accd5, 0x3e6fff5c939522db,
            0x3ff0020000000000, 0x3ff0060000000000,
        0x3ff002001fe07018, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x3ff0020000001000,
            0x3ff001fffffff000, 0x3ff0060000000000,
        0x3fb999999999999a, 0x7e37e43c8800759c, 0xfe37e43c8800759c, 0x1a56e1fc2f8f359
    ] => {
        f32 [
            0x0, 0x80000000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbfc00000, 0xc0200000, 0x3f7fffff, 0x42c96666,
                0xc2c96666, 0x42ffcccd, 0xc300e666,
            0x116c2, 0x40490fdb, 0x4b800000, 0x4effffff, 0xcf000000, 0x477fe000, 0x477feffd, 0x477ff000, 0xc788b800,
                0x32fffae5, 0x33000000,
            0x33000001, 0x387fda40, 0x337ffae5, 0x3f801000, 0x3f803000, 0x3f801001, 0x7f800000, 0xff800000, 0x7fc00000,
                0x3f801000, 0x3f801000,
            0x3f803000, 0x3dcccccd, 0x7f800000, 0xff800000, 0x0
        ];
        i32 [
            0, 0, 0, 1, 2, -1, -2, 0, 100, -100, 127, -128, 0, 3, 16777217, 2147483520, -2147483648, 65504, 65519,
                65520, -70000, 0, 0, 0, 0, 0, 1, 1,
            1, -2147483648, -2147483648, -2147483648, 1, 1, 1, 0, -2147483648, -2147483648, 0
        ];
        i64 [
            0, 0, 0, 1, 2, -1, -2, 0, 100, -100, 127, -128, 0, 3, 16777217, 2147483520, -2147483648, 65504, 65519,
                65520, -70000, 0, 0, 0, 0, 0, 1, 1,
            1, -9223372036854775808, -9223372036854775808, -9223372036854775808, 1, 1, 1, 0, -9223372036854775808,
                -9223372036854775808, 0
        ];
        u8 [
            0, 0, 0, 1, 2, 255, 254, 0, 100, 156, 127, 128, 0, 3, 1, 128, 0, 224, 239, 240, 144, 0, 0, 0, 0, 0, 1, 1, 1,
            0, 0, 0, 1, 1, 1, 0, 0, 0, 0
        ];
        i8 [
            0, 0, 0, 1, 2, -1, -2, 0, 100, -100, 127, -128, 0, 3, 1, -128, 0, -32, -17, -16, -112, 0, 0, 0, 0, 0, 1, 1,
            1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0
        ];
    }
    i32 [
        0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65504, 65519, 65520, 65535, 16777215, 16777217, 2147483647,
        -2147483648
    ] => {
        f32 [
            0x0, 0x3f800000, 0xbf800000, 0x42fe0000, 0x43000000, 0x437f0000, 0x43800000, 0xc3000000, 0xc3010000,
                0x46fffe00, 0x477fe000, 0x477fef00,
            0x477ff000, 0x477fff00, 0x4b7fffff, 0x4b800000, 0x4f000000, 0xcf000000
        ];
        f64 [
            0x0, 0x3ff0000000000000, 0xbff0000000000000, 0x405fc00000000000, 0x4060000000000000, 0x406fe00000000000,
                0x4070000000000000,
            0xc060000000000000, 0xc060200000000000, 0x40dfffc000000000, 0x40effc0000000000, 0x40effde000000000,
                0x40effe0000000000,
            0x40efffe000000000, 0x416fffffe0000000, 0x4170000010000000, 0x41dfffffffc00000, 0xc1e0000000000000
        ];
        i64 [
            0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65504, 65519, 65520, 65535, 16777215, 16777217, 2147483647,
            -2147483648
        ];
        u8 [0, 1, 255, 127, 128, 255, 0, 128, 127, 255, 224, 239, 240, 255, 255, 1, 255, 0];
        i8 [0, 1, -1, 127, -128, -1, 0, -128, 127, -1, -32, -17, -16, -1, -1, 1, -1, 0];
    }
    i64 [
        0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65504, 65519, 65520, 65535, 16777215, 16777217, 2147483647,
            -2147483648, 9007199254740993,
        4611686018427388416, -9007199254740993, 9223372036854775807, -9223372036854775808, 1099511640121
    ] => {
        f32 [
            0x0, 0x3f800000, 0xbf800000, 0x42fe0000, 0x43000000, 0x437f0000, 0x43800000, 0xc3000000, 0xc3010000,
                0x46fffe00, 0x477fe000, 0x477fef00,
            0x477ff000, 0x477fff00, 0x4b7fffff, 0x4b800000, 0x4f000000, 0xcf000000, 0x5a000000, 0x5e800000, 0xda000000,
                0x5f000000, 0xdf000000,
            0x53800000
        ];
        f64 [
            0x0, 0x3ff0000000000000, 0xbff0000000000000, 0x405fc00000000000, 0x4060000000000000, 0x406fe00000000000,
                0x4070000000000000,
            0xc060000000000000, 0xc060200000000000, 0x40dfffc000000000, 0x40effc0000000000, 0x40effde000000000,
                0x40effe0000000000,
            0x40efffe000000000, 0x416fffffe0000000, 0x4170000010000000, 0x41dfffffffc00000, 0xc1e0000000000000,
                0x4340000000000000,
            0x43d0000000000000, 0xc340000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0x4270000003039000
        ];
        i32 [
            0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65504, 65519, 65520, 65535, 16777215, 16777217, 2147483647,
                -2147483648, 1, 512, -1, -1,
            0, 12345
        ];
        u8 [0, 1, 255, 127, 128, 255, 0, 128, 127, 255, 224, 239, 240, 255, 255, 1, 255, 0, 1, 0, 255, 255, 0, 57];
        i8 [0, 1, -1, 127, -128, -1, 0, -128, 127, -1, -32, -17, -16, -1, -1, 1, -1, 0, 1, 0, -1, -1, 0, 57];
    }
    u8 [0, 1, 127, 128, 255] => {
        f32 [0x0, 0x3f800000, 0x42fe0000, 0x43000000, 0x437f0000];
        f64 [0x0, 0x3ff0000000000000, 0x405fc00000000000, 0x4060000000000000, 0x406fe00000000000];
        i32 [0, 1, 127, 128, 255];
        i64 [0, 1, 127, 128, 255];
        i8 [0, 1, 127, -128, -1];
    }
    i8 [0, 1, -1, 127, -128] => {
        f32 [0x0, 0x3f800000, 0xbf800000, 0x42fe0000, 0xc3000000];
        f64 [0x0, 0x3ff0000000000000, 0xbff0000000000000, 0x405fc00000000000, 0xc060000000000000];
        i32 [0, 1, -1, 127, -128];
        i64 [0, 1, -1, 127, -128];
        u8 [0, 1, 255, 127, 128];
    }
}

#[test]
fn large_arrays_are_streamed_whole() {
    // 8 MiB and more, from a place that no vector starts at, with a rest.
    let input: Vec<i32> = (0..(9 << 20) / 4 + 3).map(|i: i32| i.wrapping_mul(0x9e37_79b1_u32 as i32)).collect();
    let expected: Vec<f32> = input.iter().map(|&x| x as f32).collect();
    casts_to(&input, &expected);
    casts_to(&input[1..], &expected[1..]);
    let bytes: Vec<u8> = input.iter().flat_map(|x| x.to_le_bytes()).collect();
    let expected: Vec<i8> = bytes.iter().map(|&x| x as i8).collect();
    casts_to(&bytes[5..], &expected[5..]);
}

#[test]
fn other_lengths_are_refused() {
    for length in [0, 2, 4] {
        let mut out = vec![7_i32; length];
        let refused = Err(KernelError::Shape { operand: Operand::Output, axis: 2, expected: 3, found: length });
        assert_eq!(cast::cast(&[1.0_f32, 2.0, 3.0], &mut out), refused);
        assert_eq!(scalar::cast(&[1.0_f32, 2.0, 3.0], &mut out), refused);
        assert_eq!(out, vec![7; length]);
        // Without the check nothing panics.
        Cast { input: &[1.0_f32, 2.0, 3.0], out: &mut out }.run().unwrap();
    }
}
