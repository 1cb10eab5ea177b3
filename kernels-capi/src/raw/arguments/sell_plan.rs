//! The plan of products with one column.
use crate::raw::memory::{Memory, slice};
use crate::raw::{Refused, Report, Struct, Viewed, type_of};
use crate::status::OperandCode;
use crate::types::SellPlan;
use lacuna::dot::SellShape;
use lacuna::{Index, dot};

impl Struct for SellPlan {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_indices(self.index_type)?;
        memory.choice(self.transposed, 1)?;
        memory.read_indices(self.memory, self.memory_length, OperandCode::Plan)
    }
}

impl<V, I: Index> Viewed<V, I> for SellPlan {
    type View<'a> = dot::SellPlan<'a, I>;
    /// Whatever its memory holds, it is memory-safe.
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let shape =
            SellShape { rows: self.rows, columns: self.columns, nnz: self.nnz, transposed: self.transposed == 1 };
        // SAFETY: the contract.
        report.told(dot::SellPlan::trusted(unsafe { slice(self.memory, self.memory_length) }, shape))
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
