//! What C programs pass: plain structs of sizes and pointers.
//!
//! All lengths are numbers of elements. A pointer of an array without elements may be null. Fields that are named
//! `trusted` are 0 or 1: with 0 a call checks every rule of the format, in time proportional to the stored indices;
//! with 1 it checks lengths only. Nothing that a trusted array holds makes a call read or write outside of the arrays,
//! but what it then computes is unspecified.
//!
//! Structs of arrays say of which types these are: `value_type` and `index_type` hold a [`Type`]. All operands of a
//! call have the same ones.
use crate::describe::{numbered, structs};
use core::ffi::c_void;

numbered! {
    /// What the elements of an array are. 0 is none of these, so that a forgotten type is found.
    Type as type: u32 {
        /// `float`.
        F32 = 1,
        /// `double`.
        F64 = 2,
        /// `lacuna_f16`.
        F16 = 3,
        /// `lacuna_bf16`.
        Bf16 = 4,
        /// `int8_t`.
        I8 = 5,
        /// `uint8_t`.
        U8 = 6,
        /// `int32_t`. As an index type, what SciPy and most libraries have.
        I32 = 7,
        /// `int64_t`. As an index type, what MXNet has.
        I64 = 8,
        /// `uint32_t`, as an index type only.
        U32 = 9,
    }
}

impl Type {
    /// The type of a number.
    #[must_use]
    pub const fn of_number(number: u32) -> Option<Self> {
        Some(match number {
            1 => Self::F32,
            2 => Self::F64,
            3 => Self::F16,
            4 => Self::Bf16,
            5 => Self::I8,
            6 => Self::U8,
            7 => Self::I32,
            8 => Self::I64,
            9 => Self::U32,
            _ => return None,
        })
    }

    /// The type of a number, if indices can have it.
    #[must_use]
    pub const fn of_index(number: u32) -> Option<Self> {
        match Self::of_number(number) {
            Some(index @ (Self::I32 | Self::I64 | Self::U32)) => Some(index),
            _ => None,
        }
    }

    /// The type of a number, if values can have it.
    #[must_use]
    pub const fn of_value(number: u32) -> Option<Self> {
        match Self::of_number(number) {
            Some(Self::U32) => None,
            value => value,
        }
    }
}

numbered! {
    /// What a `lacuna_rows_mut` is.
    Storage as storage: u32 {
        /// Every row is there.
        Dense = 0,
        /// A row that is not stored counts as zero, and cannot be written.
        RowSparse = 1,
    }
}

numbered! {
    /// What a `lacuna_broadcast` is, and so which of its axes are those of the result.
    Form as form: u32 {
        /// A matrix of the shape of the result.
        Dense = 0,
        /// A matrix of the shape of the result; a row that is not stored counts as zero.
        RowSparse = 1,
        /// `row_length` values, the same for each row.
        Row = 2,
        /// `rows` values, the same for each column.
        Column = 3,
        /// One value for all.
        Scalar = 4,
    }
}

numbered! {
    /// Which rows an update touches.
    Update as update: u32 {
        /// Only the rows that the gradient stores, also for weight decay and states.
        Lazy = 0,
        /// All rows; one that the gradient does not store has a gradient of zero.
        Standard = 1,
    }
}

numbered! {
    /// How an array is stored, for the inference of storage types.
    Stype as stype: u32 {
        /// Every element.
        Dense = 0,
        /// Entries by rows.
        Csr = 1,
        /// Some of the rows.
        RowSparse = 2,
        /// Not decided yet: a result that the caller does not supply.
        Any = 3,
    }
}

numbered! {
    /// Where an operator runs.
    Device as device: u32 {
        /// A processor.
        Cpu = 0,
        /// A GPU.
        Gpu = 1,
    }
}

numbered! {
    /// How an operator runs.
    Mode as mode: u32 {
        /// The dense kernel.
        Dense = 0,
        /// A kernel for these storage types.
        Sparse = 1,
        /// The dense kernel between casts.
        Fallback = 2,
    }
}

