//! Runs PTX that rustc emitted against the same Rust expressions on the host. `data/rustc_sample.rs` is what
//! `data/rustc_sample.ptx` was made from.
#![allow(clippy::unwrap_used)]

mod support;

use ptx_vm::{Argument, FaultKind, Launch, LaunchError, Memory, Module};
use support::{Number, Random, block, buffer, contents, grid, pointer};

fn sample() -> Module {
    Module::parse(include_str!("data/rustc_sample.ptx")).unwrap()
}

fn sweep<T: Number>(
    entry: &str,
    make: impl Fn(&mut Random) -> T,
    expected: impl Fn(T, T, T) -> T,
    same: impl Fn(T, T) -> bool,
) {
    let module = sample();
    let memory = Memory::new();
    let mut random = Random(0x9e37_79b9);
    let count = 4000;
    let mut column = || (0..count).map(|_| make(&mut random)).collect::<Vec<T>>();
    let (a, b, c) = (column(), column(), column());
    let out = memory.allocate(count * T::SIZE).unwrap();
    let arguments = [
        pointer(buffer(&memory, &a)),
        pointer(buffer(&memory, &b)),
        pointer(buffer(&memory, &c)),
        pointer(out),
        Argument::U64(count as u64),
    ];
    let launch = Launch { threads: 2, ..grid(16, 256) };
    module.launch(&memory, entry, &launch, &arguments).unwrap();
    for (index, found) in contents::<T>(&memory, out).into_iter().enumerate() {
        let wanted = expected(a[index], b[index], c[index]);
        let show = |value: T| value.to_bytes().iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
        let [x, y, z] = [a[index], b[index], c[index]].map(show);
        assert!(same(found, wanted), "{entry} of {x} {y} {z}: found {}, expected {}", show(found), show(wanted));
    }
}

fn any_f32(random: &mut Random) -> f32 {
    let special = [
        0.0,
        -0.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        1.0,
        -1.5,
        f32::MIN_POSITIVE,
        f32::MAX,
        1e-45,
        0.5,
        2.5,
    ];
    match random.below(4) {
        0 => special[random.below(special.len())],
        1 => random.below(1000) as f32 / 8.0 - 60.0,
        2 => f32::from_bits(random.next() as u32),
        _ => (random.next() as u32 as f32 / u32::MAX as f32 - 0.5) * 1e10,
    }
}

fn any_f64(random: &mut Random) -> f64 {
    match random.below(3) {
        0 => f64::from(any_f32(random)),
        1 => f64::from_bits(random.next()),
        _ => random.below(100_000) as f64 / 16.0 - 3000.0,
    }
}

fn any_u64(random: &mut Random) -> u64 {
    let bits = random.next();
    let special =
        [0, 1, 2, 3, u64::MAX, 1 << 63, (1 << 63) - 1, 1 << 31, 1 << 32, 0xffff_ffff, 0x8000, 0x7fff, 0x80, 0xff];
    match random.below(4) {
        0 => special[random.below(special.len())],
        1 => bits % 100,
        2 => bits >> random.below(64),
        _ => bits,
    }
}

fn same_f32(found: f32, wanted: f32) -> bool {
    found.to_bits() == wanted.to_bits() || (found.is_nan() && wanted.is_nan())
}

fn same_f64(found: f64, wanted: f64) -> bool {
    found.to_bits() == wanted.to_bits() || (found.is_nan() && wanted.is_nan())
}

#[test]
fn f32_expressions() {
    let check = |entry: &str, expected: fn(f32, f32, f32) -> f32| sweep(entry, any_f32, expected, same_f32);
    check("f32_arith", |a, b, c| (a + b) * c - a / b + c.sqrt());
    check("f32_fma", f32::mul_add);
    check("f32_clamp", |a, b, c| {
        if a < b {
            b
        } else if a > c {
            c
        } else if a.is_nan() {
            -a
        } else {
            a.abs()
        }
    });
    check("f32_sign", |a, b, c| a.copysign(b) + c.signum());
    check("f32_round", |a, b, c| a.floor() + b.ceil() + c.trunc());
    check("f32_rte", |a, b, c| a.round_ties_even() + b + c);
    check("f32_cvt", |a, b, c| {
        (a as i32) as f32
            + (b as u64) as f32
            + (c as i8) as f32
            + (a as i64) as f32
            + (b as u16 as f32)
            + (a as u32) as f32
    });
    check("f32_bits", |a, b, c| f32::from_bits(a.to_bits() ^ b.to_bits().rotate_left(5) & !c.to_bits()));
    // Of zeros of both signs, Rust may return either.
    sweep(
        "f32_minmax",
        any_f32,
        |a: f32, b: f32, c: f32| a.min(b).max(c),
        |found, wanted| found == wanted || same_f32(found, wanted),
    );
}

