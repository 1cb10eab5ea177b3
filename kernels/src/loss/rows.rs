//! The driver of functions of the rows of dense matrices, whose elements need a sum over their row.
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::reduce::lanes::{Blocks, Lanes, SIDE_BY_SIDE, sum_of_row, sums_of_rows};
use crate::reduce::{Itself, Term};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Dense, DenseMut, Value, arrays, order};

/// What is computed of the numbers at one place of the operands, and of a sum over the places of their row.
pub trait RowFunction<V, const N: usize>: Copy + 'static {
    /// The operands, as errors name them. All must have the shape of the first.
    const OPERANDS: [Operand; N];
    /// True if it needs the largest number of the first operand's row; else the functions below get 0.
    const OF_LARGEST: bool;

    /// The term of a place. The terms of a row are added by the [order law](crate::order), as the sum of a row.
    fn term(numbers: [V; N], largest: V) -> V;
    /// What results need of the sum.
    fn total(sum: V) -> V;
    /// The result at a place, from its term, too.
    fn of(numbers: [V; N], term: V, largest: V, total: V) -> V;
}

/// The arguments of a function of rows.
#[derive(Debug)]
pub struct Rows<'a, F, V, const N: usize> {
    /// Which one.
    pub function: F,
    /// R x C each.
    pub inputs: [Dense<'a, V>; N],
    /// R x C.
    pub out: DenseMut<'a, V>,
}

/// Refuses operands, given by rows and columns, of different shapes.
pub fn check<V, F: RowFunction<V, N>, const N: usize>(
    _: &F,
    inputs: [[usize; 2]; N],
    out: [usize; 2],
) -> Result<(), KernelError> {
    let [rows, columns] = inputs.first().copied().unwrap_or(out);
    for (operand, shape) in F::OPERANDS.into_iter().zip(inputs).chain([(Operand::Output, out)]) {
        expect(operand, 0, rows, shape[0])?;
        expect(operand, 1, columns, shape[1])?;
    }
    Ok(())
}

/// The larger number; NaN is none.
#[doc(hidden)]
#[inline(always)]
pub fn larger<V: Value>(x: V, largest: V) -> V {
    if x > largest { x } else { largest }
}

/// The largest number of a row, -infinity if there is none.
#[inline(always)]
pub(super) fn largest<V: Value>(row: &[V]) -> V {
    let mut lanes = [-V::INFINITY; order::WIDE_LANES];
    let (chunks, rest) = row.as_chunks::<{ order::WIDE_LANES }>();
    for chunk in chunks {
        for (largest, &x) in lanes.iter_mut().zip(chunk) {
            *largest = larger(x, *largest);
        }
    }
    for (largest, &x) in lanes.iter_mut().zip(rest) {
        *largest = larger(x, *largest);
    }
    lanes.into_iter().fold(-V::INFINITY, |largest, x| larger(x, largest))
}

/// Writes `e^(x - largest)` of each number, and gives the largest.
#[inline(always)]
pub(super) fn exponentials<V: Value>(row: &[V], to: &mut [V]) -> V {
    let largest = largest(row);
    for (to, &x) in to.iter_mut().zip(row) {
        *to = (x - largest).exp();
    }
    largest
}

/// The sum of `e^(x - largest)` over a block, by lanes.
#[inline(always)]
fn sum_of_block<V: Value>(block: &[V], largest: V) -> f64 {
    const PIECE: usize = 64;
    let mut piece = [V::ZERO; PIECE];
    let mut lanes = Lanes::<Itself, V, { order::LANES }>::start();
    for from in block.chunks(PIECE) {
        let to = &mut piece[..from.len()];
        for (to, &x) in to.iter_mut().zip(from) {
            *to = (x - largest).exp();
        }
        lanes.add_all(to);
    }
    Itself::combine(lanes.sums)
}

