// Lacuna 0.1.0: allocation-free sparse kernels for machine learning, with the same bits on every processor.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by `cargo xtask capi` from the list of kernels and kernels-capi/src: changes belong there.
//
// The contract of every function: a pointer that is not null points to what its type names, in the stated length; during the call nobody else writes any of it,
// or reads what the call writes. Everything else is checked. A call that answers with anything but LACUNA_STATUS_OK has written nothing but `*error` (which may
// be null), where its description does not say otherwise. Nothing is allocated, and nothing is kept between calls.
//
// The bits of a result depend on the operands alone:
// - A sum is a running sum from +0: each product is rounded, then added. A csr times a matrix adds the entries of a row in their order; with one column, entry k
//   of a row goes to lane k mod 4, and the result is (l0 + l2) + (l1 + l3). Transposed products and coalesce add by ascending row, also with one column. More
//   than 1024 terms are cut into blocks of 1024, summed one by one, and the sums of the blocks are added in order. add_n adds its arrays in order, in one sum.
// - Casts and retain copy bits. -0.0 equals 0, so a csr does not store it.
// - Optimizers are evaluated as their formulas are written, each operation rounded, products of hyper-parameters once for a call. h is the gradient, rescaled,
//   then limited to minus and plus the clip bound, and 0 in a row that the gradient does not store; a bound of 0 leaves zeros of the rescaled gradient's sign.

#ifndef LACUNA_H
#define LACUNA_H

#include <stddef.h>
#include <stdint.h>

#define LACUNA_VERSION "0.1.0"
#define LACUNA_VERSION_MAJOR 0
#define LACUNA_VERSION_MINOR 1
#define LACUNA_VERSION_PATCH 0

// What a call answers. Every number but 0 means that the call was refused.
enum lacuna_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif
{
  // The call did its work.
  LACUNA_STATUS_OK = 0,
  // A pointer is null that must not be.
  LACUNA_STATUS_NULL_POINTER = 1,
  // A pointer is not a multiple of the alignment of what it points to.
  LACUNA_STATUS_MISALIGNED_POINTER = 2,
  // An array of that length does not fit the address space.
  LACUNA_STATUS_LENGTH_OVERFLOW = 3,
  // An array that is written shares memory with another array of the call.
  LACUNA_STATUS_OVERLAP = 4,
  // A field that names one of several choices holds none of them.
  LACUNA_STATUS_INVALID_CHOICE = 5,
  // A call has more arrays than the library can tell apart. No function has.
  LACUNA_STATUS_TOO_MANY_ARRAYS = 6,
  // Lengths of the arrays of a csr do not fit its shape.
  LACUNA_STATUS_CSR_SHAPE = 10,
  // A pointer of `indptr` is wrong.
  LACUNA_STATUS_CSR_INDPTR = 11,
  // A column index is wrong.
  LACUNA_STATUS_CSR_INDICES = 12,
  // Lengths of the arrays of a row_sparse do not fit its shape.
  LACUNA_STATUS_ROW_SPARSE_SHAPE = 13,
  // A row id of a row_sparse is wrong.
  LACUNA_STATUS_ROW_SPARSE_INDICES = 14,
  // A dense array is too short for its shape.
  LACUNA_STATUS_DENSE_SHAPE = 15,
  // A dimension does not fit the index type, or a product of dimensions does not fit a size.
  LACUNA_STATUS_DIMENSION = 16,
  // The stride of a dense array is less than its columns.
  LACUNA_STATUS_DENSE_STRIDE = 17,
  // A dimension of one operand does not fit the others.
  LACUNA_STATUS_SHAPE = 20,
  // An array for output or scratch is too short.
  LACUNA_STATUS_CAPACITY = 21,
  // A list of ids is not ascending, not distinct or not in range.
  LACUNA_STATUS_IDS = 22,
  // A row that the call must change is not stored in a row_sparse operand.
  LACUNA_STATUS_MISSING_ROW = 23,
  // The pattern of the output is not the one that the inputs give, or a plan is none.
  LACUNA_STATUS_PATTERN = 24,
  // A range is not inside an axis.
  LACUNA_STATUS_RANGE = 25,
  // A pointer, an id or a column does not fit the index type.
  LACUNA_STATUS_INDEX = 26,
  // A hyper-parameter that no update can use.
  LACUNA_STATUS_PARAMETER = 27,
  // This processor does not have the SIMD level.
  LACUNA_STATUS_LEVEL_UNAVAILABLE = 30,
  // An error that is younger than this interface.
  LACUNA_STATUS_OTHER = 99,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_status lacuna_status;
#else
typedef int32_t lacuna_status;
#endif
#endif

// What a `lacuna_rows_mut` is.
enum lacuna_storage
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // Every row is there.
  LACUNA_STORAGE_DENSE = 0,
  // A row that is not stored counts as zero, and cannot be written.
  LACUNA_STORAGE_ROW_SPARSE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_storage lacuna_storage;
#else
typedef uint32_t lacuna_storage;
#endif
#endif

// Which rows an update touches.
enum lacuna_update
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // Only the rows that the gradient stores, also for weight decay and states.
  LACUNA_UPDATE_LAZY = 0,
  // All rows; one that the gradient does not store has a gradient of zero.
  LACUNA_UPDATE_STANDARD = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_update lacuna_update;
#else
typedef uint32_t lacuna_update;
#endif
#endif

// One array of an argument, or one argument of a call.
enum lacuna_operand
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // None of them.
  LACUNA_OPERAND_NONE = 0,
  // `indptr` of a csr.
  LACUNA_OPERAND_INDPTR = 1,
  // `indices` of a csr or row_sparse.
  LACUNA_OPERAND_INDICES = 2,
  // `values` of a csr, or a list of values.
  LACUNA_OPERAND_VALUES = 3,
  // `data` of a dense or row_sparse.
  LACUNA_OPERAND_DATA = 4,
  // The left operand.
  LACUNA_OPERAND_LEFT = 5,
  // The right operand.
  LACUNA_OPERAND_RIGHT = 6,
  // What the call writes.
  LACUNA_OPERAND_OUTPUT = 7,
  // What the call reads.
  LACUNA_OPERAND_INPUT = 8,
  // A list of ids.
  LACUNA_OPERAND_IDS = 9,
  // A plan.
  LACUNA_OPERAND_PLAN = 10,
  // A gradient.
  LACUNA_OPERAND_GRADIENT = 11,
  // A weight.
  LACUNA_OPERAND_WEIGHT = 12,
  // Scratch memory.
  LACUNA_OPERAND_SCRATCH = 13,
  // A state of an optimizer: this and its number, from 1.
  LACUNA_OPERAND_STATE = 32,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_operand lacuna_operand;
#else
typedef uint32_t lacuna_operand;
#endif
#endif

// Which rule an index, a pointer, a dimension or a hyper-parameter breaks.
enum lacuna_fault
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // None of them is at fault.
  LACUNA_FAULT_NONE = 0,
  // An index is below zero.
  LACUNA_FAULT_NEGATIVE = 1,
  // An index is not less than the dimension (`expected`).
  LACUNA_FAULT_TOO_LARGE = 2,
  // An index is not greater than the one before it (`expected`).
  LACUNA_FAULT_NOT_ASCENDING = 3,
  // The first pointer of `indptr` is not 0.
  LACUNA_FAULT_START = 4,
  // A pointer of `indptr` is less than the one before it (`expected`).
  LACUNA_FAULT_DECREASING = 5,
  // The last pointer of `indptr` is not the number of indices (`expected`).
  LACUNA_FAULT_END = 6,
  // The number of rows.
  LACUNA_FAULT_ROWS = 7,
  // The number of columns, or the length of a row.
  LACUNA_FAULT_COLUMNS = 8,
  // The number of elements of a list, or of the segments of a plan.
  LACUNA_FAULT_ELEMENTS = 9,
  // An index is before the first row of a part (`expected`).
  LACUNA_FAULT_BEFORE_FIRST = 10,
  // The bound `clip_gradient`: it must be a number from 0 on.
  LACUNA_FAULT_CLIP_GRADIENT = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_fault lacuna_fault;
#else
typedef uint32_t lacuna_fault;
#endif
#endif

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
  const int32_t *indptr;
  // `nnz` columns.
  const int32_t *indices;
  // `nnz` values.
  const float *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f32_i32;

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
  const int64_t *indptr;
  // `nnz` columns.
  const int64_t *indices;
  // `nnz` values.
  const float *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f32_i64;

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
  const uint32_t *indptr;
  // `nnz` columns.
  const uint32_t *indices;
  // `nnz` values.
  const float *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f32_u32;

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
  const int32_t *indptr;
  // `nnz` columns.
  const int32_t *indices;
  // `nnz` values.
  const double *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f64_i32;

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
  const int64_t *indptr;
  // `nnz` columns.
  const int64_t *indices;
  // `nnz` values.
  const double *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f64_i64;

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and the values at the same places.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so does a range of rows.
  const uint32_t *indptr;
  // `nnz` columns.
  const uint32_t *indices;
  // `nnz` values.
  const double *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f64_u32;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const int32_t *indptr;
  // `nnz` columns, written.
  int32_t *indices;
  // `nnz` values, written.
  float *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f32_i32;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const int64_t *indptr;
  // `nnz` columns, written.
  int64_t *indices;
  // `nnz` values, written.
  float *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f32_i64;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const uint32_t *indptr;
  // `nnz` columns, written.
  uint32_t *indices;
  // `nnz` values, written.
  float *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f32_u32;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const int32_t *indptr;
  // `nnz` columns, written.
  int32_t *indices;
  // `nnz` values, written.
  double *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f64_i32;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const int64_t *indptr;
  // `nnz` columns, written.
  int64_t *indices;
  // `nnz` values, written.
  double *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f64_i64;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const uint32_t *indptr;
  // `nnz` columns, written.
  uint32_t *indices;
  // `nnz` values, written.
  double *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f64_u32;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const float *data;
} lacuna_dense_f32;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const double *data;
} lacuna_dense_f64;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  float *data;
} lacuna_dense_mut_f32;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  double *data;
} lacuna_dense_mut_f64;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int32_t *indices;
  // `stored_rows * row_length` values.
  const float *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f32_i32;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int64_t *indices;
  // `stored_rows * row_length` values.
  const float *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f32_i64;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const uint32_t *indices;
  // `stored_rows * row_length` values.
  const float *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f32_u32;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int32_t *indices;
  // `stored_rows * row_length` values.
  const double *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f64_i32;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int64_t *indices;
  // `stored_rows * row_length` values.
  const double *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f64_i64;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the values from `data[k * row_length]` on.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const uint32_t *indices;
  // `stored_rows * row_length` values.
  const double *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f64_u32;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int32_t *indices;
  // `stored_rows * row_length` values, written.
  float *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f32_i32;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int64_t *indices;
  // `stored_rows * row_length` values, written.
  float *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f32_i64;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const uint32_t *indices;
  // `stored_rows * row_length` values, written.
  float *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f32_u32;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int32_t *indices;
  // `stored_rows * row_length` values, written.
  double *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f64_i32;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const int64_t *indices;
  // `stored_rows * row_length` values, written.
  double *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f64_i64;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const uint32_t *indices;
  // `stored_rows * row_length` values, written.
  double *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f64_u32;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_storage`.
  uint32_t storage;
  // 1 if the format has been checked before. Of no meaning for dense rows.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
  size_t stride;
  // Number of stored rows. Of no meaning for dense ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning for dense rows.
  size_t first_row;
  // `stored_rows` ids. Of no meaning for dense rows.
  const int32_t *indices;
  // The values.
  float *data;
} lacuna_rows_mut_f32_i32;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_storage`.
  uint32_t storage;
  // 1 if the format has been checked before. Of no meaning for dense rows.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
  size_t stride;
  // Number of stored rows. Of no meaning for dense ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning for dense rows.
  size_t first_row;
  // `stored_rows` ids. Of no meaning for dense rows.
  const int64_t *indices;
  // The values.
  float *data;
} lacuna_rows_mut_f32_i64;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_storage`.
  uint32_t storage;
  // 1 if the format has been checked before. Of no meaning for dense rows.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
  size_t stride;
  // Number of stored rows. Of no meaning for dense ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning for dense rows.
  size_t first_row;
  // `stored_rows` ids. Of no meaning for dense rows.
  const uint32_t *indices;
  // The values.
  float *data;
} lacuna_rows_mut_f32_u32;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_storage`.
  uint32_t storage;
  // 1 if the format has been checked before. Of no meaning for dense rows.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
  size_t stride;
  // Number of stored rows. Of no meaning for dense ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning for dense rows.
  size_t first_row;
  // `stored_rows` ids. Of no meaning for dense rows.
  const int32_t *indices;
  // The values.
  double *data;
} lacuna_rows_mut_f64_i32;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_storage`.
  uint32_t storage;
  // 1 if the format has been checked before. Of no meaning for dense rows.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
  size_t stride;
  // Number of stored rows. Of no meaning for dense ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning for dense rows.
  size_t first_row;
  // `stored_rows` ids. Of no meaning for dense rows.
  const int64_t *indices;
  // The values.
  double *data;
} lacuna_rows_mut_f64_i64;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_storage`.
  uint32_t storage;
  // 1 if the format has been checked before. Of no meaning for dense rows.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning for row_sparse ones.
  size_t stride;
  // Number of stored rows. Of no meaning for dense ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning for dense rows.
  size_t first_row;
  // `stored_rows` ids. Of no meaning for dense rows.
  const uint32_t *indices;
  // The values.
  double *data;
} lacuna_rows_mut_f64_u32;

