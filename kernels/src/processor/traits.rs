//! What a processor is good at, beyond the instructions that it has.

/// True where a gather of eight numbers is faster than eight loads.
///
/// | processors with AVX-512 | gathers |
/// |---|---|
/// | Intel with AVX512-FP16: Sapphire Rapids and later | fast |
/// | Intel without, Rocket Lake and before | slowed down by the microcode against Gather Data Sampling |
/// | AMD | slower: a product with one column took 1.4 times as long (Zen 4, `benches/results/dispatch-levels.md`) |
/// | others | unknown: loads |
///
/// Features tell generations apart, not model numbers: virtual machines give those of other processors.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_fast_gathers() -> bool {
    // SAFETY: every x86-64 has the instruction. (In later versions of Rust its function is safe.)
    #[allow(unused_unsafe)]
    unsafe {
        use core::arch::x86_64::{__cpuid, __cpuid_count};
        let first = __cpuid(0);
        let features = if first.eax >= 7 { __cpuid_count(7, 0).edx } else { 0 };
        is_fast([first.ebx, first.edx, first.ecx], features)
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) const fn has_fast_gathers() -> bool {
    false
}

/// By the vendor, and by the features of leaf 7 in `edx`.
#[cfg(any(test, target_arch = "x86_64"))]
fn is_fast(vendor: [u32; 3], features: u32) -> bool {
    const AVX512_FP16: u32 = 1 << 23;
    vendor == words(b"GenuineIntel") && features & AVX512_FP16 != 0
}

/// A vendor as the instruction gives it.
#[cfg(any(test, target_arch = "x86_64"))]
fn words(name: &[u8; 12]) -> [u32; 3] {
    [0, 4, 8].map(|k| u32::from_le_bytes([name[k], name[k + 1], name[k + 2], name[k + 3]]))
}

#[cfg(test)]
mod tests {
    use super::{is_fast, words};

    #[test]
    fn processors_are_told_apart() {
        // Without the feature, and with it.
        assert!(!is_fast(words(b"GenuineIntel"), 0xbc00_0400));
        assert!(is_fast(words(b"GenuineIntel"), 0xffdd_4432));
        assert!(!is_fast(words(b"AuthenticAMD"), 0x1000_0010));
        assert!(!is_fast(words(b"AuthenticAMD"), 0xffdd_4432));
        assert!(!is_fast([0; 3], 0));
    }
}
