//! The driver of functions of a csr and a broadcast operand, into a dense result.
use super::{Binary, Pattern};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::view::RowOf;
use crate::{Broadcast, Csr, DenseMut, Index, Value, processor};

/// Elements made at a time before they are streamed out.
const PIECE: usize = 512;

/// A function with its numbers the other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swapped<F>(pub F);

impl<F: Binary> Binary for Swapped<F> {
    const NAME: &'static str = F::NAME;
    const PATTERN: Pattern = F::PATTERN;
    #[inline(always)]
    fn of<V: Value>(x: V, y: V) -> V {
        F::of(y, x)
    }
}

/// The arguments of a function of a csr and a broadcast operand.
#[derive(Debug)]
pub struct CsrBroadcast<'a, F, V, I> {
    /// Which one.
    pub function: F,
    /// R x C: the first numbers, +0 where nothing is stored.
    pub a: Csr<'a, V, I>,
    /// The second numbers.
    pub b: Broadcast<'a, V, I>,
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [F, V] CsrBroadcast [F V] [] { function, out; a, b } }

impl<F: Binary, V: Value, I: Index> Body for CsrBroadcast<'_, F, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = (self.a.rows(), self.a.columns());
        self.b.check(Operand::Right, rows, columns)?;
        expect(Operand::Output, 0, rows, self.out.rows())?;
        expect(Operand::Output, 1, columns, self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<F: Binary, V: Value, I: Index> Work for CsrBroadcast<'_, F, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, b, mut out, .. } = self;
        let (b, stream) = (b.by_rows(), out.nbytes() >= processor::STREAM_BYTES);
        for row in 0..a.rows().min(out.rows()) {
            let (stored, of_b) = (a.row(row), b.row(row));
            if stream {
                streamed::<F, V, I>(stored, of_b, out.row_mut(row));
            } else {
                let to = out.row_mut(row);
                absent::<F, V>(of_b, 0, to);
                patched::<F, V, I>(stored, of_b, 0, to);
            }
        }
        if stream {
            processor::stream_fence();
        }
    }
}

/// What stands where nothing is stored, from column `start` on.
#[inline(always)]
fn absent<F: Binary, V: Value>(of_b: RowOf<V>, start: usize, to: &mut [V]) {
    match of_b {
        RowOf::Each(b) => {
            let from = b.get(start..).unwrap_or_default();
            for (to, &y) in to.iter_mut().zip(from) {
                *to = F::of(V::ZERO, y);
            }
        }
        RowOf::Same(y) => to.fill(F::of(V::ZERO, y)),
    }
}

/// Writes what is stored in the columns from `start` on, and gives the number of entries up to the first behind them.
#[inline(always)]
fn patched<F: Binary, V: Value, I: Index>(
    (indices, values): (&[I], &[V]),
    of_b: RowOf<V>,
    start: usize,
    to: &mut [V],
) -> usize {
    let mut done = 0;
    for (index, &x) in indices.iter().zip(values) {
        let column = index.to_usize();
        let Some(to) = to.get_mut(column.wrapping_sub(start)) else { break };
        *to = F::of(x, of_b.at(column));
        done += 1;
    }
    done
}

/// A row that is streamed is written once.
#[inline(always)]
fn streamed<F: Binary, V: Value, I: Index>((mut indices, mut values): (&[I], &[V]), of_b: RowOf<V>, out: &mut [V]) {
    let mut piece = [V::ZERO; PIECE];
    for (number, out) in out.chunks_mut(PIECE).enumerate() {
        let start = number * PIECE;
        absent::<F, V>(of_b, start, &mut piece);
        let done = patched::<F, V, I>((indices, values), of_b, start, &mut piece);
        (indices, values) = (indices.get(done..).unwrap_or_default(), values.get(done..).unwrap_or_default());
        processor::stream(out, &piece);
    }
}

impl<F: Binary, V: Value, I: Index> Split for CsrBroadcast<'_, F, V, I> {
    split_fields!((out, a, b), function);
}

/// `out[r, c] = F(a[r, c], b[r, c])` of a csr and a broadcast operand, for any function: dense, with an entry that is
/// not stored as +0. [`Swapped`] exchanges the numbers.
///
/// Shapes, cost and errors are those of [`csr_broadcast_add`](super::csr_broadcast_add()).
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, DenseMut, binary};
/// let a = Csr::new(2, 2, &[0, 1, 1], &[1], &[5.0_f32])?;
/// let mut out = [9.0; 4];
/// binary::csr_broadcast(binary::Maximum, a, Broadcast::Row(&[1.0, 2.0]), DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [1.0, 5.0, 1.0, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn csr_broadcast<F: Binary, V: Value, I: Index>(
    function: F,
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    perform(CsrBroadcast { function, a, b, out }, How::CALL)
}
