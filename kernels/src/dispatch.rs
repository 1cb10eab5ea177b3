//! Which SIMD level runs.
//!
//! Every kernel is compiled once per level of the target architecture from the same source, so all levels give the same
//! bits. The best level that the processor has is found once, without `std`, and can be overruled with [`force`].
//!
//! | architecture | levels |
//! |---|---|
//! | x86-64 | [`Level::Baseline`] (SSE2), [`Level::Avx2`], [`Level::Avx512`] |
//! | any other | [`Level::Baseline`] (on aarch64 this has NEON) |
//!
//! A processor may have instructions that it is not good at. Whether a product reads a column by gathers or by loads
//! is chosen by its vendor and features, once too: [`column_reads`].
use core::fmt::{self, Display, Formatter};
use core::sync::atomic::{AtomicU8, Ordering};

/// A SIMD level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What the compilation target guarantees.
    Baseline = 1,
    /// AVX2 with BMI1, BMI2, F16C, FMA and POPCNT.
    Avx2 = 2,
    /// AVX-512 F, BW, DQ and VL, and all of [`Level::Avx2`].
    Avx512 = 3,
}

impl Level {
    /// All levels, lowest first.
    pub const ALL: &[Self] = &[Self::Baseline, Self::Avx2, Self::Avx512];

    /// The level's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// True if this processor has the level.
    #[must_use]
    pub fn is_available(self) -> bool {
        self <= detected()
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// This processor does not have the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The level that was asked for.
    pub asked: Level,
    /// The best level that there is.
    pub detected: Level,
}

impl Display for Unavailable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "level {} is not available; the best level of this processor is {}", self.asked, self.detected)
    }
}

impl core::error::Error for Unavailable {}

#[cfg(target_arch = "x86_64")]
mod features {
    cpufeatures::new!(cpuid_avx2, "avx2", "bmi1", "bmi2", "fma", "popcnt");
    cpufeatures::new!(cpuid_avx512, "avx512f", "avx512bw", "avx512dq", "avx512vl");

    pub(super) fn avx2() -> bool {
        cpuid_avx2::get() && crate::processor::has_f16c()
    }
    pub(super) fn avx512() -> bool {
        cpuid_avx512::get()
    }
}

/// A level that was found before; 0 until then.
static DETECTED: AtomicU8 = AtomicU8::new(0);

/// The best level of this processor. It is asked once: in a virtual machine that takes some microseconds.
#[must_use]
#[inline]
pub fn detected() -> Level {
    known(&DETECTED, detect)
}

#[cold]
fn detect() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        match (features::avx2(), features::avx512()) {
            (true, true) => Level::Avx512,
            (true, false) => Level::Avx2,
            _ => Level::Baseline,
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    Level::Baseline
}

/// The level that is kept, or the one that is found now.
#[inline]
fn known(kept: &AtomicU8, find: fn() -> Level) -> Level {
    match kept.load(Ordering::Relaxed) {
        1 => Level::Baseline,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => {
            let level = find();
            kept.store(level as u8, Ordering::Relaxed);
            level
        }
    }
}

/// 0 until the first kernel runs, then the level in use.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The level that kernels run at.
#[inline]
pub fn level() -> Level {
    known(&CURRENT, detected)
}

/// Makes all kernels of the process run at `level`, or at the best one again (`None`).
///
/// # Errors
/// [`Unavailable`] if the processor does not have it; then nothing changes.
///
/// ```
/// use lacuna::dispatch::{Level, force, level};
/// force(Some(Level::Baseline))?;
/// assert_eq!(level(), Level::Baseline);
/// force(None)?;
/// # Ok::<(), lacuna::dispatch::Unavailable>(())
/// ```
pub fn force(level: Option<Level>) -> Result<(), Unavailable> {
    let detected = detected();
    let asked = level.unwrap_or(detected);
    if asked > detected {
        return Err(Unavailable { asked, detected });
    }
    // The only writer of levels other than `level` itself: what is stored has been detected.
    CURRENT.store(asked as u8, Ordering::Relaxed);
    Ok(())
}

/// How products with one column read it at [`Level::Avx512`]. The other levels have no gathers. The bits are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnReads {
    /// A load for each number: on AMD, whose gathers are slower, on Intel processors that are slowed down against Gather
    /// Data Sampling (Rocket Lake and before), and on all others.
    Loads = 1,
    /// Gathers: on Intel from Sapphire Rapids on.
    Gathers = 2,
}

/// 0 until a product asks, then the reads in use.
static COLUMN_READS: AtomicU8 = AtomicU8::new(0);

/// How products with one column read it.
#[inline]
pub fn column_reads() -> ColumnReads {
    match COLUMN_READS.load(Ordering::Relaxed) {
        1 => ColumnReads::Loads,
        2 => ColumnReads::Gathers,
        _ => detect_column_reads(),
    }
}

#[cold]
fn detect_column_reads() -> ColumnReads {
    let reads = if crate::processor::has_fast_gathers() { ColumnReads::Gathers } else { ColumnReads::Loads };
    COLUMN_READS.store(reads as u8, Ordering::Relaxed);
    reads
}

/// Makes all products of the process read columns in this way, or in the one that suits the processor (`None`). For
/// tests and measurements.
///
/// ```
/// use lacuna::dispatch::{ColumnReads, column_reads, force_column_reads};
/// force_column_reads(Some(ColumnReads::Loads));
/// assert_eq!(column_reads(), ColumnReads::Loads);
/// force_column_reads(None);
/// ```
pub fn force_column_reads(reads: Option<ColumnReads>) {
    match reads {
        Some(reads) => COLUMN_READS.store(reads as u8, Ordering::Relaxed),
        None => _ = detect_column_reads(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_level_is_used_and_refused_when_absent() {
        for &asked in Level::ALL {
            assert_eq!(force(Some(asked)).is_ok(), asked.is_available());
            if asked.is_available() {
                assert_eq!(level(), asked);
            }
        }
        force(None).unwrap();
        assert_eq!(level(), detected());
    }
}