/// As [`exponentials`], but adds them, and gives the sum beside the largest number.
#[inline(always)]
pub(super) fn sum_of_exponentials<V: Value>(row: &[V]) -> (V, V) {
    let largest = largest(row);
    // The sum of a block alone is added to 0, which leaves it as it is: it is not below 0.
    let mut blocks = Blocks::<Itself, V, 1>::start();
    for block in row.chunks(order::BLOCK) {
        blocks.add(&[sum_of_block(block, largest)]);
    }
    let [total] = blocks.finish();
    (V::narrow(total), largest)
}

impl<V: Value, F: RowFunction<V, N>, const N: usize> Body for Rows<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let shapes = self.inputs.map(|input| [input.rows(), input.columns()]);
        check(&self.function, shapes, [self.out.rows(), self.out.columns()])
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

/// Writes the terms of a row, and gives its largest number.
#[inline(always)]
fn terms<V: Value, F: RowFunction<V, N>, const N: usize>(row: [&[V]; N], to: &mut [V]) -> V {
    let largest = if F::OF_LARGEST { row.first().map_or(V::ZERO, |first| largest(first)) } else { V::ZERO };
    let length = arrays::length(&row, to.len());
    let (row, to) = (arrays::first(row, length), &mut to[..length]);
    for (i, to) in to.iter_mut().enumerate() {
        *to = F::term(arrays::at(&row, i), largest);
    }
    largest
}

/// Turns terms into results.
#[inline(always)]
fn results<V: Value, F: RowFunction<V, N>, const N: usize>(row: [&[V]; N], largest: V, sum: V, to: &mut [V]) {
    let total = F::total(sum);
    let length = arrays::length(&row, to.len());
    let (row, to) = (arrays::first(row, length), &mut to[..length]);
    for (i, to) in to.iter_mut().enumerate() {
        *to = F::of(arrays::at(&row, i), *to, largest, total);
    }
}

impl<V: Value, F: RowFunction<V, N>, const N: usize> Work for Rows<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { inputs, mut out, .. } = self;
        // Their sums go side by side; longer rows have blocks that do.
        let together = if out.columns() <= order::BLOCK { SIDE_BY_SIDE } else { 1 };
        let mut first = 0;
        // There may be any number of rows without elements.
        let rows = if out.columns() == 0 { 0 } else { out.rows() };
        while first < rows {
            let count = together.min(rows - first);
            let mut of_rows = [V::ZERO; SIDE_BY_SIDE];
            for (k, largest) in of_rows[..count].iter_mut().enumerate() {
                *largest = terms::<V, F, N>(arrays::rows(&inputs, first + k), out.row_mut(first + k));
            }
            let mut sums = [V::ZERO; SIDE_BY_SIDE];
            if count == SIDE_BY_SIDE {
                let accurate = sums_of_rows::<Itself, V, L>(simd, arrays::rows_from(&out.as_dense(), first));
                for (to, sum) in sums.iter_mut().zip(accurate) {
                    *to = V::narrow(sum);
                }
            } else {
                for (k, sum) in sums[..count].iter_mut().enumerate() {
                    *sum = V::narrow(sum_of_row::<Itself, V, L>(simd, out.as_dense().row(first + k)));
                }
            }
            for (k, (largest, sum)) in of_rows.into_iter().zip(sums).enumerate().take(count) {
                results::<V, F, N>(arrays::rows(&inputs, first + k), largest, sum, out.row_mut(first + k));
            }
            first += count;
        }
    }
}

impl<V: Value, F: RowFunction<V, N>, const N: usize> Split for Rows<'_, F, V, N> {
    fn rows(&self) -> usize {
        self.out.rows()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { function, inputs, out } = self;
        let (out, rest) = out.split_rows_at(row);
        let parts = inputs.map(|input| input.split_rows_at(row));
        (
            Self { function, inputs: parts.map(|(part, _)| part), out },
            Self { function, inputs: parts.map(|(_, part)| part), out: rest },
        )
    }
}