structs! {
    /// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and
    /// the values at the same places.
    Csr as csr {
        /// A `lacuna_type`.
        value_type: u32,
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if the format has been checked before.
        trusted: u32,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Number of stored entries.
        nnz: usize,
        /// `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so
        /// does a range of rows.
        indptr: *const c_void,
        /// `nnz` columns.
        indices: *const c_void,
        /// `nnz` values.
        values: *const c_void,
    }

    /// A csr matrix of a known `indptr` whose columns and values are written.
    CsrMut as csr_mut {
        /// A `lacuna_type`.
        value_type: u32,
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if `indptr` has been checked before.
        trusted: u32,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Number of stored entries.
        nnz: usize,
        /// `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
        indptr: *const c_void,
        /// `nnz` columns, written.
        indices: *mut c_void,
        /// `nnz` values, written.
        values: *mut c_void,
    }

    /// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
    Dense as dense {
        /// A `lacuna_type`.
        value_type: u32,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
        stride: usize,
        /// The elements: `(rows - 1) * stride + columns` of them.
        data: *const c_void,
    }

    /// A dense matrix that is written.
    DenseMut as dense_mut {
        /// A `lacuna_type`.
        value_type: u32,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
        stride: usize,
        /// The elements: `(rows - 1) * stride + columns` of them.
        data: *mut c_void,
    }

    /// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the
    /// values from `data[k * row_length]` on.
    RowSparse as row_sparse {
        /// A `lacuna_type`.
        value_type: u32,
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if the format has been checked before.
        trusted: u32,
        /// Number of rows, stored or not.
        rows: usize,
        /// Elements of one row: the product of all dimensions but the first.
        row_length: usize,
        /// Number of stored rows.
        stored_rows: usize,
        /// The id that counts as row 0: not 0 in a range of rows.
        first_row: usize,
        /// `stored_rows` ids.
        indices: *const c_void,
        /// `stored_rows * row_length` values.
        data: *const c_void,
    }

    /// Dense rows, of which only some are stored, of a known pattern, whose values are written.
    RowSparseMut as row_sparse_mut {
        /// A `lacuna_type`.
        value_type: u32,
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if the format has been checked before.
        trusted: u32,
        /// Number of rows, stored or not.
        rows: usize,
        /// Elements of one row: the product of all dimensions but the first.
        row_length: usize,
        /// Number of stored rows.
        stored_rows: usize,
        /// The id that counts as row 0: not 0 in a range of rows.
        first_row: usize,
        /// `stored_rows` ids.
        indices: *const c_void,
        /// `stored_rows * row_length` values, written.
        data: *mut c_void,
    }

    /// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
    RowsMut as rows_mut {
        /// A `lacuna_type`.
        value_type: u32,
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// A `lacuna_storage`.
        storage: u32,
        /// 1 if the format has been checked before. Of no meaning for dense rows.
        trusted: u32,
        /// Number of rows, stored or not.
        rows: usize,
        /// Elements of one row.
        row_length: usize,
        /// Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
        stride: usize,
        /// Number of stored rows. Of no meaning for dense ones.
        stored_rows: usize,
        /// The id that counts as row 0. Of no meaning for dense rows.
        first_row: usize,
        /// `stored_rows` ids. Of no meaning for dense rows.
        indices: *const c_void,
        /// The values.
        data: *mut c_void,
    }

    /// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
    Broadcast as broadcast {
        /// A `lacuna_type`.
        value_type: u32,
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// A `lacuna_form`.
        form: u32,
        /// 1 if the format has been checked before. Ignored unless row_sparse.
        trusted: u32,
        /// Number of rows. Of no meaning for a row and a scalar.
        rows: usize,
        /// Elements of one row. Of no meaning for a column and a scalar.
        row_length: usize,
        /// Distance of the starts of two dense rows, at least `row_length`. Ignored unless dense.
        stride: usize,
        /// Number of stored rows. Ignored unless row_sparse.
        stored_rows: usize,
        /// The id that counts as row 0. Ignored unless row_sparse.
        first_row: usize,
        /// `stored_rows` ids. Ignored unless row_sparse.
        indices: *const c_void,
        /// The values.
        data: *const c_void,
    }

    /// Made by a plan function in the caller's arrays, to which it points.
    Plan as plan {
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if the plan comes from a plan function and was not changed, or only put in order.
        trusted: u32,
        /// Number of distinct ids: the stored rows of a row_sparse result.
        stored_rows: usize,
        /// Number of terms.
        terms: usize,
        /// Length that the values of a product must have: the entries of the csr.
        values: usize,
        /// Rows of the operand that `rows` points into.
        operand_rows: usize,
        /// Rows of the result, stored or not.
        output_rows: usize,
        /// The id that counts as row 0: not 0 in a range of rows.
        first_row: usize,
        /// `stored_rows` ids, ascending: the `indices` of a row_sparse result.
        ids: *const c_void,
        /// `stored_rows + 1` bounds: segment `s` has the terms `segments[s] .. segments[s + 1]`. In a part they count
        /// from the first.
        segments: *const c_void,
        /// The operand's row of each of the `terms` terms.
        rows: *const c_void,
        /// The entry of each term. Null if the plan is in order: then term `t` has the value `t`, `values` is the
        /// number of all terms, and the values are those that `lacuna_rows_permute` puts in the order of the entries.
        entries: *const c_void,
    }

    /// Where a product by scattering ends blocks of 1024 terms: made by a `block_ends` function in the caller's arrays,
    /// to which it points. All zero for a product of at most 1024 rows.
    BlockEnds as block_ends {
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if the block ends come from a `block_ends` function, unchanged.
        trusted: u32,
        /// The columns with more than 1024 terms, ascending.
        columns: *const c_void,
        /// Elements of `columns`.
        columns_length: usize,
        /// The entries of the csr that end a block, ascending.
        entries: *const c_void,
        /// Elements of `entries`.
        entries_length: usize,
        /// Rows of the csr.
        matrix_rows: usize,
        /// Columns of the csr.
        matrix_columns: usize,
        /// Stored entries of the csr.
        matrix_nnz: usize,
    }

    /// The pattern of a csr, analysed for many products with one column: made by a `sell_plan` function in the caller's
    /// memory, to which it points. Whatever this memory holds, a call with it is memory-safe.
    SellPlan as sell_plan {
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// 1 if the csr is the transposed of the matrix that is meant.
        transposed: u32,
        /// Rows of the csr.
        rows: usize,
        /// Columns of the csr.
        columns: usize,
        /// Stored entries of the csr.
        nnz: usize,
        /// What the function has written.
        memory: *const c_void,
        /// Elements of `memory`, at least `lacuna_sell_plan_length`.
        memory_length: usize,
        /// `nnz` entries, which `lacuna_rows_permute` takes: they lie in `memory`. The function that makes the plan
        /// sets it; a product does not read it.
        entries: *const c_void,
    }

    /// Where a plan is written. For `n` entries, `n` elements each are always enough, and `n + 1` for `segments`.
    PlanBuffers as plan_buffers {
        /// A `lacuna_type` of an index.
        index_type: u32,
        /// Receives the distinct ids.
        ids: *mut c_void,
        /// Elements of `ids`.
        ids_length: usize,
        /// Receives the bounds of the segments.
        segments: *mut c_void,
        /// Elements of `segments`.
        segments_length: usize,
        /// Receives the operand's row of each term.
        rows: *mut c_void,
        /// Elements of `rows`.
        rows_length: usize,
        /// Receives the entry of each term.
        entries: *mut c_void,
        /// Elements of `entries`.
        entries_length: usize,
    }

    /// A sequence of random numbers, and the element with which a draw begins. Element `i` is a function of the seed,
    /// the stream and `i` alone.
    Stream as stream {
        /// What a program is started with.
        seed: u64,
        /// Which of the sequences of the seed: a number for each use.
        stream: u64,
        /// The element that is the first of a draw: where a draw of `n` elements ends, the next begins `n` further on.
        first: u64,
    }

    /// Values, or indices.
    Array as array {
        /// A `lacuna_type`.
        element_type: u32,
        /// Number of elements.
        length: usize,
        /// The elements.
        data: *const c_void,
    }

    /// Values, or indices, that are written.
    ArrayMut as array_mut {
        /// A `lacuna_type`.
        element_type: u32,
        /// Number of elements.
        length: usize,
        /// The elements.
        data: *mut c_void,
    }
}
