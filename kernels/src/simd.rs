//! Work that is compiled once for each SIMD level, and the tokens that prove that the processor has a level.
#![allow(unsafe_code)]
use crate::dispatch::Level;
#[cfg(target_arch = "x86_64")]
use crate::dispatch::level;

mod sealed {
    pub trait Sealed {}
}

/// A token that proves that the processor has a level. Only this module makes those of higher levels, so code that
/// holds one may use its instructions.
pub trait Simd: sealed::Sealed + Copy {
    /// Bytes of a vector register.
    const REGISTER: usize;

    /// Does the work in a function of its own: for a loop that needs all registers, inside of one that needs many.
    fn apart<W: Work>(self, work: W) -> W::Output;
}

macro_rules! token {
    ($(#[$doc:meta])* $name:ident, $register:literal $(, $features:literal)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(());
        impl sealed::Sealed for $name {}
        impl Simd for $name {
            const REGISTER: usize = $register;
            // Where there is but one level, the loop goes into its caller, as the kernel does.
            #[cfg_attr(target_arch = "x86_64", inline(never))]
            #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
            fn apart<W: Work>(self, work: W) -> W::Output {
                // rustc 1.95 does not keep a function with features from being inlined, but it cannot go into one
                // without.
                $(#[target_feature(enable = $features)])?
                fn with_features<W: Work>(work: W, simd: $name) -> W::Output {
                    work.run(simd)
                }
                // SAFETY: the token proves that the processor has the features.
                #[allow(unused_unsafe)]
                unsafe {
                    with_features(work, self)
                }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
token!(
    /// AVX2 with BMI1, BMI2, F16C, FMA and POPCNT is there.
    Avx2,
    32,
    "avx2,bmi1,bmi2,f16c,fma,popcnt"
);
#[cfg(target_arch = "x86_64")]
token!(
    /// AVX-512 F, BW, DQ and VL is there, and all of [`Avx2`].
    Avx512,
    64,
    "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,f16c,fma,popcnt"
);
token!(
    /// What the target guarantees is there: true anywhere.
    Baseline,
    16
);

/// The loops of a kernel, generic over the level: `run` is `#[inline(always)]`.
pub trait Work: Sized {
    /// What they give.
    type Output;
    /// The highest level that gains at least 5 %. Loops that only find places, compare indices and copy gain nothing
    /// from any.
    const HIGHEST: Level = Level::Avx512;
    /// Does the work with the instructions of a level.
    fn run<L: Simd>(self, simd: L) -> Self::Output;
}

/// How work finds its level.
pub trait Levels: Copy {
    /// Does the work.
    fn run<W: Work>(self, work: W) -> W::Output;
}

/// The level of [`crate::dispatch`], or another one that the processor has.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub struct At(Option<Level>);

impl At {
    /// What [`crate::dispatch`] says when the work begins.
    pub const DISPATCHED: Self = Self(None);
    /// What the target guarantees.
    pub const BASELINE: Self = Self(Some(Level::Baseline));

    /// This level. `None` if the processor does not have it.
    #[cfg(feature = "table")]
    pub fn level(level: Level) -> Option<Self> {
        level.is_available().then_some(Self(Some(level)))
    }
}

/// The work at a level, in a function of its own. A method of the work is compiled in the unit of the work's module,
/// where a function of this module would share a single unit with all others: one core compiled all the kernels, and a
/// second one waited.
trait AtLevel: Work {
    /// What the target guarantees.
    fn at_baseline(self) -> Self::Output;

    /// # Safety
    /// The processor has the level.
    #[cfg(target_arch = "x86_64")]
    unsafe fn at_avx2(self) -> Self::Output;

    /// # Safety
    /// The processor has the level.
    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(fuzzing, allow(dead_code))]
    unsafe fn at_avx512(self) -> Self::Output;
}

impl<W: Work> AtLevel for W {
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn at_baseline(self) -> W::Output {
        self.run(Baseline(()))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,popcnt")]
    unsafe fn at_avx2(self) -> W::Output {
        self.run(Avx2(()))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,f16c,fma,popcnt")]
    unsafe fn at_avx512(self) -> W::Output {
        self.run(Avx512(()))
    }
}

impl Levels for At {
    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        {
            // A level that is ruled out by a `const` block is not even given to the optimizer.
            if const { !matches!(W::HIGHEST, Level::Baseline) } {
                let level = self.0.unwrap_or_else(level);
                // Fuzzed builds leave out this level, and with it a quarter of the kernels' code.
                #[cfg(not(fuzzing))]
                if const { matches!(W::HIGHEST, Level::Avx512) } && level == Level::Avx512 {
                    // SAFETY: `level` only gives a level that `detected` has found on this processor, and `At` has no
                    // other.
                    return unsafe { work.at_avx512() };
                }
                if level >= Level::Avx2 {
                    // SAFETY: as above; AVX-512 is found only beside AVX2.
                    return unsafe { work.at_avx2() };
                }
            }
        }
        work.at_baseline()
    }
}
