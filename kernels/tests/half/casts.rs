//! Casts from and to the types of 16 bits.
use crate::cast_types::{Type, agreed, casts_to};
use half::{bf16, f16};
use lacuna::Storage;

float!(f16 u16 f16::to_f64, bf16 u16 bf16::to_f64);

peer! { as_the_peer:
    f32 [
        0x0, 0x80000000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbfc00000, 0xc0200000, 0x3f7fffff, 0x42c96666, 0xc2c96666,
            0x42ffcccd, 0xc300e666,
        0x116c2, 0x40490fdb, 0x4b800000, 0x4effffff, 0xcf000000, 0x477fe000, 0x477feffd, 0x477ff000, 0xc788b800,
            0x32fffae5, 0x33000000, 0x33000001,
        0x387fda40, 0x337ffae5, 0x3f801000, 0x3f803000, 0x3f801001, 0x7f800000, 0xff800000, 0x7fc00000
    ] => {
        f16 [
            0x0, 0x8000, 0x3800, 0x3e00, 0x4100, 0xbe00, 0xc100, 0x3c00, 0x564b, 0xd64b, 0x57fe, 0xd807, 0x0, 0x4248,
                0x7c00, 0x7c00, 0xfc00, 0x7bff,
            0x7bff, 0x7c00, 0xfc00, 0x0, 0x0, 0x1, 0x3ff, 0x1, 0x3c00, 0x3c02, 0x3c01, 0x7c00, 0xfc00, 0x7e00
        ];
    }
    i32 [
        0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65504, 65519, 65520, 65535, 16777215, 16777217, 2147483647,
        -2147483648
    ] => {
        f16 [
            0x0, 0x3c00, 0xbc00, 0x57f0, 0x5800, 0x5bf8, 0x5c00, 0xd800, 0xd808, 0x7800, 0x7bff, 0x7bff, 0x7c00, 0x7c00,
            0x7c00, 0x7c00, 0x7c00, 0xfc00
        ];
    }
    i64 [
        0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 65504, 65519, 65520, 65535, 16777215, 16777217, 2147483647,
            -2147483648, 9007199254740993,
        4611686018427388416, -9007199254740993, 9223372036854775807, -9223372036854775808, 1099511640121
    ] => {
        f16 [
            0x0, 0x3c00, 0xbc00, 0x57f0, 0x5800, 0x5bf8, 0x5c00, 0xd800, 0xd808, 0x7800, 0x7bff, 0x7bff, 0x7c00, 0x7c00,
                0x7c00, 0x7c00, 0x7c00,
            0xfc00, 0x7c00, 0x7c00, 0xfc00, 0x7c00, 0xfc00, 0x7c00
        ];
    }
    u8 [0, 1, 127, 128, 255] => {
        f16 [0x0, 0x3c00, 0x57f0, 0x5800, 0x5bf8];
    }
    i8 [0, 1, -1, 127, -128] => {
        f16 [0x0, 0x3c00, 0xbc00, 0x57f0, 0xd800];
    }
    f16 [0x0, 0x8000, 0x3800, 0x3e00, 0xc100, 0x564b, 0xd64e, 0x7bff, 0x1, 0x3ff, 0x7c00, 0xfc00, 0x7e00] => {
        f32 [
            0x0, 0x80000000, 0x3f000000, 0x3fc00000, 0xc0200000, 0x42c96000, 0xc2c9c000, 0x477fe000, 0x33800000,
                0x387fc000, 0x7f800000, 0xff800000,
            0x7fc00000
        ];
        f64 [
            0x0, 0x8000000000000000, 0x3fe0000000000000, 0x3ff8000000000000, 0xc004000000000000, 0x40592c0000000000,
                0xc059380000000000,
            0x40effc0000000000, 0x3e70000000000000, 0x3f0ff80000000000, 0x7ff0000000000000, 0xfff0000000000000,
                0x7ff8000000000000
        ];
        i32 [0, 0, 0, 1, -2, 100, -100, 65504, 0, 0, -2147483648, -2147483648, -2147483648];
        i64 [0, 0, 0, 1, -2, 100, -100, 65504, 0, 0, -9223372036854775808, -9223372036854775808, -9223372036854775808];
        u8 [0, 0, 0, 1, 254, 100, 156, 224, 0, 0, 0, 0, 0];
        i8 [0, 0, 0, 1, -2, 100, -100, -32, 0, 0, 0, 0, 0];
    }
}

#[test]
fn of_64_bits_rounded_once() {
    // Above the border between 1 and the next number by less than `f32` shows: MXNet, which casts to `f32` first, gives
    // 1.
    let number = 1.0 + 2.0_f64.powi(-11) + 2.0_f64.powi(-40);
    casts_to(&[number; 19], &[f16::from_bits(0x3c01); 19]);
    casts_to(&[1.0 - 2.0_f64.powi(-12) - 2.0_f64.powi(-40); 19], &[f16::from_bits(0x3bff); 19]);
    casts_to(&[1.0 + 2.0_f64.powi(-8) + 2.0_f64.powi(-40); 19], &[bf16::from_bits(0x3f81); 19]);
    casts_to(&[(1_i64 << 62) + (1 << 54) + 1; 19], &[bf16::from_bits(0x5e81); 19]);
    casts_to(&[(1_i64 << 62) + (1 << 54); 19], &[bf16::from_bits(0x5e80); 19]);
    casts_to(&[(1_i32 << 30) + (1 << 22) + 1; 19], &[bf16::from_bits(0x4e81); 19]);
}

#[test]
fn each_number_to_all_types() {
    let all: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let wide: Vec<f32> = all.iter().map(|x| x.to_f32()).collect();
    casts_to(&all, &wide);
    casts_to(&wide, &all);
    casts_to(&all, &wide.iter().map(|&x| x.into()).collect::<Vec<f64>>());
    casts_to(&all, &wide.iter().map(|&x| bf16::store(x)).collect::<Vec<_>>());
    casts_to(&all, &wide.iter().map(|&x| x as i32).collect::<Vec<_>>());
    casts_to(&all, &wide.iter().map(|&x| x as u8).collect::<Vec<_>>());
    let all: Vec<bf16> = (0..=u16::MAX).map(bf16::from_bits).collect();
    let wide: Vec<f32> = all.iter().map(|x| x.to_f32()).collect();
    casts_to(&all, &wide);
    casts_to(&wide, &all);
    casts_to(&all, &wide.iter().map(|&x| f16::store(x)).collect::<Vec<_>>());
    casts_to(&all, &wide.iter().map(|&x| x as i64).collect::<Vec<_>>());
    casts_to(&all, &wide.iter().map(|&x| x as i8).collect::<Vec<_>>());
}