// Made by a plan function in the caller's arrays, to which it points.
typedef struct {
  // Number of distinct ids: the stored rows of a row_sparse result.
  size_t stored_rows;
  // Number of terms.
  size_t terms;
  // Length that the values of a product must have: the entries of the csr.
  size_t values;
  // Rows of the operand that `rows` points into.
  size_t operand_rows;
  // Rows of the result, stored or not.
  size_t output_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids, ascending: the `indices` of a row_sparse result.
  const int32_t *ids;
  // `stored_rows + 1` bounds: segment `s` has the terms `segments[s] .. segments[s + 1]`. In a part they count from the first.
  const int32_t *segments;
  // The operand's row of each of the `terms` terms.
  const int32_t *rows;
  // The entry of each term. Null if the plan is in order: then term `t` has the value `t`, `values` is the number of all terms, and the values are those that
  // `lacuna_rows_permute_*` puts in the order of the entries.
  const int32_t *entries;
  // 1 if the plan comes from a plan function, unchanged but for being put in order.
  uint32_t trusted;
} lacuna_plan_i32;

// Made by a plan function in the caller's arrays, to which it points.
typedef struct {
  // Number of distinct ids: the stored rows of a row_sparse result.
  size_t stored_rows;
  // Number of terms.
  size_t terms;
  // Length that the values of a product must have: the entries of the csr.
  size_t values;
  // Rows of the operand that `rows` points into.
  size_t operand_rows;
  // Rows of the result, stored or not.
  size_t output_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids, ascending: the `indices` of a row_sparse result.
  const int64_t *ids;
  // `stored_rows + 1` bounds: segment `s` has the terms `segments[s] .. segments[s + 1]`. In a part they count from the first.
  const int64_t *segments;
  // The operand's row of each of the `terms` terms.
  const int64_t *rows;
  // The entry of each term. Null if the plan is in order: then term `t` has the value `t`, `values` is the number of all terms, and the values are those that
  // `lacuna_rows_permute_*` puts in the order of the entries.
  const int64_t *entries;
  // 1 if the plan comes from a plan function, unchanged but for being put in order.
  uint32_t trusted;
} lacuna_plan_i64;

