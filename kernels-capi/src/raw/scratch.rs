//! How much scratch calls need.
use crate::describe::queries;
use crate::types::Type;

queries! {
    /// Bytes of scratch for a plan of so many entries, with indices of this `lacuna_type`, aligned to 16 bytes for
    /// `LACUNA_TYPE_I64`, else to 8; all that a size can hold, if that is not enough, or if no index has this type.
    [] fn lacuna_plan_scratch(index_type: u32, entries: usize) -> usize {
        match Type::of_index(index_type) {
            Some(Type::I64) => plan_scratch::<i64>(entries),
            Some(_) => plan_scratch::<u32>(entries),
            None => usize::MAX,
        }
    }

    /// Elements that the columns, and the entries, of the block ends of a csr with so many entries have at most.
    [] fn lacuna_block_ends_capacity(nnz: usize) -> usize {
        lacuna::dot::block_ends_capacity(nnz)
    }

    /// Bytes of scratch for finding the block ends of a csr with so many columns, with indices of this `lacuna_type`,
    /// and aligned as they are; all that a size can hold, if that is not enough, or if no index has this type. A csr of
    /// at most 1024 rows needs none.
    [] fn lacuna_block_ends_scratch(index_type: u32, columns: usize) -> usize {
        match Type::of_index(index_type) {
            Some(Type::I64) => block_ends_scratch::<i64>(columns),
            Some(_) => block_ends_scratch::<u32>(columns),
            None => usize::MAX,
        }
    }

    /// Bytes of scratch for finding the pattern of a product of two csr with so many columns, aligned to 8 bytes; all
    /// that a size can hold, if that is not enough.
    [] fn lacuna_csr_csr_scratch(columns: usize) -> usize {
        lacuna::dot::csr_csr_scratch(columns).saturating_mul(size_of::<u64>())
    }

    /// Values of scratch for the product of a dense matrix with a csr of so many rows and columns; all that a size can
    /// hold, if that is not enough.
    [] fn lacuna_dense_csr_scratch(rows: usize, columns: usize) -> usize {
        lacuna::dot::dense_csr_scratch(rows, columns)
    }

    /// Values of scratch for a product of two dense matrices, transposed or not, of so many rows and columns and so
    /// many terms in each sum: at most 1.1 million.
    [] fn lacuna_dense_dense_scratch(rows: usize, columns: usize, terms: usize) -> usize {
        lacuna::dot::dense_dense_scratch(rows, columns, terms)
    }

    /// Elements of memory for the SELL plan of a csr; all that a size can hold, if that is not enough.
    [] fn lacuna_sell_plan_length(rows: usize, nnz: usize) -> usize {
        lacuna::dot::sell_plan_length(rows, nnz)
    }

    /// Bytes of scratch for a sum of so many arrays, aligned as a size is; all that a size can hold, if that is not
    /// enough.
    [] fn lacuna_add_n_scratch(inputs: usize) -> usize {
        inputs.saturating_mul(super::LIST_SCRATCH)
    }
}

fn plan_scratch<I: lacuna::Index>(entries: usize) -> usize {
    lacuna::segments::plan_scratch(entries).saturating_mul(size_of::<I::Key>())
}

fn block_ends_scratch<I: lacuna::Index>(columns: usize) -> usize {
    lacuna::dot::block_ends_scratch(columns).saturating_mul(size_of::<I>())
}
