//! Where the sums of a product by scattering end their blocks.
use crate::raw::memory::{Memory, slice};
use crate::raw::{Refused, Report, Struct, Viewed, type_of};
use crate::status::OperandCode;
use crate::types::BlockEnds;
use lacuna::Index;
use lacuna::dot::BlockShape;

impl Struct for BlockEnds {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.columns, self.columns_length, OperandCode::Columns)?;
        memory.read_indices(self.entries, self.entries_length, OperandCode::Entries)
    }
}

impl<V, I: Index> Viewed<V, I> for BlockEnds {
    type View<'a> = lacuna::dot::BlockEnds<'a, I>;
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let shape = BlockShape { rows: self.matrix_rows, columns: self.matrix_columns, nnz: self.matrix_nnz };
        // SAFETY: the contract.
        let (columns, entries) =
            unsafe { (slice(self.columns, self.columns_length), slice(self.entries, self.entries_length)) };
        if self.trusted == 0 {
            report.told(lacuna::dot::BlockEnds::new(columns, entries, shape))?;
        }
        Ok(lacuna::dot::BlockEnds::trusted(columns, entries, shape))
    }
}

impl<I: Index> From<lacuna::dot::BlockEnds<'_, I>> for BlockEnds {
    fn from(ends: lacuna::dot::BlockEnds<'_, I>) -> Self {
        let BlockShape { rows, columns, nnz } = ends.shape();
        Self {
            index_type: type_of::<I>() as u32,
            columns: ends.columns().as_ptr().cast(),
            columns_length: ends.columns().len(),
            entries: ends.entries().as_ptr().cast(),
            entries_length: ends.entries().len(),
            matrix_rows: rows,
            matrix_columns: columns,
            matrix_nnz: nnz,
            trusted: 1,
        }
    }
}
