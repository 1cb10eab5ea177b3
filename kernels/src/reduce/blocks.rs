//! Sums of blocks, one after the other and on threads.
use super::lanes::Blocks;
use super::reduction::Term;
use crate::simd::{Simd, Work};
use crate::{Number, Value};
use core::marker::PhantomData;

/// `N` sums side by side, of which each is cut into the blocks of the order law.
pub(super) trait Source<T: Term, V: Value, const N: usize>: Copy + Send + Sync {
    /// The number of blocks.
    fn count(&self) -> usize;
    /// Writes the sums of the blocks from `first` on.
    fn write_sums<L: Simd>(&self, simd: L, first: usize, sums: &mut [[T::Sum<V>; N]]);
}

/// Blocks whose running sums may go side by side: those of one alone would wait for their own additions.
pub(super) const SIDE_BY_SIDE: usize = 4;

/// The sums.
#[inline(always)]
pub(super) fn sums<T: Term, V: Value, L: Simd, const N: usize>(
    simd: L,
    source: impl Source<T, V, N>,
) -> [T::Sum<V>; N] {
    simd.apart(All::<_, T, V, N> { source, of: PhantomData })
}

/// All blocks, in a function of its own: reductions of the same terms share it.
struct All<S, T, V, const N: usize> {
    source: S,
    of: PhantomData<(T, V)>,
}

impl<S: Source<T, V, N>, T: Term, V: Value, const N: usize> Work for All<S, T, V, N> {
    type Output = [T::Sum<V>; N];

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) -> Self::Output {
        let source = self.source;
        let (mut blocks, count, mut first) = (Blocks::<T, V, N>::start(), source.count(), 0);
        let mut sums = [[Number::ZERO; N]; SIDE_BY_SIDE];
        if count == 1 {
            source.write_sums(simd, 0, &mut sums[..1]);
            return sums[0];
        }
        while first < count {
            let sums = &mut sums[..SIDE_BY_SIDE.min(count - first)];
            source.write_sums(simd, first, sums);
            for sums in &*sums {
                blocks.add(sums);
            }
            first += sums.len();
        }
        blocks.finish()
    }
}

#[cfg(feature = "threads")]
pub(super) use threads::sums_on_threads;

#[cfg(feature = "threads")]
mod threads {
    use super::Source;
    use crate::call::{Threads, each_part};
    use crate::dispatch::Level;
    use crate::kernel::How;
    use crate::reduce::lanes::Blocks;
    use crate::reduce::reduction::Term;
    use crate::simd::{Levels, Simd, Work};
    use crate::split::Split;
    use crate::{Number, Value};

    /// Sums of blocks that wait on the stack: 32 KiB.
    const ROOM: usize = 4096;

    /// The sums, of which threads share the blocks.
    pub(in crate::reduce) fn sums_on_threads<T: Term, V: Value, const N: usize>(
        source: impl Source<T, V, N>,
        threads: &dyn Threads,
        how: How,
    ) -> [T::Sum<V>; N] {
        let (mut blocks, count, mut first) = (Blocks::<T, V, N>::start(), source.count(), 0);
        let mut room = [Number::ZERO; ROOM];
        let sums = room.as_chunks_mut::<N>().0;
        while first < count {
            let length = sums.len().min(count - first);
            let part = Part::<_, T, V, N> { source, first, sums: &mut sums[..length] };
            // No part has an error.
            let done = each_part(part, threads, &|part| {
                how.at.run(part);
                Ok(())
            });
            debug_assert!(done.is_ok());
            for sums in &sums[..length] {
                blocks.add(sums);
            }
            first += length;
        }
        blocks.finish()
    }

    /// Some of the blocks.
    struct Part<'s, S, T: Term, V: Value, const N: usize> {
        source: S,
        first: usize,
        sums: &'s mut [[T::Sum<V>; N]],
    }

    impl<S: Source<T, V, N>, T: Term, V: Value, const N: usize> Work for Part<'_, S, T, V, N> {
        type Output = ();
        const HIGHEST: Level = Level::Avx2;

        #[inline(always)]
        fn run<L: Simd>(self, simd: L) {
            self.source.write_sums(simd, self.first, self.sums);
        }
    }

    impl<S: Copy, T: Term, V: Value, const N: usize> Split for Part<'_, S, T, V, N> {
        fn rows(&self) -> usize {
            self.sums.len()
        }
        fn split_rows_at(self, row: usize) -> (Self, Self) {
            let Self { source, first, sums } = self;
            let row = row.min(sums.len());
            let (top, rest) = sums.split_at_mut(row);
            (Self { source, first, sums: top }, Self { source, first: first + row, sums: rest })
        }
    }
}
