use super::panels::Layout;
use super::tiles::{BLOCK_COLUMNS, BLOCK_ROWS, LINE, PADDED_COLUMNS, PADDED_ROWS, Product};
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::Levels;
use crate::split::{Split, equal};
use crate::{Dense, DenseMut, Value, order};

/// Which operand of a product is transposed.
pub trait Transposition: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The left one.
    const A: bool;
    /// The right one.
    const B: bool;
}

macro_rules! transpositions {
    ($($(#[$doc:meta])* $name:ident: $a:literal, $b:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Transposition for $name {
            const A: bool = $a;
            const B: bool = $b;
        }
    )*};
}
transpositions! {
    /// None: [`dense_dense`](dense_dense()).
    Neither: false, false;
    /// The left one: [`dense_t_dense`](super::dense_t_dense()).
    Left: true, false;
    /// The right one: [`dense_dense_t`](super::dense_dense_t()).
    Right: false, true;
}

/// The arguments of [`dense_dense`](dense_dense()), [`dense_t_dense`](super::dense_t_dense()) and
/// [`dense_dense_t`](super::dense_dense_t()).
#[derive(Debug)]
pub struct DenseDense<'a, T, V> {
    /// Which operand is transposed.
    pub transposition: T,
    /// R x K; transposed K x R.
    pub a: Dense<'a, V>,
    /// K x C; transposed C x K.
    pub b: Dense<'a, V>,
    /// [`dense_dense_scratch`] values for each part.
    pub scratch: &'a mut [V],
    /// R x C.
    pub out: DenseMut<'a, V>,
}

/// Values of scratch that a product of two dense matrices needs, of so many rows and columns and so many terms in each
/// sum: [`dense_dense`](dense_dense()) and its transposed forms.
///
/// At most 1.1 million values, whatever the shapes: 1024 terms of 96 rows and 960 columns.
///
/// ```
/// use lacuna::dot::dense_dense_scratch;
/// assert_eq!(dense_dense_scratch(0, 50, 10), 0);
/// assert!(dense_dense_scratch(1, 1, 1) < 200);
/// assert_eq!(dense_dense_scratch(usize::MAX, usize::MAX, usize::MAX), dense_dense_scratch(100, 1000, 1024));
/// ```
#[must_use]
pub const fn dense_dense_scratch(rows: usize, columns: usize, terms: usize) -> usize {
    if rows == 0 || columns == 0 || terms == 0 {
        return 0;
    }
    let terms = if terms < order::BLOCK { terms } else { order::BLOCK };
    LINE + terms * (padded(rows, BLOCK_ROWS, PADDED_ROWS) + padded(columns, BLOCK_COLUMNS, PADDED_COLUMNS))
}

/// Rows or columns of a block with those that fill its last tile.
const fn padded(count: usize, most: usize, tile: usize) -> usize {
    if count >= most { most } else { count.next_multiple_of(tile) }
}

impl<T: Transposition, V: Value> DenseDense<'_, T, V> {
    /// The terms of each sum. Without the check, the operands may have different numbers of them.
    fn terms(&self) -> usize {
        let (left, right) = (self.terms_of_a(), if T::B { self.b.columns() } else { self.b.rows() });
        left.min(right)
    }

    fn terms_of_a(&self) -> usize {
        if T::A { self.a.rows() } else { self.a.columns() }
    }

    fn needed(&self, rows: usize) -> usize {
        dense_dense_scratch(rows, self.out.columns(), self.terms())
    }
}

impl<T: Transposition, V: Value> Body for DenseDense<'_, T, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = if T::A { (self.a.columns(), self.a.rows()) } else { (self.a.rows(), self.a.columns()) };
        expect(Operand::Right, u8::from(T::B), columns, if T::B { self.b.columns() } else { self.b.rows() })?;
        expect(Operand::Output, 0, rows, self.out.rows())?;
        expect(Operand::Output, 1, if T::B { self.b.rows() } else { self.b.columns() }, self.out.columns())?;
        capacity(Operand::Scratch, self.needed(rows), self.scratch.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let terms = self.terms();
        let Self { a, b, scratch, out, .. } = self;
        // One copy of the loops for all forms: they differ only in how panels are packed.
        let (a, b) = (Layout { matrix: a, terms_are_rows: T::A }, Layout { matrix: b, terms_are_rows: !T::B });
        levels.run(Product { a, b, terms, scratch, out });
        Ok(())
    }
}

