//! What C programs pass: plain structs of sizes and pointers.
//!
//! All lengths are numbers of elements. A pointer of an array without elements may be null. Fields that are named `trusted` are 0 or 1: with 0 a call checks every rule of the format,
//! in time proportional to the stored indices; with 1 it checks lengths only. Nothing that a trusted array holds makes a call read or write outside of the arrays,
//! but what it then computes is unspecified.
/// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Csr<V, I> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of stored entries.
    pub nnz: usize,
    /// `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
    pub indptr: *const I,
    /// `nnz` columns.
    pub indices: *const I,
    /// `nnz` values.
    pub values: *const V,
    /// 1 if the format has been checked before.
    pub trusted: u32,
}

/// A csr matrix of a known `indptr` whose columns and values are written.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CsrMut<V, I> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of stored entries.
    pub nnz: usize,
    /// `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
    pub indptr: *const I,
    /// `nnz` columns, written.
    pub indices: *mut I,
    /// `nnz` values, written.
    pub values: *mut V,
    /// 1 if `indptr` has been checked before.
    pub trusted: u32,
}

/// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Dense<V> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
    pub stride: usize,
    /// The elements: `(rows - 1) * stride + columns` of them.
    pub data: *const V,
}

/// A dense matrix that is written.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DenseMut<V> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
    pub stride: usize,
    /// The elements: `(rows - 1) * stride + columns` of them.
    pub data: *mut V,
}

/// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RowSparse<V, I> {
    /// Number of rows, stored or not.
    pub rows: usize,
    /// Elements of one row: the product of all dimensions but the first.
    pub row_length: usize,
    /// Number of stored rows.
    pub stored_rows: usize,
    /// The id that counts as row 0: not 0 in a range of rows.
    pub first_row: usize,
    /// `stored_rows` ids.
    pub indices: *const I,
    /// `stored_rows * row_length` values.
    pub data: *const V,
    /// 1 if the format has been checked before.
    pub trusted: u32,
}

/// Dense rows, of which only some are stored, of a known pattern, whose values are written.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RowSparseMut<V, I> {
    /// Number of rows, stored or not.
    pub rows: usize,
    /// Elements of one row: the product of all dimensions but the first.
    pub row_length: usize,
    /// Number of stored rows.
    pub stored_rows: usize,
    /// The id that counts as row 0: not 0 in a range of rows.
    pub first_row: usize,
    /// `stored_rows` ids.
    pub indices: *const I,
    /// `stored_rows * row_length` values, written.
    pub data: *mut V,
    /// 1 if the format has been checked before.
    pub trusted: u32,
}

/// What a [`RowsMut`] is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Every row is there.
    Dense = 0,
    /// A row that is not stored counts as zero, and cannot be written.
    RowSparse = 1,
}

/// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RowsMut<V, I> {
    /// A [`Storage`].
    pub storage: u32,
    /// 1 if the format has been checked before. Of no meaning for dense rows.
    pub trusted: u32,
    /// Number of rows, stored or not.
    pub rows: usize,
    /// Elements of one row.
    pub row_length: usize,
    /// Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
    pub stride: usize,
    /// Number of stored rows. Of no meaning for dense ones.
    pub stored_rows: usize,
    /// The id that counts as row 0. Of no meaning for dense rows.
    pub first_row: usize,
    /// `stored_rows` ids. Of no meaning for dense rows.
    pub indices: *const I,
    /// The values.
    pub data: *mut V,
}

/// The terms of a result that sums rows by id, grouped by id. It depends on patterns only, so it serves as long as the pattern stays, whatever the values are.
///
/// Made by a plan function in the caller's arrays, to which it points.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Plan<I> {
    /// Number of distinct ids: the stored rows of a row_sparse result.
    pub stored_rows: usize,
    /// Number of terms.
    pub terms: usize,
    /// Length that the values of a product must have: the entries of the csr.
    pub values: usize,
    /// Rows of the operand that `rows` points into.
    pub operand_rows: usize,
    /// Rows of the result, stored or not.
    pub output_rows: usize,
    /// The id that counts as row 0: not 0 in a range of rows.
    pub first_row: usize,
    /// `stored_rows` ids, ascending: the `indices` of a row_sparse result.
    pub ids: *const I,
    /// `stored_rows + 1` bounds: segment `s` has the terms `segments[s] .. segments[s + 1]`.
    pub segments: *const I,
    /// The operand's row of each of the `terms` terms.
    pub rows: *const I,
    /// The entry of each term.
    pub entries: *const I,
    /// 1 if the plan comes from a plan function, unchanged.
    pub trusted: u32,
}

/// Where a plan is written. For `n` entries, `n` elements each are always enough, and `n + 1` for `segments`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PlanBuffers<I> {
    /// Receives the distinct ids.
    pub ids: *mut I,
    /// Elements of `ids`.
    pub ids_length: usize,
    /// Receives the bounds of the segments.
    pub segments: *mut I,
    /// Elements of `segments`.
    pub segments_length: usize,
    /// Receives the operand's row of each term.
    pub rows: *mut I,
    /// Elements of `rows`.
    pub rows_length: usize,
    /// Receives the entry of each term.
    pub entries: *mut I,
    /// Elements of `entries`.
    pub entries_length: usize,
}

/// Which rows an update touches.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Only the rows that the gradient stores, also for weight decay and momentum.
    Lazy = 0,
    /// All rows; one that the gradient does not store has a gradient of zero.
    Standard = 1,
}

/// Hyper-parameters of SGD. Mind that a gradient is multiplied by `rescale_gradient`: 1 leaves it as it is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Sgd<V> {
    /// lr.
    pub learning_rate: V,
    /// wd.
    pub weight_decay: V,
    /// The gradient is multiplied by this first.
    pub rescale_gradient: V,
    /// The rescaled gradient is limited to minus and plus this, if `clips` is 1.
    pub clip_gradient: V,
    /// 0 or 1.
    pub clips: u32,
    /// An [`Update`].
    pub update: u32,
}

/// Hyper-parameters of SGD with momentum.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SgdMomentum<V> {
    /// Those that it shares with SGD.
    pub sgd: Sgd<V>,
    /// mu.
    pub momentum: V,
}