// Made by a plan function in the caller's arrays, to which it points.
typedef struct {
  // Number of distinct ids: the stored rows of a row_sparse result.
  size_t stored_rows;
  // Number of terms.
  size_t terms;
  // Length that the values of a product must have: the entries of the csr.
  size_t values;
  // Rows of the operand that `rows` points into.
  size_t operand_rows;
  // Rows of the result, stored or not.
  size_t output_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids, ascending: the `indices` of a row_sparse result.
  const uint32_t *ids;
  // `stored_rows + 1` bounds: segment `s` has the terms `segments[s] .. segments[s + 1]`. In a part they count from the first.
  const uint32_t *segments;
  // The operand's row of each of the `terms` terms.
  const uint32_t *rows;
  // The entry of each term. Null if the plan is in order: then term `t` has the value `t`, `values` is the number of all terms, and the values are those that
  // `lacuna_rows_permute_*` puts in the order of the entries.
  const uint32_t *entries;
  // 1 if the plan comes from a plan function, unchanged but for being put in order.
  uint32_t trusted;
} lacuna_plan_u32;

// Where a product by scattering ends blocks of 1024 terms: made by a `block_ends` function in the caller's arrays, to which it points. All zero for a product of at most 1024 rows.
typedef struct {
  // The columns with more than 1024 terms, ascending.
  const int32_t *columns;
  // Elements of `columns`.
  size_t columns_length;
  // The entries of the csr that end a block, ascending.
  const int32_t *entries;
  // Elements of `entries`.
  size_t entries_length;
  // Rows of the csr.
  size_t matrix_rows;
  // Columns of the csr.
  size_t matrix_columns;
  // Stored entries of the csr.
  size_t matrix_nnz;
  // 1 if the block ends come from a `block_ends` function, unchanged.
  uint32_t trusted;
} lacuna_block_ends_i32;

// Where a product by scattering ends blocks of 1024 terms: made by a `block_ends` function in the caller's arrays, to which it points. All zero for a product of at most 1024 rows.
typedef struct {
  // The columns with more than 1024 terms, ascending.
  const int64_t *columns;
  // Elements of `columns`.
  size_t columns_length;
  // The entries of the csr that end a block, ascending.
  const int64_t *entries;
  // Elements of `entries`.
  size_t entries_length;
  // Rows of the csr.
  size_t matrix_rows;
  // Columns of the csr.
  size_t matrix_columns;
  // Stored entries of the csr.
  size_t matrix_nnz;
  // 1 if the block ends come from a `block_ends` function, unchanged.
  uint32_t trusted;
} lacuna_block_ends_i64;

// Where a product by scattering ends blocks of 1024 terms: made by a `block_ends` function in the caller's arrays, to which it points. All zero for a product of at most 1024 rows.
typedef struct {
  // The columns with more than 1024 terms, ascending.
  const uint32_t *columns;
  // Elements of `columns`.
  size_t columns_length;
  // The entries of the csr that end a block, ascending.
  const uint32_t *entries;
  // Elements of `entries`.
  size_t entries_length;
  // Rows of the csr.
  size_t matrix_rows;
  // Columns of the csr.
  size_t matrix_columns;
  // Stored entries of the csr.
  size_t matrix_nnz;
  // 1 if the block ends come from a `block_ends` function, unchanged.
  uint32_t trusted;
} lacuna_block_ends_u32;

// The pattern of a csr, analysed for many products with one column: made by a `sliced_plan` function in the caller's memory, to which it points. Whatever this memory holds, a call with it
// is memory-safe.
typedef struct {
  // Rows of the csr.
  size_t rows;
  // Columns of the csr.
  size_t columns;
  // Stored entries of the csr.
  size_t nnz;
  // What the function has written.
  const int32_t *memory;
  // Elements of `memory`, at least `lacuna_sliced_plan_length`.
  size_t memory_length;
  // `nnz` entries, which `lacuna_rows_permute_*` takes: they lie in `memory`. Told by the function that makes the plan, and not looked at by a product.
  const int32_t *entries;
  // 1 if the csr is the transposed of the matrix that is meant.
  uint32_t transposed;
} lacuna_sliced_plan_i32;

// The pattern of a csr, analysed for many products with one column: made by a `sliced_plan` function in the caller's memory, to which it points. Whatever this memory holds, a call with it
// is memory-safe.
typedef struct {
  // Rows of the csr.
  size_t rows;
  // Columns of the csr.
  size_t columns;
  // Stored entries of the csr.
  size_t nnz;
  // What the function has written.
  const int64_t *memory;
  // Elements of `memory`, at least `lacuna_sliced_plan_length`.
  size_t memory_length;
  // `nnz` entries, which `lacuna_rows_permute_*` takes: they lie in `memory`. Told by the function that makes the plan, and not looked at by a product.
  const int64_t *entries;
  // 1 if the csr is the transposed of the matrix that is meant.
  uint32_t transposed;
} lacuna_sliced_plan_i64;

// The pattern of a csr, analysed for many products with one column: made by a `sliced_plan` function in the caller's memory, to which it points. Whatever this memory holds, a call with it
// is memory-safe.
typedef struct {
  // Rows of the csr.
  size_t rows;
  // Columns of the csr.
  size_t columns;
  // Stored entries of the csr.
  size_t nnz;
  // What the function has written.
  const uint32_t *memory;
  // Elements of `memory`, at least `lacuna_sliced_plan_length`.
  size_t memory_length;
  // `nnz` entries, which `lacuna_rows_permute_*` takes: they lie in `memory`. Told by the function that makes the plan, and not looked at by a product.
  const uint32_t *entries;
  // 1 if the csr is the transposed of the matrix that is meant.
  uint32_t transposed;
} lacuna_sliced_plan_u32;

// Where a plan is written. For `n` entries, `n` elements each are always enough, and `n + 1` for `segments`.
typedef struct {
  // Receives the distinct ids.
  int32_t *ids;
  // Elements of `ids`.
  size_t ids_length;
  // Receives the bounds of the segments.
  int32_t *segments;
  // Elements of `segments`.
  size_t segments_length;
  // Receives the operand's row of each term.
  int32_t *rows;
  // Elements of `rows`.
  size_t rows_length;
  // Receives the entry of each term.
  int32_t *entries;
  // Elements of `entries`.
  size_t entries_length;
} lacuna_plan_buffers_i32;

// Where a plan is written. For `n` entries, `n` elements each are always enough, and `n + 1` for `segments`.
typedef struct {
  // Receives the distinct ids.
  int64_t *ids;
  // Elements of `ids`.
  size_t ids_length;
  // Receives the bounds of the segments.
  int64_t *segments;
  // Elements of `segments`.
  size_t segments_length;
  // Receives the operand's row of each term.
  int64_t *rows;
  // Elements of `rows`.
  size_t rows_length;
  // Receives the entry of each term.
  int64_t *entries;
  // Elements of `entries`.
  size_t entries_length;
} lacuna_plan_buffers_i64;

// Where a plan is written. For `n` entries, `n` elements each are always enough, and `n + 1` for `segments`.
typedef struct {
  // Receives the distinct ids.
  uint32_t *ids;
  // Elements of `ids`.
  size_t ids_length;
  // Receives the bounds of the segments.
  uint32_t *segments;
  // Elements of `segments`.
  size_t segments_length;
  // Receives the operand's row of each term.
  uint32_t *rows;
  // Elements of `rows`.
  size_t rows_length;
  // Receives the entry of each term.
  uint32_t *entries;
  // Elements of `entries`.
  size_t entries_length;
} lacuna_plan_buffers_u32;

