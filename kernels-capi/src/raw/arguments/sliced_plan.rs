//! The plan of products with one column.
use crate::raw::memory::{Array, Memory};
use crate::raw::{Argument, Declared, Refused, Report};
use crate::status::OperandCode;
use crate::types::SlicedPlan;
use lacuna::dot::SlicedShape;
use lacuna::{Index, dot};

/// A plan.
pub(crate) struct DeclaredSlicedPlan<I> {
    shape: SlicedShape,
    memory: Array<I>,
}

impl<I: Index> Argument for SlicedPlan<I> {
    type Declared = DeclaredSlicedPlan<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        let transposed = memory.choice(self.transposed, 1)? == 1;
        Ok(DeclaredSlicedPlan {
            shape: SlicedShape { rows: self.rows, columns: self.columns, nnz: self.nnz, transposed },
            memory: memory.read(self.memory, self.memory_length, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredSlicedPlan<I> {
    type View<'a> = dot::SlicedPlan<'a, I>;
    /// Whatever its memory holds, it is memory-safe.
    #[inline(always)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        report.told(dot::SlicedPlan::trusted(unsafe { self.memory.slice() }, self.shape))
    }
}

impl<I: Index> From<dot::SlicedPlan<'_, I>> for SlicedPlan<I> {
    fn from(plan: dot::SlicedPlan<'_, I>) -> Self {
        let SlicedShape { rows, columns, nnz, transposed } = plan.shape();
        Self {
            rows,
            columns,
            nnz,
            memory: plan.memory().as_ptr(),
            memory_length: plan.memory().len(),
            entries: plan.entries().as_ptr(),
            transposed: u32::from(transposed),
        }
    }
}
