use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::first_outside;
use crate::{Index, Number, processor};

/// The arguments of [`permute`].
#[derive(Debug)]
pub struct Permute<'a, V, I> {
    /// Places in `values`.
    pub entries: &'a [I],
    /// What they are places in.
    pub values: &'a [V],
    /// As long as `entries`.
    pub out: &'a mut [V],
}

impl<V: Number, I: Index> Body for Permute<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.entries.len(), self.out.len())?;
        match first_outside(self.entries, self.values.len()) {
            None => Ok(()),
            Some((row, found)) => Err(KernelError::Pattern {
                operand: Operand::Indices,
                row,
                expected: self.values.len().saturating_sub(1),
                found,
            }),
        }
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { entries, values, out } = self;
        levels.run(Permute { entries: I::unsigned(entries), values, out });
        Ok(())
    }
}

impl<V: Number, I: Index> Work for Permute<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        /// A cache line of `f32`.
        const PIECE: usize = 16;
        let Self { entries, values, out } = self;
        let value = |entry: &I| values.get(entry.to_usize()).copied().unwrap_or_default();
        if size_of_val(out) < processor::STREAM_BYTES {
            for (to, entry) in out.iter_mut().zip(entries) {
                *to = value(entry);
            }
            return;
        }
        let length = out.len().min(entries.len());
        let (to_pieces, to_rest) = out[..length].as_chunks_mut::<PIECE>();
        let (pieces, rest) = entries[..length].as_chunks::<PIECE>();
        for (to, piece) in to_pieces.iter_mut().zip(pieces) {
            let mut values = [V::default(); PIECE];
            for (to, entry) in values.iter_mut().zip(piece) {
                *to = value(entry);
            }
            processor::stream_array(to, &values);
        }
        for (to, entry) in to_rest.iter_mut().zip(rest) {
            *to = value(entry);
        }
        processor::stream_fence();
    }
}

impl<V: Number, I: Index> Split for Permute<'_, V, I> {
    split_fields!((out, entries), values);
}

/// `out[t] = values[entries[t]]`: values in another order, such as that of a
/// [plan](crate::segments::SegmentPlan::in_order) or of a transposed matrix.
///
/// - Shapes: `entries` and `out` slices of one length, `values` of any. An entry may occur any number of times.
/// - Values are copied bit for bit.
/// - Cost: one read of `entries` for the check, then one read of `values` in the order of `entries`.
/// - Parts: elements of `out`; [`Permute`] [splits](crate::Split) them.
/// - No such operator in MXNet on its own; its `take` along an axis, for ids that may be cut off or wrap, comes near.
///
/// # Errors
/// [`KernelError::Shape`] for lengths that differ, and [`KernelError::Pattern`] for the first entry outside of
/// `values`, with the largest that is inside; then nothing is written.
///
/// ```
/// use lacuna::{KernelError, error, rows};
/// let mut out = [0.0; 3];
/// rows::permute(&[2, 0, 2], &[1.0_f32, 2.0, 3.0], &mut out)?;
/// assert_eq!(out, [3.0, 1.0, 3.0]);
/// let refused = KernelError::Pattern { operand: error::Operand::Indices, row: 1, expected: 1, found: 2 };
/// assert_eq!(rows::permute(&[0, 2, 1], &[1.0, 2.0], &mut out), Err(refused));
/// # Ok::<(), KernelError>(())
/// ```
#[inline]
pub fn permute<V: Number, I: Index>(entries: &[I], values: &[V], out: &mut [V]) -> Result<(), KernelError> {
    Permute { entries, values, out }.call()
}