// Hyper-parameters of `lacuna_optim_sgd_*`: `w = (1 - lr * wd) * w - lr * h`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // wd.
  float weight_decay;
  // The gradient is multiplied by this first.
  float rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  float clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sgd_f32;

// Hyper-parameters of `lacuna_optim_sgd_*`: `w = (1 - lr * wd) * w - lr * h`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sgd_f64;

// Hyper-parameters of `lacuna_optim_sgd_momentum_*`: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // mu: the share of the momentum that a step keeps.
  float momentum;
  // wd.
  float weight_decay;
  // The gradient is multiplied by this first.
  float rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  float clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sgd_momentum_f32;

// Hyper-parameters of `lacuna_optim_sgd_momentum_*`: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps.
  double momentum;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sgd_momentum_f64;

// Hyper-parameters of `lacuna_optim_nag_*`: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // mu: the share of the momentum that a step keeps.
  float momentum;
  // wd.
  float weight_decay;
  // The gradient is multiplied by this first.
  float rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  float clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_nag_f32;

// Hyper-parameters of `lacuna_optim_nag_*`: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps.
  double momentum;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_nag_f64;

// Hyper-parameters of `lacuna_optim_adagrad_*`: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // What is added before a root is taken.
  float epsilon;
  // wd.
  float weight_decay;
  // The gradient is multiplied by this first.
  float rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  float clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adagrad_f32;

// Hyper-parameters of `lacuna_optim_adagrad_*`: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // What is added before a root is taken.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adagrad_f64;

// The numbers behind a status. Lengths and places are 64 bits wide on every processor; those that do not fit a signed number are negative here.
typedef struct {
  // The `lacuna_status`.
  int32_t status;
  // The argument of the call, counted from 1; 0 if the fault is not in one argument alone.
  uint32_t argument;
  // The `lacuna_operand` of the array or argument.
  uint32_t operand;
  // The `lacuna_fault`.
  uint32_t fault;
  // The row; of a range, its start.
  int64_t row;
  // The place in the array.
  int64_t entry;
  // What should be there: a length, a dimension, a bound, a number of entries.
  int64_t expected;
  // What is there; of a range, its end; of a hyper-parameter, its bits as those of a `double`.
  int64_t found;
} lacuna_error;

