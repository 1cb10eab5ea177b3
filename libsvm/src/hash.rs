//! Names as numbers, as Vowpal Wabbit hashes them.

/// MurmurHash3 of 32 bits, for x86 (Austin Appleby, public domain).
///
/// ```
/// use lacuna_libsvm::murmur3;
/// assert_eq!((murmur3(b"", 0), murmur3(b"", 1)), (0, 0x514e_28b7));
/// assert_eq!((murmur3(b"test", 0), murmur3(b"Hello, world!", 0x9747_b28c)), (0xba6b_d213, 0x2488_4cba));
/// ```
#[must_use]
pub fn murmur3(text: &[u8], seed: u32) -> u32 {
    let mix = |block: u32| block.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let (blocks, tail) = text.as_chunks::<4>();
    let mut hash = blocks.iter().fold(seed, |hash, &block| {
        (hash ^ mix(u32::from_le_bytes(block))).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
    });
    let rest = tail.iter().rev().fold(0, |rest, &byte| rest << 8 | u32::from(byte));
    if !tail.is_empty() {
        hash ^= mix(rest);
    }
    hash ^= text.len() as u32;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}

/// The hash of a name, as of Vowpal Wabbit's `--hash strings`: a name of digits is its number plus the seed, any other
/// one its [`murmur3`] with the seed. A feature has the hash of its namespace as seed, and that has 0.
///
/// ```
/// use lacuna_libsvm::{hash_name, murmur3};
/// assert_eq!((hash_name(b"17", 5), hash_name(b"", 5)), (22, 5));
/// assert_eq!(hash_name(b"17a", 5), u64::from(murmur3(b"17a", 5)));
/// ```
#[must_use]
pub fn hash_name(name: &[u8], seed: u32) -> u64 {
    let digits = name.iter().try_fold(0_u64, |number, byte| {
        byte.is_ascii_digit().then(|| number.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')))
    });
    digits.map_or_else(|| murmur3(name, seed).into(), |number| number.wrapping_add(seed.into()))
}
