use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::segments::{Place, SegmentPlan, SegmentSums, Source};
use crate::simd::Levels;
use crate::split::{Split, equal, split_fields};
use crate::unsigned::unsigned;
use crate::{Dense, DenseMut, Index, Storage};

/// The arguments of [`csr_t_dense_to_dense`].
#[derive(Debug)]
pub struct CsrTDenseToDense<'a, V, I> {
    /// Of the csr R x K.
    pub plan: SegmentPlan<'a, I>,
    /// Of the csr.
    pub values: &'a [V],
    /// R x n.
    pub b: Dense<'a, V>,
    /// K x n.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] CsrTDenseToDense [V] [] { values, b, out; plan } }

impl<V: Storage, I: Index> Body for CsrTDenseToDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.plan.check_product(self.values.len(), self.b.rows())?;
        expect(Operand::Output, 0, self.plan.output_rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { plan, values, b, mut out } = self;
        if out.columns() == 0 {
            // There may be any number of rows without elements.
            return Ok(());
        }
        let mut next = 0;
        for segment in 0..=plan.stored_rows() {
            let row = plan.row_of(segment).min(out.rows());
            for gap in next..row {
                out.row_mut(gap).fill(V::default());
            }
            next = row + 1;
        }
        let source = Source {
            data: b.data(),
            columns: b.columns().min(out.columns()),
            stride: b.stride(),
            values: Some(values),
        };
        let place = Place::Rows(out.stride());
        levels.run(SegmentSums { plan, source, place, out: out.into_data() });
        Ok(())
    }
}

impl<V: Storage, I: Index> Split for CsrTDenseToDense<'_, V, I> {
    fn rows(&self) -> usize {
        self.plan.output_rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        // What costs more: adding the terms, or writing the rows.
        if self.plan.terms() > self.rows() { self.plan.cut(part, parts) } else { equal(self.rows(), part, parts) }
    }
    split_fields!(@split (plan, out), values, b);
}

/// `out = a^T b` as dense: the rows of [`csr_t_dense`](super::csr_t_dense()), and zeros in the others.
///
/// - Shapes: `a` csr R x K, given as its [`transpose_plan`](super::transpose_plan()) and values; `b` dense R x n; `out`
///   dense K x n, overwritten.
/// - Order: [`order`](crate::order), row 3, so the bits are those of the row_sparse result.
/// - Cost: O(nnz n) and one write of `out`.
/// - Parts: rows of `out`; [`CsrTDenseToDense`] [splits](crate::Split) them.
/// - Source: MXNet `dot(csr, default, transpose_a=True, forward_stype='default')`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot, segments};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 0], &[1.0_f32, 2.0, 3.0])?;
/// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
/// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let plan = dot::transpose_plan(a, 0..3, buffers, &mut [0_u64; 6])?;
/// let mut out = [9.0; 3];
/// dot::csr_t_dense_to_dense(&plan, a.values(), Dense::new(2, 1, &[10.0, 100.0])?, DenseMut::new(3, 1, &mut out)?)?;
/// assert_eq!(out, [310.0, 0.0, 20.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn csr_t_dense_to_dense<V: Storage, I: Index>(
    plan: &SegmentPlan<'_, I>,
    values: &[V],
    b: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrTDenseToDense { plan: *plan, values, b, out }.call()
}
