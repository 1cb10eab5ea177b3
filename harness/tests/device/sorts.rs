//! Sorts of several tiles with keys of all digits.
use crate::{device, indices};
use lacuna::{Csr, Index, RowSparse};
use lacuna_harness::backend::Backend;
use lacuna_runtime::PlanMemory;
use lacuna_testing::Random;

/// More keys than two tiles of 4096 have, drawn from fewer different ones.
const KEYS: usize = 2 * 4096 + 100;

/// The largest key has `bits` bits, of which the others have any.
fn keys(bits: u32) -> Vec<usize> {
    let mut numbers = Random::seeded(u64::from(bits));
    let mut key = || (numbers.below(1 << 31) << 31 | numbers.below(1 << 31)) & ((1 << bits) - 1);
    let different: Vec<_> = (0..3000).map(|_| key()).collect();
    let mut keys: Vec<_> = (0..KEYS).map(|_| different[key() % different.len()]).collect();
    keys[KEYS / 2] = (1 << bits) - 1;
    keys
}

fn plans<I: Index>(all_bits: &[u32]) {
    let (device, values) = (&device() as &dyn Backend, vec![0.0_f32; KEYS]);
    for &bits in all_bits.iter().filter(|&&bits| 1 << bits <= I::MAX + 1) {
        let (rows, ids) = (1 << bits, indices::<I>(keys(bits)));
        let repeated = RowSparse::trusted(rows, 1, &ids, &values).unwrap();
        // A row for each entry: columns need not ascend.
        let pointers = indices::<I>(0..=KEYS);
        let a = Csr::new(KEYS, rows, &pointers, &ids, &values).unwrap();
        let (mut on_host, mut on_device) = (PlanMemory::new(KEYS), PlanMemory::new(KEYS));
        for transposed in [false, true] {
            let ((buffers, scratch), (buffers_there, scratch_there)) = (on_host.buffers(), on_device.buffers());
            let (expected, found) = if transposed {
                (
                    lacuna::dot::transpose_plan(a, 0..rows, buffers, scratch).unwrap(),
                    device.transpose_plan(a, 0..rows, buffers_there, scratch_there),
                )
            } else {
                (
                    lacuna::rows::coalesce_plan(repeated, buffers, scratch).unwrap(),
                    device.coalesce_plan(repeated, buffers_there, scratch_there),
                )
            };
            assert_eq!(device.take_fault(), None, "{bits} bits");
            let found = found.unwrap();
            assert!(
                found.ids() == expected.ids() && found.segments() == expected.segments(),
                "{} of {bits} bits",
                I::NAME
            );
            assert!(
                found.term_rows() == expected.term_rows() && found.entries() == expected.entries(),
                "{} of {bits} bits",
                I::NAME
            );
        }
    }
}

#[test]
fn plans_of_keys_of_every_digit() {
    // One digit, a bit more, all of 32 bits, and eight digits.
    const BITS: &[u32] = &[8, 9, 31, 62];
    plans::<i32>(BITS);
    plans::<i64>(BITS);
}
