//! Kernels as values: their arguments, checked, cut, and run.
use crate::KernelError;
use crate::simd::{At, Levels};
use core::ops::Range;

/// The arguments of a kernel.
///
/// The function of the kernel is [`call`](Self::call). The rest is for threads: [`check`](Self::check) the whole,
/// [`split`](crate::Split::split) it, and [`run`](Self::run) each part where you like.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, Kernel, Split, dot};
/// let a = Csr::new(4, 2, &[0, 2, 3, 3, 4], &[0, 1, 1, 0], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// let b = Dense::new(2, 1, &[1.0, 10.0])?;
/// let mut out = [0.0; 4];
/// let product = dot::CsrDense { a, b, out: DenseMut::new(4, 1, &mut out)? };
/// product.check()?;
/// std::thread::scope(|scope| {
///     for part in product.split(2) {
///         scope.spawn(|| part.run());
///     }
/// });
/// assert_eq!(out, [21.0, 30.0, 0.0, 4.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub trait Kernel: Sized {
    /// The module and the function.
    const PATH: (&'static str, &'static str);
    /// What the function gives: nothing, or a number.
    type Output;

    /// Refuses operands that do not fit together.
    ///
    /// # Errors
    /// Those of the function.
    fn check(&self) -> Result<(), KernelError>;

    /// The places that [`check`](Self::check) compares one by one, where these take their time: threads can share them
    /// by [`check_range`](Self::check_range). Else 0.
    fn check_length(&self) -> usize {
        0
    }

    /// The check of some of the [`check_length`](Self::check_length) places, and of everything that has none. If ranges
    /// that follow each other cover all places, the first refusal among them is that of [`check`](Self::check).
    ///
    /// # Errors
    /// Those of the function.
    fn check_range(&self, _places: Range<usize>) -> Result<(), KernelError> {
        self.check()
    }

    /// Runs on threads otherwise than by parts of the result, if that is better here: then it is true, and nothing is
    /// left to do.
    #[cfg(feature = "threads")]
    #[doc(hidden)]
    fn run_on(&mut self, _threads: &dyn crate::call::Threads, _how: How) -> bool {
        false
    }

    /// The function, as `how` says.
    #[doc(hidden)]
    fn perform(self, how: How) -> Result<Self::Output, KernelError>;

    /// The function without the check. On operands that the check refuses, what is written is unspecified; nothing
    /// panics, and nothing else is touched.
    ///
    /// # Errors
    /// Only what the function finds out while it works.
    #[inline]
    fn run(self) -> Result<Self::Output, KernelError> {
        self.perform(How::RUN)
    }

    /// The function itself: check and run.
    ///
    /// # Errors
    /// Those of the function.
    #[inline]
    fn call(self) -> Result<Self::Output, KernelError> {
        self.perform(How::CALL)
    }

    /// [`run`](Self::run) without CPU dispatch.
    ///
    /// # Errors
    /// As there.
    #[inline]
    fn run_scalar(self) -> Result<Self::Output, KernelError> {
        self.perform(How::RUN_SCALAR)
    }

    /// [`call`](Self::call) without CPU dispatch.
    ///
    /// # Errors
    /// As there.
    #[inline]
    fn call_scalar(self) -> Result<Self::Output, KernelError> {
        self.perform(How::CALL_SCALAR)
    }
}

/// How a kernel runs.
#[derive(Clone, Copy)]
pub struct How {
    pub(crate) at: At,
    /// The arguments have been checked before.
    pub(crate) checked: bool,
}

impl How {
    pub(crate) const CALL: Self = Self { at: At::DISPATCHED, checked: false };
    pub(crate) const RUN: Self = Self { at: At::DISPATCHED, checked: true };
    pub(crate) const CALL_SCALAR: Self = Self { at: At::BASELINE, checked: false };
    pub(crate) const RUN_SCALAR: Self = Self { at: At::BASELINE, checked: true };
}

/// What a kernel's file says of it.
pub trait Body: Sized {
    /// What it gives.
    type Output;

    /// Refuses operands that do not fit together.
    fn check(&self) -> Result<(), KernelError>;

    /// As [`Kernel::check_length`].
    fn check_length(&self) -> usize {
        0
    }

    /// As [`Kernel::check_range`].
    fn check_range(&self, _places: Range<usize>) -> Result<(), KernelError> {
        self.check()
    }

    /// As [`Kernel::run_on`].
    #[cfg(feature = "threads")]
    fn run_on(&mut self, _threads: &dyn crate::call::Threads, _how: How) -> bool {
        false
    }

    /// Does the work, whatever the operands are.
    fn run<D: Levels>(self, levels: D) -> Result<Self::Output, KernelError>;
}

#[inline(always)]
pub(crate) fn perform<B: Body>(body: B, how: How) -> Result<B::Output, KernelError> {
    if !how.checked {
        body.check()?;
    }
    body.run(how.at)
}
