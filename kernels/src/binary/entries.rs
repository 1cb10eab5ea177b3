//! The driver of functions of the stored values of a csr and what a broadcast operand has at their places.
use super::{Binary, Pattern};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::view::RowOf;
use crate::{Broadcast, Csr, Index, Value};

/// The second of two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Second;

impl Binary for Second {
    const NAME: &'static str = "second";
    const PATTERN: Pattern = Pattern::Union;
    #[inline(always)]
    fn of<V: Value>(_: V, y: V) -> V {
        y
    }
}

/// The arguments of a function of stored values.
#[derive(Debug)]
pub struct Entries<'a, F, V, I> {
    /// Which one.
    pub function: F,
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// The second numbers.
    pub b: Broadcast<'a, V, I>,
    /// One for each stored entry of `a`.
    pub out: &'a mut [V],
}
unsigned! { [F, V] Entries [F V] [] { function, out; a, b } }

impl<F: Binary, V: Value, I: Index> Body for Entries<'_, F, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.b.check(Operand::Right, self.a.rows(), self.a.columns())?;
        expect(Operand::Output, 2, self.a.nnz(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<F: Binary, V: Value, I: Index> Work for Entries<'_, F, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, b, out, .. } = self;
        // Of these the row of an entry says nothing.
        match b {
            Broadcast::Row(values) => return row::<F, V, I>(a.stored(), RowOf::Each(values), out),
            Broadcast::Scalar(value) => return row::<F, V, I>(a.stored(), RowOf::Same(value), out),
            _ => {}
        }
        let ((indices, values), b) = (a.stored(), b.by_rows());
        for (number, range) in a.entry_ranges().enumerate() {
            if let (Some(indices), Some(values), Some(out)) =
                (indices.get(range.clone()), values.get(range.clone()), out.get_mut(range))
            {
                row::<F, V, I>((indices, values), b.row(number), out);
            }
        }
    }
}

#[inline(always)]
fn row<F: Binary, V: Value, I: Index>((indices, values): (&[I], &[V]), of_b: RowOf<V>, out: &mut [V]) {
    let stored = out.iter_mut().zip(indices.iter().zip(values));
    match of_b {
        RowOf::Each(b) => {
            stored.for_each(|(to, (index, &x))| *to = F::of(x, b.get(index.to_usize()).copied().unwrap_or_default()))
        }
        RowOf::Same(y) => stored.for_each(|(to, (_, &x))| *to = F::of(x, y)),
    }
}

/// By rows, each with its entries.
impl<F: Binary, V: Value, I: Index> Split for Entries<'_, F, V, I> {
    fn rows(&self) -> usize {
        self.a.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.a.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { function, a, b, out } = self;
        let (a, b) = (a.split_rows_at(row), b.split_rows_at(row.min(a.rows())));
        let entry = a.0.nnz().min(out.len());
        let (top, rest) = out.split_at_mut(entry);
        (Self { function, a: a.0, b: b.0, out: top }, Self { function, a: a.1, b: b.1, out: rest })
    }
}

/// `out[k] = F(a.values[k], b[r, c])`, where `r` and `c` are row and column of entry `k`, for any function.
///
/// Shapes, structure, cost and errors are those of [`entries_multiply`](super::entries_multiply()).
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Csr, binary};
/// let a = Csr::new(1, 3, &[0, 3], &[0, 1, 2], &[1.0_f32, 2.0, 3.0])?;
/// let mut out = [9.0; 3];
/// binary::entries(binary::Subtract, a, Broadcast::Scalar(2.0), &mut out)?;
/// assert_eq!(out, [-1.0, 0.0, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn entries<F: Binary, V: Value, I: Index>(
    function: F,
    a: Csr<'_, V, I>,
    b: Broadcast<'_, V, I>,
    out: &mut [V],
) -> Result<(), KernelError> {
    perform(Entries { function, a, b, out }, How::CALL)
}
