//! The driver of functions of columns: of the classes at each position, in arrays whose last axes are positions.
use super::RowFunction;
use super::rows::{check as check_shapes, larger};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::reduce::Itself;
use crate::reduce::lanes::{Blocks, Lanes};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Dense, DenseMut, Value, order};
use core::ops::Range;

/// The arguments of a function of columns.
#[derive(Debug)]
pub struct Columns<'a, F, V, const N: usize> {
    /// Which one.
    pub function: F,
    /// N C x P each.
    pub inputs: [Dense<'a, V>; N],
    /// C: the rows of an element of the batch.
    pub classes: usize,
    /// N C x P.
    pub out: DenseMut<'a, V>,
}

/// Columns that are worked on side by side. With half as many, the rows of a power of two of columns shared so few sets
/// of the caches that they pushed each other out.
pub(super) const WIDTH: usize = 128;

/// The elements of a batch whose rows are of so many classes.
#[inline(always)]
#[must_use]
pub fn batch(rows: usize, classes: usize) -> usize {
    rows.checked_div(classes).unwrap_or(0)
}

/// Refuses rows that are not of whole elements of a batch.
pub fn check_batch(rows: usize, classes: usize) -> Result<(), KernelError> {
    let elements = rows.div_ceil(classes.max(1));
    expect(Operand::Input, 0, elements.saturating_mul(classes), rows)
}

/// The elements of a batch that have numbers: there may be any number of rows without columns.
#[inline(always)]
pub(super) fn batch_of<V: Value>(out: &DenseMut<'_, V>, classes: usize) -> usize {
    if out.columns() == 0 { 0 } else { batch(out.rows(), classes) }
}

/// Some columns of a row; none if they are not there.
#[inline(always)]
pub(super) fn part<'a, V: Value>(input: Dense<'a, V>, row: usize, columns: &Range<usize>) -> &'a [V] {
    input.row(row).get(columns.clone()).unwrap_or(&[])
}

/// As [`part`].
#[inline(always)]
pub(super) fn part_mut<'o, V: Value>(out: &'o mut DenseMut<'_, V>, row: usize, columns: &Range<usize>) -> &'o mut [V] {
    out.row_mut(row).get_mut(columns.clone()).unwrap_or(&mut [])
}

impl<V: Value, F: RowFunction<V, N>, const N: usize> Body for Columns<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let shapes = self.inputs.map(|input| [input.rows(), input.columns()]);
        check_shapes(&self.function, shapes, [self.out.rows(), self.out.columns()])?;
        check_batch(self.out.rows(), self.classes)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, F: RowFunction<V, N>, const N: usize> Work for Columns<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { inputs, classes, mut out, .. } = self;
        for element in 0..batch_of(&out, classes) {
            let mut first = 0;
            while first < out.columns() {
                let last = out.columns().min(first + WIDTH);
                Tile { inputs, rows: element * classes..(element + 1) * classes, columns: first..last }
                    .run::<F>(&mut out);
                first = last;
            }
        }
    }
}

/// Columns beside each other, of one element of the batch.
struct Tile<'a, V, const N: usize> {
    inputs: [Dense<'a, V>; N],
    rows: Range<usize>,
    columns: Range<usize>,
}

impl<V: Value, const N: usize> Tile<'_, V, N> {
    /// Writes the terms of some rows, and gives their sums. (A closure might become a function of its own, without the
    /// instructions of its caller's level.)
    #[inline(always)]
    fn sums_of_block<F: RowFunction<V, N>>(
        &self,
        block: Range<usize>,
        largest: &[V; WIDTH],
        out: &mut DenseMut<'_, V>,
    ) -> [f64; WIDTH] {
        let mut lanes = Lanes::<Itself, V, WIDTH>::start();
        for row in self.rows.start + block.start..self.rows.start + block.end {
            let terms = part_mut(out, row, &self.columns);
            write_terms::<V, F, N>(self.inputs.map(|input| part(input, row, &self.columns)), largest, terms);
            lanes.add_some(terms);
        }
        lanes.sums
    }

    #[inline(always)]
    fn run<F: RowFunction<V, N>>(self, out: &mut DenseMut<'_, V>) {
        let Self { inputs, rows, columns } = self;
        let mut largest = [V::ZERO; WIDTH];
        if let (true, Some(&first)) = (F::OF_LARGEST, inputs.first()) {
            largest = [-V::INFINITY; WIDTH];
            for row in rows.clone() {
                for (largest, &x) in largest.iter_mut().zip(part(first, row, &columns)) {
                    *largest = larger(x, *largest);
                }
            }
        }
        let (count, tile) = (rows.len(), Self { inputs, rows: rows.clone(), columns: columns.clone() });
        let sums = if count <= order::BLOCK {
            tile.sums_of_block::<F>(0..count, &largest, out)
        } else {
            let mut blocks = Blocks::<Itself, V, WIDTH>::start();
            for block in order::blocks(count) {
                blocks.add(&tile.sums_of_block::<F>(block, &largest, out));
            }
            blocks.finish()
        };
        let mut totals = [V::ZERO; WIDTH];
        for (total, &sum) in totals[..columns.len().min(WIDTH)].iter_mut().zip(&sums) {
            *total = F::total(V::narrow(sum));
        }
        for row in rows {
            write_results::<V, F, N>(
                inputs.map(|input| part(input, row, &columns)),
                &largest,
                &totals,
                part_mut(out, row, &columns),
            );
        }
    }
}

#[inline(always)]
fn write_terms<V: Value, F: RowFunction<V, N>, const N: usize>(from: [&[V]; N], largest: &[V; WIDTH], to: &mut [V]) {
    let length = from.iter().fold(to.len().min(WIDTH), |length, input| length.min(input.len()));
    let (from, largest) = (from.map(|input| &input[..length]), &largest[..length]);
    for (i, to) in to[..length].iter_mut().enumerate() {
        *to = F::term(from.map(|input| input[i]), largest[i]);
    }
}

/// Turns terms into results.
#[inline(always)]
fn write_results<V: Value, F: RowFunction<V, N>, const N: usize>(
    from: [&[V]; N],
    largest: &[V; WIDTH],
    totals: &[V; WIDTH],
    to: &mut [V],
) {
    let length = from.iter().fold(to.len().min(WIDTH), |length, input| length.min(input.len()));
    let (from, largest, totals) = (from.map(|input| &input[..length]), &largest[..length], &totals[..length]);
    for (i, to) in to[..length].iter_mut().enumerate() {
        *to = F::of(from.map(|input| input[i]), *to, largest[i], totals[i]);
    }
}

impl<V: Value, F: RowFunction<V, N>, const N: usize> Split for Columns<'_, F, V, N> {
    fn rows(&self) -> usize {
        batch(self.out.rows(), self.classes)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { function, inputs, classes, out } = self;
        let row = row.saturating_mul(classes);
        let (out, rest) = out.split_rows_at(row);
        let parts = inputs.map(|input| input.split_rows_at(row));
        (
            Self { function, inputs: parts.map(|(part, _)| part), classes, out },
            Self { function, inputs: parts.map(|(_, part)| part), classes, out: rest },
        )
    }
}
