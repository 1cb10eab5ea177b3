use crate::cast::is_stored;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Value};

/// Which sides a selection takes elements from.
pub trait Sides: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// Elements where the condition holds come from `x`; else they are 0.
    const X: bool;
    /// The others come from `y`; else they are 0.
    const Y: bool;
}

macro_rules! sides {
    ($($(#[$doc:meta])* $name:ident: $x:literal, $y:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Sides for $name {
            const X: bool = $x;
            const Y: bool = $y;
        }
    )*};
}
sides! {
    /// Both: [`select`].
    Both: true, true;
    /// `x` alone: [`select_x_gradient`](super::select_x_gradient()).
    OnlyX: true, false;
    /// `y` alone: [`select_y_gradient`](super::select_y_gradient()).
    OnlyY: false, true;
}

/// The arguments of [`select`] and of its gradients.
#[derive(Debug)]
pub struct Select<'a, S, V, I> {
    /// Which of the sides there are.
    pub sides: S,
    /// R x C; it holds where a stored value is `!= 0`.
    pub condition: Csr<'a, V, I>,
    /// R x C; of the side that there is not, any matrix of this shape.
    pub x: Dense<'a, V>,
    /// R x C; as `x`.
    pub y: Dense<'a, V>,
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [S, V] Select [S V] [] { sides, x, y, out; condition } }

impl<S: Sides, V: Value, I: Index> Body for Select<'_, S, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = (self.condition.rows(), self.condition.columns());
        for (operand, of) in [(Operand::Left, self.x), (Operand::Right, self.y)] {
            expect(operand, 0, rows, of.rows())?;
            expect(operand, 1, columns, of.columns())?;
        }
        expect(Operand::Output, 0, rows, self.out.rows())?;
        expect(Operand::Output, 1, columns, self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<S: Sides, V: Value, I: Index> Work for Select<'_, S, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { condition, x, y, mut out, .. } = self;
        for (row, (indices, values)) in condition.row_slices().enumerate() {
            let (from, other, to) = (x.row(row), y.row(row), out.row_mut(row));
            if !S::Y {
                to.fill(V::ZERO);
            } else if to.len() == other.len() {
                to.copy_from_slice(other);
            }
            for (index, &value) in indices.iter().zip(values) {
                let element = if S::X { from.get(index.to_usize()).copied() } else { Some(V::ZERO) };
                if let (Some(element), Some(to)) = (element, to.get_mut(index.to_usize()))
                    && is_stored(value)
                {
                    *to = element;
                }
            }
        }
    }
}

impl<S: Sides, V: Value, I: Index> Split for Select<'_, S, V, I> {
    fn rows(&self) -> usize {
        self.out.rows()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { sides, condition, x, y, out } = self;
        let ((condition, conditions), (x, xs)) = (condition.split_rows_at(row), x.split_rows_at(row));
        let ((y, ys), (out, outs)) = (y.split_rows_at(row), out.split_rows_at(row));
        (Self { sides, condition, x, y, out }, Self { sides, condition: conditions, x: xs, y: ys, out: outs })
    }
}

/// Selection by a condition: `out[r, j] = if condition[r, j] != 0 { x[r, j] } else { y[r, j] }`.
///
/// - Shapes: all R x C; `out` is overwritten.
/// - An explicit zero of the condition, and what it does not store, select `y`; NaN selects `x`. Values are copied bit
///   for bit.
/// - Gradients: [`select_x_gradient`](super::select_x_gradient()), [`select_y_gradient`](super::select_y_gradient()).
/// - Cost: one read of `y`, one write, and one read of `x` where the condition holds.
/// - Parts: rows of all; [`Select`] [splits](crate::Split) them.
/// - Source: MXNet `where` with a csr condition.
///
/// # Errors
/// [`KernelError::Shape`] (`x` is reported as the left, `y` as the right operand); then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, slice};
/// let condition = Csr::new(1, 4, &[0, 2], &[1, 2], &[-3.0_f32, 0.0])?;
/// let (x, y) = (Dense::new(1, 4, &[1.0, 2.0, 3.0, 4.0])?, Dense::new(1, 4, &[5.0, 6.0, 7.0, 8.0])?);
/// let mut out = [0.0; 4];
/// slice::select(condition, x, y, DenseMut::new(1, 4, &mut out)?)?;
/// assert_eq!(out, [5.0, 2.0, 7.0, 8.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "where")]
#[inline]
pub fn select<V: Value, I: Index>(
    condition: Csr<'_, V, I>,
    x: Dense<'_, V>,
    y: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Select { sides: Both, condition, x, y, out }.call()
}
