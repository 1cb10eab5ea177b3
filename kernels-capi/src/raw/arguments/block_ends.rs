//! Where the sums of a product by scattering end their blocks.
use crate::raw::memory::{Array, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed, type_of};
use crate::status::OperandCode;
use crate::types::BlockEnds;
use lacuna::dot::BlockShape;
use lacuna::{Index, KernelError};

/// Checks block ends.
#[inline(never)]
fn check<I: Index>(columns: &[I], entries: &[I], shape: BlockShape) -> Result<(), KernelError> {
    lacuna::dot::BlockEnds::new(columns, entries, shape).map(|_| ())
}

/// Block ends.
pub(crate) struct DeclaredBlockEnds<I> {
    shape: BlockShape,
    trusted: bool,
    columns: Array<I>,
    entries: Array<I>,
}

impl<I: Index> Argument for Typed<BlockEnds, (), I> {
    type Declared = DeclaredBlockEnds<I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_indices::<I>(self.of.index_type)?;
        Ok(DeclaredBlockEnds {
            shape: BlockShape { rows: self.of.matrix_rows, columns: self.of.matrix_columns, nnz: self.of.matrix_nnz },
            trusted: memory.choice(self.of.trusted, 1)? == 1,
            columns: memory.read(self.of.columns.cast(), self.of.columns_length, OperandCode::Plan)?,
            entries: memory.read(self.of.entries.cast(), self.of.entries_length, OperandCode::Plan)?,
        })
    }
}

impl<I: Index> Declared for DeclaredBlockEnds<I> {
    type View<'a> = lacuna::dot::BlockEnds<'a, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        let (columns, entries) = unsafe { (self.columns.slice(), self.entries.slice()) };
        if !self.trusted {
            report.told(check(columns, entries, self.shape))?;
        }
        Ok(lacuna::dot::BlockEnds::trusted(columns, entries, self.shape))
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
