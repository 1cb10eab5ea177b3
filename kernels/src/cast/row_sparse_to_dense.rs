use super::copy;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{DenseMut, Index, RowSparse, Value, processor};

/// The arguments of [`row_sparse_to_dense`].
#[derive(Debug)]
pub struct RowSparseToDense<'a, V, I> {
    /// R x L.
    pub input: RowSparse<'a, V, I>,
    /// R x L.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] RowSparseToDense [V] [] { out; input } }

impl<V: Value, I: Index> Body for RowSparseToDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.input.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.input.row_length(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for RowSparseToDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { input, out } = self;
        let nbytes = out.nbytes();
        // There may be any number of rows without elements.
        if nbytes == 0 {
            return;
        }
        if nbytes < processor::STREAM_BYTES {
            each_row(input, out, copy, |to| to.fill(V::ZERO));
        } else {
            each_row(input, out, |to, from| processor::stream(to, from), processor::stream_zeros);
            processor::stream_fence();
        }
    }
}

#[inline(always)]
fn each_row<V: Value, I: Index>(
    input: RowSparse<V, I>,
    mut out: DenseMut<V>,
    stored: impl Fn(&mut [V], &[V]),
    absent: impl Fn(&mut [V]),
) {
    let mut next = 0;
    for row in 0..input.rows().min(out.rows()) {
        let to = out.row_mut(row);
        if input.row_of(next) == row {
            stored(to, input.stored_row(next));
            next += 1;
        } else {
            absent(to);
        }
    }
}

impl<V: Value, I: Index> Split for RowSparseToDense<'_, V, I> {
    split_fields!((out, input));
}

/// Row_sparse to dense: the stored rows at their places, +0.0 elsewhere.
///
/// - Shapes: `input` row_sparse R x L, `out` dense R x L, overwritten.
/// - Rows are copied bit for bit.
/// - Cost: one write of the dense matrix, streamed if it is large, and one read of the stored rows.
/// - Parts: rows of both; [`RowSparseToDense`] [splits](crate::Split) them.
/// - Source: MXNet `cast_storage(row_sparse -> default)`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, cast};
/// let input = RowSparse::new(3, 2, &[1], &[1.0_f32, 2.0])?;
/// let mut out = [9.0; 6];
/// cast::row_sparse_to_dense(input, DenseMut::new(3, 2, &mut out)?)?;
/// assert_eq!(out, [0.0, 0.0, 1.0, 2.0, 0.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "cast_storage")]
#[inline]
pub fn row_sparse_to_dense<V: Value, I: Index>(
    input: RowSparse<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    RowSparseToDense { input, out }.call()
}
