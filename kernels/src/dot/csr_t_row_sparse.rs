use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::segments::{Place, SegmentPlan, SegmentSums, Source};
use crate::simd::Levels;
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Index, RowSparse, RowSparseMut, Value};

/// The arguments of [`csr_t_row_sparse`].
#[derive(Debug)]
pub struct CsrTRowSparse<'a, V, I> {
    /// Of the csr R x K.
    pub plan: SegmentPlan<'a, I>,
    /// Of the csr.
    pub values: &'a [V],
    /// R x n.
    pub b: RowSparse<'a, V, I>,
    /// K x n.
    pub out: RowSparseMut<'a, V, I>,
}
unsigned! { [V] CsrTRowSparse [V] [] { values; plan, b, out } }

impl<V: Value, I: Index> Body for CsrTRowSparse<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.plan.check_product(self.values.len(), self.b.stored_rows())?;
        self.plan.check_output(self.b.row_length(), &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { plan, values, b, out } = self;
        let n = b.row_length();
        let source = Source { data: b.data(), columns: n.min(out.row_length()), stride: n, values: Some(values) };
        levels.run(SegmentSums { plan, source, place: Place::Consecutive, out: out.into_data() });
        Ok(())
    }
}

impl<V: Value, I: Index> Split for CsrTRowSparse<'_, V, I> {
    split_fields!((plan, out), values, b);
}

/// `out = a^T b` for a row_sparse `b`: as [`csr_t_dense`](super::csr_t_dense()), over the entries whose row `b` stores.
///
/// - Shapes: `a` csr R x K, given as its [`transpose_plan_row_sparse`](super::transpose_plan_row_sparse()) and values;
///   `b` row_sparse R x n; `out` row_sparse K x n with the ids of the plan.
/// - Structure: the columns that occur in rows of `a` that `b` stores. The plan is of the pattern of `b` that it was
///   made with; another pattern of as many rows is not noticed.
/// - Order: [`order`](crate::order), row 3; entries of rows that `b` does not store are no terms.
/// - Cost: O(n) for each entry of the rows that `b` stores.
/// - Parts: segments of the plan; [`CsrTRowSparse`] [splits](crate::Split) them.
/// - Source: MXNet `dot(csr, row_sparse, transpose_a=True) -> row_sparse`.
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, RowSparse, RowSparseMut, dot, segments};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32, 2.0, 3.0])?;
/// let b = RowSparse::new(2, 1, &[1], &[10.0])?;
/// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
/// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
/// let plan = dot::transpose_plan_row_sparse(a, b, 0..3, buffers, &mut [0_u64; 6])?;
/// let mut data = [0.0; 1];
/// dot::csr_t_row_sparse(&plan, a.values(), b, RowSparseMut::new(3, 1, plan.ids(), &mut data)?)?;
/// assert_eq!((plan.ids(), data), (&[1][..], [30.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "dot")]
#[inline]
pub fn csr_t_row_sparse<V: Value, I: Index>(
    plan: &SegmentPlan<'_, I>,
    values: &[V],
    b: RowSparse<'_, V, I>,
    out: RowSparseMut<'_, V, I>,
) -> Result<(), KernelError> {
    CsrTRowSparse { plan: *plan, values, b, out }.call()
}