#[test]
fn f64_expressions() {
    let check = |entry: &str, expected: fn(f64, f64, f64) -> f64| sweep(entry, any_f64, expected, same_f64);
    check("f64_arith", |a, b, c| (a + b) * c - a / b + c.sqrt());
    check("f64_cvt", |a, b, c| {
        (a as f32) as f64 + (b as i64) as f64 + (c as u64) as f64 + (a as u32) as f64 + (b as i32) as f64
    });
    check("f64_cmp", |a, b, c| {
        if a < b || a.is_nan() {
            if a == c { b } else { c }
        } else if b < c || b.is_nan() || c.is_nan() {
            a
        } else {
            -a.abs()
        }
    });
    sweep(
        "f64_minmax",
        any_f64,
        |a: f64, b: f64, c: f64| a.min(b).max(c),
        |found, wanted| found == wanted || same_f64(found, wanted),
    );
}

#[test]
fn integer_expressions() {
    sweep(
        "u32_arith",
        |r| any_u64(r) as u32,
        |a, b, c| (a.wrapping_add(b)).wrapping_mul(c) ^ a.wrapping_div(b | 1) ^ (a % (c | 1)),
        |x, y| x == y,
    );
    sweep(
        "u32_bits",
        |r| any_u64(r) as u32,
        |a, b, c| {
            [b.leading_zeros(), c.trailing_zeros(), a.reverse_bits(), b.swap_bytes(), a.rotate_left(b), a >> (c & 31)]
                .into_iter()
                .fold(a.count_ones(), u32::wrapping_add)
        },
        |x, y| x == y,
    );
    sweep(
        "i32_arith",
        |r| any_u64(r) as i32,
        |a, b, c| {
            [a.wrapping_rem(c | 1), a >> (b & 31), a.wrapping_abs(), a.min(b).max(c), a.saturating_add(b)]
                .into_iter()
                .fold(a.wrapping_sub(b).wrapping_mul(c).wrapping_div(b | 1), i32::wrapping_add)
        },
        |x, y| x == y,
    );
    sweep(
        "u64_arith",
        any_u64,
        |a, b, c| {
            (a.wrapping_add(b)).wrapping_mul(c)
                ^ a.wrapping_div(b | 1)
                ^ (a % (c | 1))
                ^ ((u128::from(a) * u128::from(b)) >> 64) as u64
        },
        |x, y| x == y,
    );
    sweep(
        "u64_bits",
        any_u64,
        |a, b, c| {
            [
                u64::from(b.leading_zeros()),
                u64::from(c.trailing_zeros()),
                a.reverse_bits(),
                b.swap_bytes(),
                a.rotate_left(b as u32),
                a >> (c & 63),
            ]
            .into_iter()
            .fold(u64::from(a.count_ones()), u64::wrapping_add)
        },
        |x, y| x == y,
    );
    sweep(
        "i64_arith",
        |r| any_u64(r) as i64,
        |a, b, c| {
            [
                a.wrapping_rem(c | 1),
                a >> (b & 63),
                a.wrapping_abs(),
                a.min(b).max(c),
                i64::from(a as i32),
                i64::from(b as i8),
                a.saturating_mul(c),
            ]
            .into_iter()
            .fold(a.wrapping_sub(b).wrapping_mul(c).wrapping_div(b | 1), i64::wrapping_add)
        },
        |x, y| x == y,
    );
    sweep(
        "u8_arith",
        |r| any_u64(r) as u8,
        |a, b, c| {
            (a.wrapping_add(b).wrapping_mul(c) / (b | 1))
                ^ a.rotate_left(3)
                ^ a.leading_zeros() as u8
                ^ a.saturating_sub(b)
        },
        |x, y| x == y,
    );
    sweep(
        "i16_arith",
        |r| any_u64(r) as i16,
        |a, b, c| {
            a.wrapping_add(b).wrapping_mul(c).wrapping_div(b | 1)
                ^ a.rotate_left(3)
                ^ a.leading_zeros() as i16
                ^ a.min(b)
                ^ a.saturating_sub(c)
        },
        |x, y| x == y,
    );
    sweep(
        "u128_arith",
        |r| u128::from(any_u64(r)) << 64 | u128::from(any_u64(r)),
        |a, b, c| a.wrapping_mul(b).wrapping_add(c) >> (b as u32 & 127),
        |x, y| x == y,
    );
}

