//! The plan of products with one column.
use crate::raw::memory::{Array, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed, type_of};
use crate::status::OperandCode;
use crate::types::SellPlan;
use lacuna::dot::SellShape;
use lacuna::{Index, dot};

/// A plan.
pub(crate) struct DeclaredSellPlan<I> {
    shape: SellShape,
    memory: Array<I>,
}

impl<I: Index> Argument for Typed<SellPlan, (), I> {
    type Declared = DeclaredSellPlan<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_indices::<I>(self.of.index_type)?;
        let transposed = memory.choice(self.of.transposed, 1)? == 1;
        Ok(DeclaredSellPlan {
            shape: SellShape { rows: self.of.rows, columns: self.of.columns, nnz: self.of.nnz, transposed },
            memory: memory.read(self.of.memory.cast(), self.of.memory_length, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredSellPlan<I> {
    type View<'a> = dot::SellPlan<'a, I>;
    /// Whatever its memory holds, it is memory-safe.
    #[inline(always)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        report.told(dot::SellPlan::trusted(unsafe { self.memory.slice() }, self.shape))
    }
}

impl<I: Index> From<dot::SellPlan<'_, I>> for SellPlan {
    fn from(plan: dot::SellPlan<'_, I>) -> Self {
        let SellShape { rows, columns, nnz, transposed } = plan.shape();
        Self {
            index_type: type_of::<I>() as u32,
            rows,
            columns,
            nnz,
            memory: plan.memory().as_ptr().cast(),
            memory_length: plan.memory().len(),
            entries: plan.entries().as_ptr().cast(),
            transposed: u32::from(transposed),
        }
    }
}