#ifdef __cplusplus
extern "C" {
#endif

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f32_i32(const lacuna_csr_f32_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f32_i64(const lacuna_csr_f32_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f32_u32(const lacuna_csr_f32_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f64_i32(const lacuna_csr_f64_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f64_i64(const lacuna_csr_f64_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f64_u32(const lacuna_csr_f64_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_row_sparse_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_row_sparse_f32_i32 *b,
    size_t first_column, size_t end_column, const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes,
    lacuna_plan_i32 *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_row_sparse_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_row_sparse_f32_i64 *b,
    size_t first_column, size_t end_column, const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes,
    lacuna_plan_i64 *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_row_sparse_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_row_sparse_f32_u32 *b,
    size_t first_column, size_t end_column, const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes,
    lacuna_plan_u32 *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_row_sparse_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_row_sparse_f64_i32 *b,
    size_t first_column, size_t end_column, const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes,
    lacuna_plan_i32 *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_row_sparse_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_row_sparse_f64_i64 *b,
    size_t first_column, size_t end_column, const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes,
    lacuna_plan_i64 *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_row_sparse_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_row_sparse_f64_u32 *b,
    size_t first_column, size_t end_column, const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes,
    lacuna_plan_u32 *plan, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
// If one is too short, the error says how many elements are needed, and they hold anything.
lacuna_status lacuna_dot_block_ends_f32_i32(const lacuna_csr_f32_i32 *a, int32_t *columns, size_t columns_length, int32_t *entries,
    size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i32 *ends, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
// If one is too short, the error says how many elements are needed, and they hold anything.
lacuna_status lacuna_dot_block_ends_f32_i64(const lacuna_csr_f32_i64 *a, int64_t *columns, size_t columns_length, int64_t *entries,
    size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i64 *ends, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
// If one is too short, the error says how many elements are needed, and they hold anything.
lacuna_status lacuna_dot_block_ends_f32_u32(const lacuna_csr_f32_u32 *a, uint32_t *columns, size_t columns_length, uint32_t *entries,
    size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_u32 *ends, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
// If one is too short, the error says how many elements are needed, and they hold anything.
lacuna_status lacuna_dot_block_ends_f64_i32(const lacuna_csr_f64_i32 *a, int32_t *columns, size_t columns_length, int32_t *entries,
    size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i32 *ends, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
// If one is too short, the error says how many elements are needed, and they hold anything.
lacuna_status lacuna_dot_block_ends_f64_i64(const lacuna_csr_f64_i64 *a, int64_t *columns, size_t columns_length, int64_t *entries,
    size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i64 *ends, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`, and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch_*` bytes of the columns of `a`. An `a` of at most 1024 rows needs none of this.
// If one is too short, the error says how many elements are needed, and they hold anything.
lacuna_status lacuna_dot_block_ends_f64_u32(const lacuna_csr_f64_u32 *a, uint32_t *columns, size_t columns_length, uint32_t *entries,
    size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_u32 *ends, lacuna_error *error);

// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
lacuna_status lacuna_dot_block_ends_row_sparse_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_row_sparse_f32_i32 *b, int32_t *columns,
    size_t columns_length, int32_t *entries, size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i32 *ends,
    lacuna_error *error);

// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
lacuna_status lacuna_dot_block_ends_row_sparse_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_row_sparse_f32_i64 *b, int64_t *columns,
    size_t columns_length, int64_t *entries, size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i64 *ends,
    lacuna_error *error);

// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
lacuna_status lacuna_dot_block_ends_row_sparse_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_row_sparse_f32_u32 *b, uint32_t *columns,
    size_t columns_length, uint32_t *entries, size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_u32 *ends,
    lacuna_error *error);

// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
lacuna_status lacuna_dot_block_ends_row_sparse_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_row_sparse_f64_i32 *b, int32_t *columns,
    size_t columns_length, int32_t *entries, size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i32 *ends,
    lacuna_error *error);

// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
lacuna_status lacuna_dot_block_ends_row_sparse_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_row_sparse_f64_i64 *b, int64_t *columns,
    size_t columns_length, int64_t *entries, size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_i64 *ends,
    lacuna_error *error);

// As `lacuna_dot_block_ends_*`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these are at most 1024, neither the arrays nor `scratch` need any memory.
lacuna_status lacuna_dot_block_ends_row_sparse_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_row_sparse_f64_u32 *b, uint32_t *columns,
    size_t columns_length, uint32_t *entries, size_t entries_length, void *scratch, size_t scratch_bytes, lacuna_block_ends_u32 *ends,
    lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
//
// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
lacuna_status lacuna_dot_sliced_plan_f32_i32(const lacuna_csr_f32_i32 *a, int32_t *memory, size_t memory_length,
    lacuna_sliced_plan_i32 *plan, lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
//
// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
lacuna_status lacuna_dot_sliced_plan_f32_i64(const lacuna_csr_f32_i64 *a, int64_t *memory, size_t memory_length,
    lacuna_sliced_plan_i64 *plan, lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
//
// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
lacuna_status lacuna_dot_sliced_plan_f32_u32(const lacuna_csr_f32_u32 *a, uint32_t *memory, size_t memory_length,
    lacuna_sliced_plan_u32 *plan, lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
//
// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
lacuna_status lacuna_dot_sliced_plan_f64_i32(const lacuna_csr_f64_i32 *a, int32_t *memory, size_t memory_length,
    lacuna_sliced_plan_i32 *plan, lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
//
// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
lacuna_status lacuna_dot_sliced_plan_f64_i64(const lacuna_csr_f64_i64 *a, int64_t *memory, size_t memory_length,
    lacuna_sliced_plan_i64 *plan, lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is. `memory` has `lacuna_sliced_plan_length` elements.
//
// `lacuna_rows_permute_*` with `plan->entries` brings the values of `a` into the order of the plan.
lacuna_status lacuna_dot_sliced_plan_f64_u32(const lacuna_csr_f64_u32 *a, uint32_t *memory, size_t memory_length,
    lacuna_sliced_plan_u32 *plan, lacuna_error *error);

// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
// the order of the plan. The values of `transposed` are not read, and may be anything.
lacuna_status lacuna_dot_sliced_plan_transposed_f32_i32(const lacuna_csr_f32_i32 *transposed, const int32_t *entries,
    size_t entries_length, int32_t *memory, size_t memory_length, lacuna_sliced_plan_i32 *plan, lacuna_error *error);

// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
// the order of the plan. The values of `transposed` are not read, and may be anything.
lacuna_status lacuna_dot_sliced_plan_transposed_f32_i64(const lacuna_csr_f32_i64 *transposed, const int64_t *entries,
    size_t entries_length, int64_t *memory, size_t memory_length, lacuna_sliced_plan_i64 *plan, lacuna_error *error);

// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
// the order of the plan. The values of `transposed` are not read, and may be anything.
lacuna_status lacuna_dot_sliced_plan_transposed_f32_u32(const lacuna_csr_f32_u32 *transposed, const uint32_t *entries,
    size_t entries_length, uint32_t *memory, size_t memory_length, lacuna_sliced_plan_u32 *plan, lacuna_error *error);

// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
// the order of the plan. The values of `transposed` are not read, and may be anything.
lacuna_status lacuna_dot_sliced_plan_transposed_f64_i32(const lacuna_csr_f64_i32 *transposed, const int32_t *entries,
    size_t entries_length, int32_t *memory, size_t memory_length, lacuna_sliced_plan_i32 *plan, lacuna_error *error);

// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
// the order of the plan. The values of `transposed` are not read, and may be anything.
lacuna_status lacuna_dot_sliced_plan_transposed_f64_i64(const lacuna_csr_f64_i64 *transposed, const int64_t *entries,
    size_t entries_length, int64_t *memory, size_t memory_length, lacuna_sliced_plan_i64 *plan, lacuna_error *error);

// As `lacuna_dot_sliced_plan_*`, of a transposed matrix: the product has the bits of the transposed product of the matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose_*` gives them with its pattern: so `plan->entries` brings the values of the matrix itself into
// the order of the plan. The values of `transposed` are not read, and may be anything.
lacuna_status lacuna_dot_sliced_plan_transposed_f64_u32(const lacuna_csr_f64_u32 *transposed, const uint32_t *entries,
    size_t entries_length, uint32_t *memory, size_t memory_length, lacuna_sliced_plan_u32 *plan, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f32_i32(const lacuna_csr_f32_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f32_i64(const lacuna_csr_f32_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f32_u32(const lacuna_csr_f32_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f64_i32(const lacuna_csr_f64_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f64_i64(const lacuna_csr_f64_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f64_u32(const lacuna_csr_f64_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_row_sparse_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_row_sparse_f32_i32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_row_sparse_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_row_sparse_f32_i64 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_row_sparse_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_row_sparse_f32_u32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_row_sparse_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_row_sparse_f64_i32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_row_sparse_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_row_sparse_f64_i64 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_row_sparse_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_row_sparse_f64_u32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f32_i32(const lacuna_plan_i32 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_row_sparse_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f32_i64(const lacuna_plan_i64 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_row_sparse_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f32_u32(const lacuna_plan_u32 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_row_sparse_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f64_i32(const lacuna_plan_i32 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_row_sparse_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f64_i64(const lacuna_plan_i64 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_row_sparse_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f64_u32(const lacuna_plan_u32 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_row_sparse_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f32_i32(const lacuna_plan_i32 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f32_i64(const lacuna_plan_i64 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f32_u32(const lacuna_plan_u32 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f64_i32(const lacuna_plan_i32 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f64_i64(const lacuna_plan_i64 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f64_u32(const lacuna_plan_u32 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_row_sparse_f32_i32(const lacuna_plan_i32 *plan, const float *values, size_t values_length,
    const lacuna_row_sparse_f32_i32 *b, const lacuna_row_sparse_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_row_sparse_f32_i64(const lacuna_plan_i64 *plan, const float *values, size_t values_length,
    const lacuna_row_sparse_f32_i64 *b, const lacuna_row_sparse_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_row_sparse_f32_u32(const lacuna_plan_u32 *plan, const float *values, size_t values_length,
    const lacuna_row_sparse_f32_u32 *b, const lacuna_row_sparse_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_row_sparse_f64_i32(const lacuna_plan_i32 *plan, const double *values, size_t values_length,
    const lacuna_row_sparse_f64_i32 *b, const lacuna_row_sparse_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_row_sparse_f64_i64(const lacuna_plan_i64 *plan, const double *values, size_t values_length,
    const lacuna_row_sparse_f64_i64 *b, const lacuna_row_sparse_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_row_sparse_f64_u32(const lacuna_plan_u32 *plan, const double *values, size_t values_length,
    const lacuna_row_sparse_f64_u32 *b, const lacuna_row_sparse_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_dense_scatter_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_block_ends_i32 *ends,
    const lacuna_dense_f32 *b, float *totals, size_t totals_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_dense_scatter_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_block_ends_i64 *ends,
    const lacuna_dense_f32 *b, float *totals, size_t totals_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_dense_scatter_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_block_ends_u32 *ends,
    const lacuna_dense_f32 *b, float *totals, size_t totals_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_dense_scatter_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_block_ends_i32 *ends,
    const lacuna_dense_f64 *b, double *totals, size_t totals_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_dense_scatter_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_block_ends_i64 *ends,
    const lacuna_dense_f64 *b, double *totals, size_t totals_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_*` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_dense_scatter_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_block_ends_u32 *ends,
    const lacuna_dense_f64 *b, double *totals, size_t totals_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_block_ends_i32 *ends,
    const lacuna_row_sparse_f32_i32 *b, float *totals, size_t totals_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_block_ends_i64 *ends,
    const lacuna_row_sparse_f32_i64 *b, float *totals, size_t totals_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_block_ends_u32 *ends,
    const lacuna_row_sparse_f32_u32 *b, float *totals, size_t totals_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_block_ends_i32 *ends,
    const lacuna_row_sparse_f64_i32 *b, double *totals, size_t totals_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_block_ends_i64 *ends,
    const lacuna_row_sparse_f64_i64 *b, double *totals, size_t totals_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
//
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse_*` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_block_ends_u32 *ends,
    const lacuna_row_sparse_f64_u32 *b, double *totals, size_t totals_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/sliced_column.rs: `C = A B`.
//
// `plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.
lacuna_status lacuna_dot_sliced_column_f32_i32(const lacuna_sliced_plan_i32 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/sliced_column.rs: `C = A B`.
//
// `plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.
lacuna_status lacuna_dot_sliced_column_f32_i64(const lacuna_sliced_plan_i64 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/sliced_column.rs: `C = A B`.
//
// `plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.
lacuna_status lacuna_dot_sliced_column_f32_u32(const lacuna_sliced_plan_u32 *plan, const float *values, size_t values_length,
    const lacuna_dense_f32 *b, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/sliced_column.rs: `C = A B`.
//
// `plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.
lacuna_status lacuna_dot_sliced_column_f64_i32(const lacuna_sliced_plan_i32 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/sliced_column.rs: `C = A B`.
//
// `plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.
lacuna_status lacuna_dot_sliced_column_f64_i64(const lacuna_sliced_plan_i64 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/sliced_column.rs: `C = A B`.
//
// `plan` is the `lacuna_dot_sliced_plan_*` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute_*` with the entries of the plan. `b` is K x 1, `out` R x 1.
lacuna_status lacuna_dot_sliced_column_f64_u32(const lacuna_sliced_plan_u32 *plan, const double *values, size_t values_length,
    const lacuna_dense_f64 *b, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_cast_dense_row_nnz_f32_i32(const lacuna_dense_f32 *dense, int32_t *counts, size_t counts_length, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_cast_dense_row_nnz_f32_i64(const lacuna_dense_f32 *dense, int64_t *counts, size_t counts_length, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_cast_dense_row_nnz_f32_u32(const lacuna_dense_f32 *dense, uint32_t *counts, size_t counts_length, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_cast_dense_row_nnz_f64_i32(const lacuna_dense_f64 *dense, int32_t *counts, size_t counts_length, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_cast_dense_row_nnz_f64_i64(const lacuna_dense_f64 *dense, int64_t *counts, size_t counts_length, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_cast_dense_row_nnz_f64_u32(const lacuna_dense_f64 *dense, uint32_t *counts, size_t counts_length, lacuna_error *error);

// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
lacuna_status lacuna_cast_accumulate_indptr_i32(int32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
lacuna_status lacuna_cast_accumulate_indptr_i64(int64_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
lacuna_status lacuna_cast_accumulate_indptr_u32(uint32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_cast_dense_row_ids_f32_i32(const lacuna_dense_f32 *dense, size_t first_row, int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_cast_dense_row_ids_f32_i64(const lacuna_dense_f32 *dense, size_t first_row, int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_cast_dense_row_ids_f32_u32(const lacuna_dense_f32 *dense, size_t first_row, uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_cast_dense_row_ids_f64_i32(const lacuna_dense_f64 *dense, size_t first_row, int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_cast_dense_row_ids_f64_i64(const lacuna_dense_f64 *dense, size_t first_row, int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_cast_dense_row_ids_f64_u32(const lacuna_dense_f64 *dense, size_t first_row, uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
//
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_cast_dense_to_csr_f32_i32(const lacuna_dense_f32 *dense, const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
//
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_cast_dense_to_csr_f32_i64(const lacuna_dense_f32 *dense, const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
//
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_cast_dense_to_csr_f32_u32(const lacuna_dense_f32 *dense, const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
//
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_cast_dense_to_csr_f64_i32(const lacuna_dense_f64 *dense, const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
//
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_cast_dense_to_csr_f64_i64(const lacuna_dense_f64 *dense, const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
//
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_cast_dense_to_csr_f64_u32(const lacuna_dense_f64 *dense, const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
lacuna_status lacuna_cast_dense_to_csr_one_pass_f32_i32(const lacuna_dense_f32 *dense, int32_t *indptr, size_t indptr_length,
    int32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
lacuna_status lacuna_cast_dense_to_csr_one_pass_f32_i64(const lacuna_dense_f32 *dense, int64_t *indptr, size_t indptr_length,
    int64_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
lacuna_status lacuna_cast_dense_to_csr_one_pass_f32_u32(const lacuna_dense_f32 *dense, uint32_t *indptr, size_t indptr_length,
    uint32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
lacuna_status lacuna_cast_dense_to_csr_one_pass_f64_i32(const lacuna_dense_f64 *dense, int32_t *indptr, size_t indptr_length,
    int32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
lacuna_status lacuna_cast_dense_to_csr_one_pass_f64_i64(const lacuna_dense_f64 *dense, int64_t *indptr, size_t indptr_length,
    int64_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
lacuna_status lacuna_cast_dense_to_csr_one_pass_f64_u32(const lacuna_dense_f64 *dense, uint32_t *indptr, size_t indptr_length,
    uint32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f32_i32(const lacuna_csr_f32_i32 *csr, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f32_i64(const lacuna_csr_f32_i64 *csr, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f32_u32(const lacuna_csr_f32_u32 *csr, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f64_i32(const lacuna_csr_f64_i32 *csr, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f64_i64(const lacuna_csr_f64_i64 *csr, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f64_u32(const lacuna_csr_f64_u32 *csr, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
//
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others.
lacuna_status lacuna_cast_dense_to_row_sparse_f32_i32(const lacuna_dense_f32 *dense, const lacuna_row_sparse_mut_f32_i32 *out,
    lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
//
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others.
lacuna_status lacuna_cast_dense_to_row_sparse_f32_i64(const lacuna_dense_f32 *dense, const lacuna_row_sparse_mut_f32_i64 *out,
    lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
//
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others.
lacuna_status lacuna_cast_dense_to_row_sparse_f32_u32(const lacuna_dense_f32 *dense, const lacuna_row_sparse_mut_f32_u32 *out,
    lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
//
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others.
lacuna_status lacuna_cast_dense_to_row_sparse_f64_i32(const lacuna_dense_f64 *dense, const lacuna_row_sparse_mut_f64_i32 *out,
    lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
//
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others.
lacuna_status lacuna_cast_dense_to_row_sparse_f64_i64(const lacuna_dense_f64 *dense, const lacuna_row_sparse_mut_f64_i64 *out,
    lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
//
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids_*`, or any others.
lacuna_status lacuna_cast_dense_to_row_sparse_f64_u32(const lacuna_dense_f64 *dense, const lacuna_row_sparse_mut_f64_u32 *out,
    lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
lacuna_status lacuna_cast_row_sparse_to_dense_f32_i32(const lacuna_row_sparse_f32_i32 *input, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
lacuna_status lacuna_cast_row_sparse_to_dense_f32_i64(const lacuna_row_sparse_f32_i64 *input, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
lacuna_status lacuna_cast_row_sparse_to_dense_f32_u32(const lacuna_row_sparse_f32_u32 *input, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
lacuna_status lacuna_cast_row_sparse_to_dense_f64_i32(const lacuna_row_sparse_f64_i32 *input, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
lacuna_status lacuna_cast_row_sparse_to_dense_f64_i64(const lacuna_row_sparse_f64_i64 *input, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
lacuna_status lacuna_cast_row_sparse_to_dense_f64_u32(const lacuna_row_sparse_f64_u32 *input, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f32_i32(const lacuna_row_sparse_f32_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f32_i64(const lacuna_row_sparse_f32_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f32_u32(const lacuna_row_sparse_f32_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f64_i32(const lacuna_row_sparse_f64_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f64_i64(const lacuna_row_sparse_f64_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f64_u32(const lacuna_row_sparse_f64_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f32_i32(const lacuna_row_sparse_f32_i32 *input, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f32_i64(const lacuna_row_sparse_f32_i64 *input, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f32_u32(const lacuna_row_sparse_f32_u32 *input, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f64_i32(const lacuna_row_sparse_f64_i32 *input, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f64_i64(const lacuna_row_sparse_f64_i64 *input, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f64_u32(const lacuna_row_sparse_f64_u32 *input, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_rows_add_n_ids_f32_i32(const lacuna_row_sparse_f32_i32 *inputs, size_t inputs_length, void *scratch,
    size_t scratch_bytes, int32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_rows_add_n_ids_f32_i64(const lacuna_row_sparse_f32_i64 *inputs, size_t inputs_length, void *scratch,
    size_t scratch_bytes, int64_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_rows_add_n_ids_f32_u32(const lacuna_row_sparse_f32_u32 *inputs, size_t inputs_length, void *scratch,
    size_t scratch_bytes, uint32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_rows_add_n_ids_f64_i32(const lacuna_row_sparse_f64_i32 *inputs, size_t inputs_length, void *scratch,
    size_t scratch_bytes, int32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_rows_add_n_ids_f64_i64(const lacuna_row_sparse_f64_i64 *inputs, size_t inputs_length, void *scratch,
    size_t scratch_bytes, int64_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch` bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_rows_add_n_ids_f64_u32(const lacuna_row_sparse_f64_u32 *inputs, size_t inputs_length, void *scratch,
    size_t scratch_bytes, uint32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f32_i32(const lacuna_row_sparse_f32_i32 *data, const lacuna_row_sparse_mut_f32_i32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f32_i64(const lacuna_row_sparse_f32_i64 *data, const lacuna_row_sparse_mut_f32_i64 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f32_u32(const lacuna_row_sparse_f32_u32 *data, const lacuna_row_sparse_mut_f32_u32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f64_i32(const lacuna_row_sparse_f64_i32 *data, const lacuna_row_sparse_mut_f64_i32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f64_i64(const lacuna_row_sparse_f64_i64 *data, const lacuna_row_sparse_mut_f64_i64 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f64_u32(const lacuna_row_sparse_f64_u32 *data, const lacuna_row_sparse_mut_f64_u32 *out,
    lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f32_i32(const lacuna_plan_i32 *plan, const lacuna_row_sparse_f32_i32 *input,
    const lacuna_row_sparse_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f32_i64(const lacuna_plan_i64 *plan, const lacuna_row_sparse_f32_i64 *input,
    const lacuna_row_sparse_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f32_u32(const lacuna_plan_u32 *plan, const lacuna_row_sparse_f32_u32 *input,
    const lacuna_row_sparse_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f64_i32(const lacuna_plan_i32 *plan, const lacuna_row_sparse_f64_i32 *input,
    const lacuna_row_sparse_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f64_i64(const lacuna_plan_i64 *plan, const lacuna_row_sparse_f64_i64 *input,
    const lacuna_row_sparse_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f64_u32(const lacuna_plan_u32 *plan, const lacuna_row_sparse_f64_u32 *input,
    const lacuna_row_sparse_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
//
// `out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
lacuna_status lacuna_rows_add_n_f32_i32(const lacuna_row_sparse_f32_i32 *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
//
// `out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
lacuna_status lacuna_rows_add_n_f32_i64(const lacuna_row_sparse_f32_i64 *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
//
// `out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
lacuna_status lacuna_rows_add_n_f32_u32(const lacuna_row_sparse_f32_u32 *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
//
// `out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
lacuna_status lacuna_rows_add_n_f64_i32(const lacuna_row_sparse_f64_i32 *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
//
// `out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
lacuna_status lacuna_rows_add_n_f64_i64(const lacuna_row_sparse_f64_i64 *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
//
// `out` has the ids of `lacuna_rows_add_n_ids_*`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
lacuna_status lacuna_rows_add_n_f64_u32(const lacuna_row_sparse_f64_u32 *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f32_i32(const int32_t *entries, size_t entries_length, const float *values, size_t values_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f32_i64(const int64_t *entries, size_t entries_length, const float *values, size_t values_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f32_u32(const uint32_t *entries, size_t entries_length, const float *values, size_t values_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f64_i32(const int32_t *entries, size_t entries_length, const double *values, size_t values_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f64_i64(const int64_t *entries, size_t entries_length, const double *values, size_t values_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f64_u32(const uint32_t *entries, size_t entries_length, const double *values, size_t values_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
lacuna_status lacuna_optim_sgd_f32_i32(const lacuna_sgd_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
lacuna_status lacuna_optim_sgd_f32_i64(const lacuna_sgd_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
lacuna_status lacuna_optim_sgd_f32_u32(const lacuna_sgd_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
lacuna_status lacuna_optim_sgd_f64_i32(const lacuna_sgd_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
lacuna_status lacuna_optim_sgd_f64_i64(const lacuna_sgd_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
lacuna_status lacuna_optim_sgd_f64_u32(const lacuna_sgd_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
lacuna_status lacuna_optim_sgd_momentum_f32_i32(const lacuna_sgd_momentum_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *momentum, lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
lacuna_status lacuna_optim_sgd_momentum_f32_i64(const lacuna_sgd_momentum_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *momentum, lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
lacuna_status lacuna_optim_sgd_momentum_f32_u32(const lacuna_sgd_momentum_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *momentum, lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
lacuna_status lacuna_optim_sgd_momentum_f64_i32(const lacuna_sgd_momentum_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *momentum, lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
lacuna_status lacuna_optim_sgd_momentum_f64_i64(const lacuna_sgd_momentum_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *momentum, lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
lacuna_status lacuna_optim_sgd_momentum_f64_u32(const lacuna_sgd_momentum_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
lacuna_status lacuna_optim_nag_f32_i32(const lacuna_nag_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
lacuna_status lacuna_optim_nag_f32_i64(const lacuna_nag_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
lacuna_status lacuna_optim_nag_f32_u32(const lacuna_nag_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
lacuna_status lacuna_optim_nag_f64_i32(const lacuna_nag_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
lacuna_status lacuna_optim_nag_f64_i64(const lacuna_nag_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
lacuna_status lacuna_optim_nag_f64_u32(const lacuna_nag_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *momentum, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
lacuna_status lacuna_optim_adagrad_f32_i32(const lacuna_adagrad_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *history, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
lacuna_status lacuna_optim_adagrad_f32_i64(const lacuna_adagrad_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *history, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
lacuna_status lacuna_optim_adagrad_f32_u32(const lacuna_adagrad_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *history, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
lacuna_status lacuna_optim_adagrad_f64_i32(const lacuna_adagrad_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *history, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
lacuna_status lacuna_optim_adagrad_f64_i64(const lacuna_adagrad_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *history, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
lacuna_status lacuna_optim_adagrad_f64_u32(const lacuna_adagrad_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *history, lacuna_error *error);

// kernels/src/map/abs.rs: `|x|`.
lacuna_status lacuna_map_abs_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/abs.rs: `|x|`.
lacuna_status lacuna_map_abs_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/square.rs: `x^2`.
lacuna_status lacuna_map_square_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/square.rs: `x^2`.
lacuna_status lacuna_map_square_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/binary/multiply.rs: `x y`.
lacuna_status lacuna_binary_multiply_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/multiply.rs: `x y`.
lacuna_status lacuna_binary_multiply_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/subtract.rs: `x - y`.
lacuna_status lacuna_binary_subtract_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/subtract.rs: `x - y`.
lacuna_status lacuna_binary_subtract_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f32_i32(const lacuna_csr_f32_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f32_i64(const lacuna_csr_f32_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f32_u32(const lacuna_csr_f32_u32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f64_i32(const lacuna_csr_f64_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f64_i64(const lacuna_csr_f64_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f64_u32(const lacuna_csr_f64_u32 *csr, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f32_i32(const lacuna_row_sparse_f32_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f32_i64(const lacuna_row_sparse_f32_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f32_u32(const lacuna_row_sparse_f32_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f64_i32(const lacuna_row_sparse_f64_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f64_i64(const lacuna_row_sparse_f64_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f64_u32(const lacuna_row_sparse_f64_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a plan, whatever its `trusted` says, in time proportional to its terms.
lacuna_status lacuna_check_plan_i32(const lacuna_plan_i32 *plan, lacuna_error *error);

// Checks every rule of a plan, whatever its `trusted` says, in time proportional to its terms.
lacuna_status lacuna_check_plan_i64(const lacuna_plan_i64 *plan, lacuna_error *error);

// Checks every rule of a plan, whatever its `trusted` says, in time proportional to its terms.
lacuna_status lacuna_check_plan_u32(const lacuna_plan_u32 *plan, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f32_i32(const lacuna_csr_f32_i32 *csr, size_t start, size_t end, lacuna_csr_f32_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f32_i64(const lacuna_csr_f32_i64 *csr, size_t start, size_t end, lacuna_csr_f32_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f32_u32(const lacuna_csr_f32_u32 *csr, size_t start, size_t end, lacuna_csr_f32_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f64_i32(const lacuna_csr_f64_i32 *csr, size_t start, size_t end, lacuna_csr_f64_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f64_i64(const lacuna_csr_f64_i64 *csr, size_t start, size_t end, lacuna_csr_f64_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f64_u32(const lacuna_csr_f64_u32 *csr, size_t start, size_t end, lacuna_csr_f64_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f32_i32(const lacuna_csr_mut_f32_i32 *csr, size_t start, size_t end, lacuna_csr_mut_f32_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f32_i64(const lacuna_csr_mut_f32_i64 *csr, size_t start, size_t end, lacuna_csr_mut_f32_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f32_u32(const lacuna_csr_mut_f32_u32 *csr, size_t start, size_t end, lacuna_csr_mut_f32_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f64_i32(const lacuna_csr_mut_f64_i32 *csr, size_t start, size_t end, lacuna_csr_mut_f64_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f64_i64(const lacuna_csr_mut_f64_i64 *csr, size_t start, size_t end, lacuna_csr_mut_f64_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f64_u32(const lacuna_csr_mut_f64_u32 *csr, size_t start, size_t end, lacuna_csr_mut_f64_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f32_i32(const lacuna_row_sparse_f32_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f32_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f32_i64(const lacuna_row_sparse_f32_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f32_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f32_u32(const lacuna_row_sparse_f32_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f32_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f64_i32(const lacuna_row_sparse_f64_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f64_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f64_i64(const lacuna_row_sparse_f64_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f64_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f64_u32(const lacuna_row_sparse_f64_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f64_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f32_i32(const lacuna_row_sparse_mut_f32_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f32_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f32_i64(const lacuna_row_sparse_mut_f32_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f32_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f32_u32(const lacuna_row_sparse_mut_f32_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f32_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f64_i32(const lacuna_row_sparse_mut_f64_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f64_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f64_i64(const lacuna_row_sparse_mut_f64_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f64_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f64_u32(const lacuna_row_sparse_mut_f64_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f64_u32 *part, lacuna_error *error);

// `part` gets the segments of `plan` from `start` to before `end`: its results are those stored rows of a row_sparse result.
lacuna_status lacuna_plan_segments_i32(const lacuna_plan_i32 *plan, size_t start, size_t end, lacuna_plan_i32 *part, lacuna_error *error);

// `part` gets the segments of `plan` from `start` to before `end`: its results are those stored rows of a row_sparse result.
lacuna_status lacuna_plan_segments_i64(const lacuna_plan_i64 *plan, size_t start, size_t end, lacuna_plan_i64 *part, lacuna_error *error);

// `part` gets the segments of `plan` from `start` to before `end`: its results are those stored rows of a row_sparse result.
lacuna_status lacuna_plan_segments_u32(const lacuna_plan_u32 *plan, size_t start, size_t end, lacuna_plan_u32 *part, lacuna_error *error);

// `part` gets the segments of `plan` whose ids lie from `start` to before `end`, as a plan of a result that has just these rows.
lacuna_status lacuna_plan_rows_i32(const lacuna_plan_i32 *plan, size_t start, size_t end, lacuna_plan_i32 *part, lacuna_error *error);

// `part` gets the segments of `plan` whose ids lie from `start` to before `end`, as a plan of a result that has just these rows.
lacuna_status lacuna_plan_rows_i64(const lacuna_plan_i64 *plan, size_t start, size_t end, lacuna_plan_i64 *part, lacuna_error *error);

// `part` gets the segments of `plan` whose ids lie from `start` to before `end`, as a plan of a result that has just these rows.
lacuna_status lacuna_plan_rows_u32(const lacuna_plan_u32 *plan, size_t start, size_t end, lacuna_plan_u32 *part, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f32_i32(const lacuna_csr_f32_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f32_i64(const lacuna_csr_f32_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f32_u32(const lacuna_csr_f32_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f64_i32(const lacuna_csr_f64_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f64_i64(const lacuna_csr_f64_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f64_u32(const lacuna_csr_f64_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f32_i32(const lacuna_row_sparse_f32_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f32_i64(const lacuna_row_sparse_f32_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f32_u32(const lacuna_row_sparse_f32_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f64_i32(const lacuna_row_sparse_f64_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f64_i64(const lacuna_row_sparse_f64_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f64_u32(const lacuna_row_sparse_f64_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the segments into at most `parts` ranges of nearly equal terms, for as many threads.
//
// `bounds`, of one element more than there are parts or segments, whichever are fewer, gets the first segment of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_plan_i32(const lacuna_plan_i32 *plan, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the segments into at most `parts` ranges of nearly equal terms, for as many threads.
//
// `bounds`, of one element more than there are parts or segments, whichever are fewer, gets the first segment of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_plan_i64(const lacuna_plan_i64 *plan, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the segments into at most `parts` ranges of nearly equal terms, for as many threads.
//
// `bounds`, of one element more than there are parts or segments, whichever are fewer, gets the first segment of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_plan_u32(const lacuna_plan_u32 *plan, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Makes all kernels of the process run at a level: 1 baseline, 2 AVX2, 3 AVX-512; 0 for the best one.
lacuna_status lacuna_force_level(size_t level, lacuna_error *error);

// Writes the sentence of an error, with its numbers and a zero at its end, to `text`, cut off after `capacity` bytes; gives the length of the whole sentence without the zero.
//
// `text` may be null if `capacity` is 0. Without an error (null) the sentence is empty.
size_t lacuna_error_text(const lacuna_error *error, char *text, size_t capacity);

// A short text for a status, of any number. It stays where it is as long as the library is loaded.
const char *lacuna_status_text(int32_t status);

// The version of the library, such as "0.1.0".
const char *lacuna_version(void);

// The name of a SIMD level: "baseline", "avx2" or "avx512"; "unknown" for any other number.
const char *lacuna_level_name(uint32_t level);

// The SIMD level that kernels run at. All levels give the same bits.
uint32_t lacuna_level(void);

// The best SIMD level of this processor.
uint32_t lacuna_level_detected(void);

// Bytes of scratch for a plan of so many entries, aligned to 8 bytes, with indices of type i32; all that a size can hold, if that is not enough.
size_t lacuna_plan_scratch_i32(size_t entries);

// Bytes of scratch for a plan of so many entries, aligned to 16 bytes, with indices of type i64; all that a size can hold, if that is not enough.
size_t lacuna_plan_scratch_i64(size_t entries);

// Bytes of scratch for a plan of so many entries, aligned to 8 bytes, with indices of type u32; all that a size can hold, if that is not enough.
size_t lacuna_plan_scratch_u32(size_t entries);

// Elements that the columns, and the entries, of the block ends of a csr with so many entries have at most.
size_t lacuna_block_ends_capacity(size_t nnz);

// Bytes of scratch for finding the block ends of a csr with so many columns, aligned to 4 bytes, with indices of type i32; all that a size can hold, if that is not enough. A csr of at most
// 1024 rows needs none.
size_t lacuna_block_ends_scratch_i32(size_t columns);

// Bytes of scratch for finding the block ends of a csr with so many columns, aligned to 8 bytes, with indices of type i64; all that a size can hold, if that is not enough. A csr of at most
// 1024 rows needs none.
size_t lacuna_block_ends_scratch_i64(size_t columns);

// Bytes of scratch for finding the block ends of a csr with so many columns, aligned to 4 bytes, with indices of type u32; all that a size can hold, if that is not enough. A csr of at most
// 1024 rows needs none.
size_t lacuna_block_ends_scratch_u32(size_t columns);

// Elements of memory for the sliced plan of a csr; all that a size can hold, if that is not enough.
size_t lacuna_sliced_plan_length(size_t rows, size_t nnz);

// Bytes of scratch for a sum of so many arrays, aligned as a size is; all that a size can hold, if that is not enough.
size_t lacuna_add_n_scratch(size_t inputs);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // LACUNA_H