impl<T: Transposition, V: Value> Split for DenseDense<'_, T, V> {
    fn rows(&self) -> usize {
        self.out.rows()
    }
    /// As many parts as there is scratch for.
    fn cut(&self, part: usize, parts: usize) -> usize {
        let most = self.scratch.len().checked_div(self.needed(self.rows())).unwrap_or(parts).max(1);
        if part >= parts { self.rows() } else { equal(self.rows(), part, parts.min(most)) }
    }
    /// Where there is no scratch for both, the rows stay together.
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let rows = self.out.rows();
        let row = row.min(rows);
        let (first, second) = (self.needed(row), self.needed(rows - row));
        let (row, first) = if row > 0 && self.scratch.len().saturating_sub(first) < second {
            (rows, self.scratch.len())
        } else {
            (row, first)
        };
        let Self { transposition, a, b, scratch, out } = self;
        let (a, a_rest) = if T::A { split_columns_at(a, row) } else { a.split_rows_at(row) };
        let (out, out_rest) = out.split_rows_at(row);
        let (scratch, scratch_rest) = scratch.split_at_mut(first.min(scratch.len()));
        (
            Self { transposition, a, b, scratch, out },
            Self { transposition, a: a_rest, b, scratch: scratch_rest, out: out_rest },
        )
    }
}

/// The columns before `column`, and the others.
fn split_columns_at<V: Value>(matrix: Dense<'_, V>, column: usize) -> (Dense<'_, V>, Dense<'_, V>) {
    let column = column.min(matrix.columns());
    let part = |first: usize, columns: usize| {
        let data = matrix.data().get(first..).unwrap_or(&[]);
        Dense::with_stride(matrix.rows(), columns, matrix.stride(), data).unwrap_or_else(|_| matrix.split_rows_at(0).0)
    };
    (part(0, column), part(column, matrix.columns() - column))
}

/// `out = a b` for two dense matrices: `out[i, j] = sum over k of a[i, k] * b[k, j]`.
///
/// - Shapes: `a` R x K, `b` K x C, `out` R x C, overwritten; without terms (K = 0) with zeros.
/// - `scratch`: [`dense_dense_scratch`] values, for each part; what they hold does not matter. Parts of both matrices
///   are packed there.
/// - Order: [`order`](crate::order), row 3: k ascending, each product added with one rounding (fused). A sum that
///   underflows may be -0.0; of more than 1024 terms it is not.
/// - Every element is a term: 0 times NaN or infinity gives NaN.
/// - Cost: 2 R K C operations, in registers; memory is read once for 960 columns of `b`, and `b` once for each part.
/// - Parts: rows of `out`, as many as there is scratch for; [`DenseDense`] [splits](crate::Split) them.
/// - Gradients: with `g` of the shape of `out`, that of `a` is [`dense_dense_t`](super::dense_dense_t())`(g, b)`, that
///   of `b` [`dense_t_dense`](super::dense_t_dense())`(a, g)`.
/// - Source: MXNet `dot(default, default)`.
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Capacity`]; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, dot};
/// let a = Dense::new(2, 3, &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let b = Dense::new(3, 2, &[1.0, 0.0, 0.0, 1.0, 10.0, 100.0])?;
/// let mut scratch = vec![0.0; dot::dense_dense_scratch(2, 2, 3)];
/// let mut out = [9.0; 4];
/// dot::dense_dense(a, b, &mut scratch, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [31.0, 302.0, 64.0, 605.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn dense_dense<V: Value>(
    a: Dense<'_, V>,
    b: Dense<'_, V>,
    scratch: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    DenseDense { transposition: Neither, a, b, scratch, out }.call()
}
