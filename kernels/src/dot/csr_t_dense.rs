use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::segments::{Place, SegmentPlan, SegmentSums, Source};
use crate::simd::Levels;
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Dense, Index, RowSparseMut, Storage};

/// The arguments of [`csr_t_dense`].
#[derive(Debug)]
pub struct CsrTDense<'a, V, I> {
    /// Of the csr R x K.
    pub plan: SegmentPlan<'a, I>,
    /// Of the csr.
    pub values: &'a [V],
    /// R x n.
    pub b: Dense<'a, V>,
    /// K x n.
    pub out: RowSparseMut<'a, V, I>,
}
unsigned! { [V] CsrTDense [V] [] { values, b; plan, out } }

impl<V: Storage, I: Index> Body for CsrTDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.plan.check_product(self.values.len(), self.b.rows())?;
        self.plan.check_output(self.b.columns(), &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { plan, values, b, out } = self;
        let source = Source {
            data: b.data(),
            columns: b.columns().min(out.row_length()),
            stride: b.stride(),
            values: Some(values),
        };
        levels.run(SegmentSums { plan, source, place: Place::Consecutive, out: out.into_data() });
        Ok(())
    }
}

impl<V: Storage, I: Index> Split for CsrTDense<'_, V, I> {
    split_fields!((plan, out), values, b);
}

/// `out = a^T b` as row_sparse: `out[c, :] = sum over the entries k of column c of a.values[k] * b[row of k, :]`, for
/// the columns that occur in `a`.
///
/// - Shapes: `a` csr R x K, given as its [`transpose_plan`](super::transpose_plan()) and values; `b` dense R x n; `out`
///   row_sparse K x n with the ids of the plan.
/// - Structure: all columns that occur in `a`, also where only explicit zeros do or the sum cancels to zero.
/// - Order: [`order`](crate::order), row 3, by ascending row of `a`: one running sum for one column too.
/// - Cost: O(nnz n), nothing for columns that do not occur.
/// - Parts: segments of the plan; [`CsrTDense`] [splits](crate::Split) them.
/// - Source: MXNet `dot(csr, default, transpose_a=True) -> row_sparse`. The example stands at
///   [`transpose_plan`](super::transpose_plan()).
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Pattern`]; then nothing is written.
#[doc(alias("dot", "cusparseSpMM"))]
#[inline]
pub fn csr_t_dense<V: Storage, I: Index>(
    plan: &SegmentPlan<'_, I>,
    values: &[V],
    b: Dense<'_, V>,
    out: RowSparseMut<'_, V, I>,
) -> Result<(), KernelError> {
    CsrTDense { plan: *plan, values, b, out }.call()
}