#[test]
fn block_sum_of_small_integers_is_exact() {
    let (module, memory) = (sample(), Memory::new());
    let values: Vec<f32> = (0..5000).map(|index| (index % 17) as f32).collect();
    let out = memory.allocate(4 * 4).unwrap();
    let arguments = [pointer(buffer(&memory, &values)), Argument::U64(5000), pointer(out)];
    let statistics = module.launch(&memory, "block_sum", &grid(4, 256), &arguments).unwrap();
    assert_eq!(contents::<f32>(&memory, out).iter().sum::<f32>(), values.iter().sum::<f32>());
    assert_eq!((statistics.blocks, statistics.threads, statistics.barriers), (4, 1024, 4));
    // Eight warps shuffle five times, then one warp five times more.
    assert_eq!(statistics.collectives, 4 * (8 * 5 + 5));
}

#[test]
fn scan_in_dynamic_shared_memory() {
    let (module, memory) = (sample(), Memory::new());
    let values: Vec<u32> = (0..192).collect();
    let numbers = buffer(&memory, &values);
    let launch = Launch { shared_bytes: 96 * 4, ..grid(2, 96) };
    module.launch(&memory, "scan_shared", &launch, &[pointer(numbers)]).unwrap();
    let expected: Vec<u32> = (0..192).map(|index: u32| (index / 96 * 96..=index).sum()).collect();
    assert_eq!(contents::<u32>(&memory, numbers), expected);
    let short = Launch { shared_bytes: 95 * 4, ..launch };
    let Err(LaunchError::Fault(fault)) = module.launch(&memory, "scan_shared", &short, &[pointer(numbers)]) else {
        panic!()
    };
    assert!(matches!(fault.kind, FaultKind::OutOfBounds { .. }), "{fault}");
    assert_eq!(fault.thread, [95, 0, 0]);
}

#[test]
fn vectors_structures_and_slices() {
    let (module, memory) = (sample(), Memory::new());
    let four: Vec<f32> = (0..40).map(|index| index as f32).collect();
    let two: Vec<f32> = (0..20).map(|index| index as f32 * 0.5).collect();
    let out = memory.allocate(160).unwrap();
    let arguments = [pointer(buffer(&memory, &four)), pointer(buffer(&memory, &two)), pointer(out), Argument::U64(10)];
    module.launch(&memory, "vec4", &block(32), &arguments).unwrap();
    let expected: Vec<f32> = (0..10)
        .flat_map(|i| {
            let (x, y) = (&four[4 * i..], &two[2 * i..]);
            [x[0] * y[0], x[1] * y[1], x[2] + y[0], x[3] - y[1]]
        })
        .collect();
    assert_eq!(contents::<f32>(&memory, out), expected);

    let a = buffer(&memory, &four);
    let b = memory.allocate(160).unwrap();
    let mut bytes = Vec::new();
    bytes.extend(memory.address(a).unwrap().to_le_bytes());
    bytes.extend(memory.address(b).unwrap().to_le_bytes());
    bytes.extend(40u64.to_le_bytes());
    bytes.extend(0.5f32.to_le_bytes());
    bytes.extend([7, 0]);
    bytes.extend((-3i16).to_le_bytes());
    module.launch(&memory, "by_struct", &block(64), &[Argument::Bytes(bytes)]).unwrap();
    let expected: Vec<f32> = four.iter().map(|x| x * 0.5 + 7.0 - 3.0).collect();
    assert_eq!(contents::<f32>(&memory, b), expected);

    let mut slice = memory.address(a).unwrap().to_le_bytes().to_vec();
    slice.extend(40u64.to_le_bytes());
    module.launch(&memory, "by_slice", &block(64), &[Argument::Bytes(slice), pointer(b)]).unwrap();
    let expected: Vec<f32> = (0..40).map(|i| four[i] + four[i / 2]).collect();
    assert_eq!(contents::<f32>(&memory, b), expected);
}

#[test]
fn calls_tables_and_switches() {
    let (module, memory) = (sample(), Memory::new());
    let helper = |values: &[f32], k: f32| values.iter().fold(0.0f32, |sum, value| sum * k + value);
    let a: Vec<f32> = (0..11).map(|i| i as f32 * 1.25 - 3.0).collect();
    let b: Vec<u64> = (0..11).map(|i| i * 7 + 1).collect();
    let out = buffer(&memory, &[0.0f32; 2]);
    let arguments = [pointer(buffer(&memory, &a)), pointer(buffer(&memory, &b)), pointer(out), Argument::U32(11)];
    module.launch(&memory, "calls", &block(1), &arguments).unwrap();
    let second = b.iter().fold(0u64, |sum, value| sum * 3 + value) + (11 ^ 5);
    assert_eq!(contents::<f32>(&memory, out), [helper(&a, 0.5) + helper(&a[..5], 0.25), second as f32]);

    const TABLE: [f32; 8] = [1.0, 2.0, 4.0, 8.0, 0.5, 0.25, 0.125, -1.0];
    let indices: Vec<u32> = (0..64).map(|i| i * 37 % 101).collect();
    let out = memory.allocate(256).unwrap();
    module.launch(&memory, "tables", &block(64), &[pointer(buffer(&memory, &indices)), pointer(out)]).unwrap();
    let expected: Vec<f32> = indices
        .iter()
        .map(|&j| {
            let j = j as usize;
            let mut local = [0u32; 16];
            for k in 0..16 {
                local[(j + k * 7) & 15] = k as u32;
            }
            TABLE[j & 7] + f32::from(b"Hello, world!"[j % 13]) + local[(j * 5) & 15] as f32
        })
        .collect();
    assert_eq!(contents::<f32>(&memory, out), expected);

    let values = [0u32, 2, 3, 5, 6, 9];
    let out = memory.allocate(24).unwrap();
    module.launch(&memory, "switch", &block(6), &[pointer(buffer(&memory, &values)), pointer(out)]).unwrap();
    assert_eq!(contents::<u32>(&memory, out), [7, 0, 6, 80, 96, 1]);
}

#[test]
fn sorts_and_copies() {
    let (module, memory) = (sample(), Memory::new());
    let mut random = Random(5);
    let values: Vec<u32> = (0..64 * 16).map(|_| random.next() as u32 % 1000).collect();
    let numbers = buffer(&memory, &values);
    module.launch(&memory, "sort", &grid(2, 32), &[pointer(numbers), Argument::U32(16)]).unwrap();
    let mut expected = values;
    expected.chunks_mut(16).for_each(<[u32]>::sort_unstable);
    assert_eq!(contents::<u32>(&memory, numbers), expected);

    let source: Vec<u8> = (0..100).collect();
    let out = memory.allocate(133).unwrap();
    module
        .launch(&memory, "copy", &block(1), &[pointer(buffer(&memory, &source)), pointer(out), Argument::U64(100)])
        .unwrap();
    let mut expected = source;
    expected.extend([7; 33]);
    assert_eq!(contents::<u8>(&memory, out), expected);
}

#[test]
fn collectives_of_a_warp() {
    let (module, memory) = (sample(), Memory::new());
    let values: Vec<u32> = (0..32).map(|i| i * 5 % 8).collect();
    let numbers = buffer(&memory, &values);
    module.launch(&memory, "collectives", &block(32), &[pointer(numbers)]).unwrap();
    let mask = |test: &dyn Fn(u32) -> bool| {
        values.iter().enumerate().filter(|&(_, &v)| test(v)).fold(0u32, |mask, (lane, _)| mask | 1 << lane)
    };
    let expected: Vec<u32> = (0..32usize)
        .map(|lane| {
            let v = values[lane];
            let mut r = mask(&|v| v > 3);
            r ^= values[5];
            r ^= values[if lane == 0 { 0 } else { lane - 1 }];
            r ^= values[if lane == 31 { 31 } else { lane + 1 }];
            r = r.wrapping_add(1).wrapping_add(1);
            r ^= mask(&|other| other == v);
            r ^= mask(&|other| other == v);
            r ^= values.iter().sum::<u32>();
            r ^ ((1 << lane) - 1)
        })
        .collect();
    assert_eq!(contents::<u32>(&memory, numbers), expected);
}

#[test]
fn atomics_in_one_thread() {
    let (module, memory) = (sample(), Memory::new());
    let (a, b, s) = (buffer(&memory, &[10u32]), buffer(&memory, &[0u64]), buffer(&memory, &[5i32]));
    module.launch(&memory, "atomics", &block(1), &[pointer(a), pointer(b), pointer(s)]).unwrap();
    assert_eq!(contents::<u32>(&memory, a), [6]);
    assert_eq!(contents::<u64>(&memory, b), [4]);
    assert_eq!(contents::<i32>(&memory, s), [0]);
}

#[test]
fn a_panic_is_a_trap_or_an_end() {
    let (module, memory) = (sample(), Memory::new());
    let a = buffer(&memory, &[8u32, 2, 0, 1]);
    let out = memory.allocate(16).unwrap();
    let result = module.launch(&memory, "bounds", &block(1), &[pointer(a), Argument::U64(4), pointer(out)]);
    assert!(result.is_ok(), "{result:?}");
    let Err(LaunchError::Fault(fault)) =
        module.launch(&memory, "bounds", &block(2), &[pointer(a), Argument::U64(4), pointer(out)])
    else {
        panic!()
    };
    assert_eq!(fault.kind, FaultKind::Trap);
    assert_eq!(fault.thread, [1, 0, 0]);
}
