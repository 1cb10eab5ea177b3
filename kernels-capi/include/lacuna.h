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
// - A product of two dense matrices adds by ascending k, each product with one rounding (fused), in such blocks.
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

// Numbers of 16 bits, by their bits: IEEE 754 binary16, and the upper half of a float. They are computed with as float, and rounded once when a result is written.
typedef uint16_t lacuna_f16;
typedef uint16_t lacuna_bf16;

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
  // There is no operator of this name, or it knows nothing of sparse arrays.
  LACUNA_STATUS_UNKNOWN_OPERATOR = 40,
  // A parameter of an operator has no such value.
  LACUNA_STATUS_OPERATOR_PARAMETER = 41,
  // An operator takes another number of operands.
  LACUNA_STATUS_OPERATOR_INPUTS = 42,
  // An operator has another number of results.
  LACUNA_STATUS_OPERATOR_OUTPUTS = 43,
  // An operator takes neither operands of these storage types nor dense copies of them.
  LACUNA_STATUS_NOT_IMPLEMENTED = 44,
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

// What a `lacuna_broadcast` is, and so which of its axes are those of the result.
enum lacuna_form
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // A matrix of the shape of the result.
  LACUNA_FORM_DENSE = 0,
  // A matrix of the shape of the result; a row that is not stored counts as zero.
  LACUNA_FORM_ROW_SPARSE = 1,
  // `row_length` values, the same for each row.
  LACUNA_FORM_ROW = 2,
  // `rows` values, the same for each column.
  LACUNA_FORM_COLUMN = 3,
  // One value for all.
  LACUNA_FORM_SCALAR = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_form lacuna_form;
#else
typedef uint32_t lacuna_form;
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

// How an array is stored, for the inference of storage types.
enum lacuna_stype
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // Every element.
  LACUNA_STYPE_DENSE = 0,
  // Entries by rows.
  LACUNA_STYPE_CSR = 1,
  // Some of the rows.
  LACUNA_STYPE_ROW_SPARSE = 2,
  // Not decided yet: a result that the caller does not supply.
  LACUNA_STYPE_ANY = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_stype lacuna_stype;
#else
typedef uint32_t lacuna_stype;
#endif
#endif

// Where an operator runs.
enum lacuna_device
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // A processor.
  LACUNA_DEVICE_CPU = 0,
  // A GPU.
  LACUNA_DEVICE_GPU = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_device lacuna_device;
#else
typedef uint32_t lacuna_device;
#endif
#endif

// How an operator runs.
enum lacuna_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // The dense kernel.
  LACUNA_MODE_DENSE = 0,
  // A kernel for these storage types.
  LACUNA_MODE_SPARSE = 1,
  // The dense kernel between casts.
  LACUNA_MODE_FALLBACK = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_mode lacuna_mode;
#else
typedef uint32_t lacuna_mode;
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
  // The upper bound of random numbers: it must not be below the lower one, nor further from it than the largest number.
  LACUNA_FAULT_HIGH = 12,
  // A probability: it must be from 0 to 1.
  LACUNA_FAULT_PROBABILITY = 13,
  // A standard deviation: it must be a number from 0 on.
  LACUNA_FAULT_DEVIATION = 14,
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
  const lacuna_f16 *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f16_i32;

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
  const lacuna_f16 *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f16_i64;

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
  const lacuna_f16 *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_f16_u32;

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
  const lacuna_bf16 *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_bf16_i32;

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
  const lacuna_bf16 *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_bf16_i64;

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
  const lacuna_bf16 *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_bf16_u32;

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
  const int32_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i32_i32;

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
  const int32_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i32_i64;

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
  const int32_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i32_u32;

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
  const int64_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i64_i32;

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
  const int64_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i64_i64;

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
  const int64_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i64_u32;

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
  const uint8_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_u8_i32;

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
  const uint8_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_u8_i64;

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
  const uint8_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_u8_u32;

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
  const int8_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i8_i32;

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
  const int8_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i8_i64;

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
  const int8_t *values;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_csr_i8_u32;

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
  lacuna_f16 *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f16_i32;

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
  lacuna_f16 *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f16_i64;

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
  lacuna_f16 *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_f16_u32;

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
  lacuna_bf16 *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_bf16_i32;

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
  lacuna_bf16 *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_bf16_i64;

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
  lacuna_bf16 *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_bf16_u32;

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
  int32_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i32_i32;

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
  int32_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i32_i64;

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
  int32_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i32_u32;

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
  int64_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i64_i32;

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
  int64_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i64_i64;

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
  int64_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i64_u32;

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
  uint8_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_u8_i32;

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
  uint8_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_u8_i64;

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
  uint8_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_u8_u32;

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
  int8_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i8_i32;

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
  int8_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i8_i64;

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
  int8_t *values;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
} lacuna_csr_mut_i8_u32;

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

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const lacuna_f16 *data;
} lacuna_dense_f16;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const lacuna_bf16 *data;
} lacuna_dense_bf16;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const int32_t *data;
} lacuna_dense_i32;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const int64_t *data;
} lacuna_dense_i64;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const uint8_t *data;
} lacuna_dense_u8;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const int8_t *data;
} lacuna_dense_i8;

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

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  lacuna_f16 *data;
} lacuna_dense_mut_f16;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  lacuna_bf16 *data;
} lacuna_dense_mut_bf16;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  int32_t *data;
} lacuna_dense_mut_i32;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  int64_t *data;
} lacuna_dense_mut_i64;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  uint8_t *data;
} lacuna_dense_mut_u8;

// A dense matrix that is written.
typedef struct {
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  int8_t *data;
} lacuna_dense_mut_i8;

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
  const lacuna_f16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f16_i32;

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
  const lacuna_f16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f16_i64;

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
  const lacuna_f16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_f16_u32;

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
  const lacuna_bf16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_bf16_i32;

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
  const lacuna_bf16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_bf16_i64;

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
  const lacuna_bf16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_bf16_u32;

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
  const int32_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i32_i32;

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
  const int32_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i32_i64;

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
  const int32_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i32_u32;

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
  const int64_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i64_i32;

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
  const int64_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i64_i64;

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
  const int64_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i64_u32;

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
  const uint8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_u8_i32;

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
  const uint8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_u8_i64;

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
  const uint8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_u8_u32;

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
  const int8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i8_i32;

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
  const int8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i8_i64;

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
  const int8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_i8_u32;

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
  lacuna_f16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f16_i32;

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
  lacuna_f16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f16_i64;

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
  lacuna_f16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_f16_u32;

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
  lacuna_bf16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_bf16_i32;

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
  lacuna_bf16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_bf16_i64;

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
  lacuna_bf16 *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_bf16_u32;

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
  int32_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i32_i32;

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
  int32_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i32_i64;

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
  int32_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i32_u32;

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
  int64_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i64_i32;

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
  int64_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i64_i64;

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
  int64_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i64_u32;

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
  uint8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_u8_i32;

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
  uint8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_u8_i64;

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
  uint8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_u8_u32;

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
  int8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i8_i32;

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
  int8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i8_i64;

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
  int8_t *data;
  // 1 if the format has been checked before.
  uint32_t trusted;
} lacuna_row_sparse_mut_i8_u32;

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

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Of no meaning but for row_sparse ones.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning but for dense ones.
  size_t stride;
  // Number of stored rows. Of no meaning but for row_sparse ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning but for row_sparse ones.
  size_t first_row;
  // `stored_rows` ids. Of no meaning but for row_sparse ones.
  const int32_t *indices;
  // The values.
  const float *data;
} lacuna_broadcast_f32_i32;

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Of no meaning but for row_sparse ones.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning but for dense ones.
  size_t stride;
  // Number of stored rows. Of no meaning but for row_sparse ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning but for row_sparse ones.
  size_t first_row;
  // `stored_rows` ids. Of no meaning but for row_sparse ones.
  const int64_t *indices;
  // The values.
  const float *data;
} lacuna_broadcast_f32_i64;

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Of no meaning but for row_sparse ones.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning but for dense ones.
  size_t stride;
  // Number of stored rows. Of no meaning but for row_sparse ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning but for row_sparse ones.
  size_t first_row;
  // `stored_rows` ids. Of no meaning but for row_sparse ones.
  const uint32_t *indices;
  // The values.
  const float *data;
} lacuna_broadcast_f32_u32;

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Of no meaning but for row_sparse ones.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning but for dense ones.
  size_t stride;
  // Number of stored rows. Of no meaning but for row_sparse ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning but for row_sparse ones.
  size_t first_row;
  // `stored_rows` ids. Of no meaning but for row_sparse ones.
  const int32_t *indices;
  // The values.
  const double *data;
} lacuna_broadcast_f64_i32;

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Of no meaning but for row_sparse ones.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning but for dense ones.
  size_t stride;
  // Number of stored rows. Of no meaning but for row_sparse ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning but for row_sparse ones.
  size_t first_row;
  // `stored_rows` ids. Of no meaning but for row_sparse ones.
  const int64_t *indices;
  // The values.
  const double *data;
} lacuna_broadcast_f64_i64;

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Of no meaning but for row_sparse ones.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Of no meaning but for dense ones.
  size_t stride;
  // Number of stored rows. Of no meaning but for row_sparse ones.
  size_t stored_rows;
  // The id that counts as row 0. Of no meaning but for row_sparse ones.
  size_t first_row;
  // `stored_rows` ids. Of no meaning but for row_sparse ones.
  const uint32_t *indices;
  // The values.
  const double *data;
} lacuna_broadcast_f64_u32;

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

// A sequence of random numbers, and the element with which a draw begins. Element `i` is a function of the seed, the stream and `i` alone.
typedef struct {
  // What a program is started with.
  uint64_t seed;
  // Which of the sequences of the seed: a number for each use.
  uint64_t stream;
  // The element that is the first of a draw: where a draw of `n` elements ends, the next begins `n` further on.
  uint64_t first;
} lacuna_stream;

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

// Hyper-parameters of `lacuna_optim_adam_*`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
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
} lacuna_adam_f32;

// Hyper-parameters of `lacuna_optim_adam_*`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
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
} lacuna_adam_f64;

// Hyper-parameters of `lacuna_optim_adamw_*`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `eta`.
  float eta;
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
} lacuna_adamw_f32;

// Hyper-parameters of `lacuna_optim_adamw_*`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `eta`.
  double eta;
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
} lacuna_adamw_f64;

// Hyper-parameters of `lacuna_optim_ftrl_*`: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `lambda1`.
  float lambda1;
  // The rule's `beta`.
  float beta;
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
} lacuna_ftrl_f32;

// Hyper-parameters of `lacuna_optim_ftrl_*`: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `lambda1`.
  double lambda1;
  // The rule's `beta`.
  double beta;
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
} lacuna_ftrl_f64;

// Hyper-parameters of `lacuna_optim_adamax_*`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
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
} lacuna_adamax_f32;

// Hyper-parameters of `lacuna_optim_adamax_*`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
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
} lacuna_adamax_f64;

// Hyper-parameters of `lacuna_optim_nadam_*`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `gradient_share`.
  float gradient_share;
  // The rule's `mean_share`.
  float mean_share;
  // The rule's `correction2`.
  float correction2;
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
} lacuna_nadam_f32;

// Hyper-parameters of `lacuna_optim_nadam_*`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `gradient_share`.
  double gradient_share;
  // The rule's `mean_share`.
  double mean_share;
  // The rule's `correction2`.
  double correction2;
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
} lacuna_nadam_f64;

// Hyper-parameters of `lacuna_optim_adadelta_*`: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `rho`.
  float rho;
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
} lacuna_adadelta_f32;

// Hyper-parameters of `lacuna_optim_adadelta_*`: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`.
  double rho;
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
} lacuna_adadelta_f64;

// Hyper-parameters of `lacuna_optim_adagrad_l2_*`: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
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
} lacuna_adagrad_l2_f32;

// Hyper-parameters of `lacuna_optim_adagrad_l2_*`: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
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
} lacuna_adagrad_l2_f64;

// Hyper-parameters of `lacuna_optim_ftml_*`: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `correction1`.
  float correction1;
  // The rule's `correction2`.
  float correction2;
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
} lacuna_ftml_f32;

// Hyper-parameters of `lacuna_optim_ftml_*`: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `correction1`.
  double correction1;
  // The rule's `correction2`.
  double correction2;
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
} lacuna_ftml_f64;

// Hyper-parameters of `lacuna_optim_rmsprop_*`: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `rho`.
  float rho;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `clip_weights`.
  float clip_weights;
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
} lacuna_rmsprop_f32;

// Hyper-parameters of `lacuna_optim_rmsprop_*`: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`.
  double rho;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `clip_weights`.
  double clip_weights;
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
} lacuna_rmsprop_f64;

// Hyper-parameters of `lacuna_optim_rmsprop_centered_*`: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `rho`.
  float rho;
  // mu: the share of the momentum that a step keeps.
  float momentum;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `clip_weights`.
  float clip_weights;
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
} lacuna_rmsprop_centered_f32;

// Hyper-parameters of `lacuna_optim_rmsprop_centered_*`: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`.
  double rho;
  // mu: the share of the momentum that a step keeps.
  double momentum;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `clip_weights`.
  double clip_weights;
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
} lacuna_rmsprop_centered_f64;

// Hyper-parameters of `lacuna_optim_sign_sgd_*`: `w = (1 - lr * wd) * w - lr * sign(h)`.
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
} lacuna_sign_sgd_f32;

// Hyper-parameters of `lacuna_optim_sign_sgd_*`: `w = (1 - lr * wd) * w - lr * sign(h)`.
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
} lacuna_sign_sgd_f64;

// Hyper-parameters of `lacuna_optim_signum_*`: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // mu: the share of the momentum that a step keeps.
  float momentum;
  // The rule's `decoupled_decay`.
  float decoupled_decay;
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
} lacuna_signum_f32;

// Hyper-parameters of `lacuna_optim_signum_*`: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps.
  double momentum;
  // The rule's `decoupled_decay`.
  double decoupled_decay;
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
} lacuna_signum_f64;

// Hyper-parameters of `lacuna_optim_lamb_direction_*`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `correction1`.
  float correction1;
  // The rule's `correction2`.
  float correction2;
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
} lacuna_lamb_direction_f32;

// Hyper-parameters of `lacuna_optim_lamb_direction_*`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `correction1`.
  double correction1;
  // The rule's `correction2`.
  double correction2;
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
} lacuna_lamb_direction_f64;

// Hyper-parameters of `lacuna_optim_group_adagrad_*`: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
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
} lacuna_group_adagrad_f32;

// Hyper-parameters of `lacuna_optim_group_adagrad_*`: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
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
} lacuna_group_adagrad_f64;

// Hyper-parameters of `lacuna_optim_row_adagrad_*`: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
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
} lacuna_row_adagrad_f32;

// Hyper-parameters of `lacuna_optim_row_adagrad_*`: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
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
} lacuna_row_adagrad_f64;

// Hyper-parameters of `lacuna_optim_row_rmsprop_*`: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `rho`.
  float rho;
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
} lacuna_row_rmsprop_f32;

// Hyper-parameters of `lacuna_optim_row_rmsprop_*`: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`.
  double rho;
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
} lacuna_row_rmsprop_f64;

// Hyper-parameters of `lacuna_optim_row_adam_*`: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `correction1`.
  float correction1;
  // The rule's `correction2`.
  float correction2;
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
} lacuna_row_adam_f32;

// Hyper-parameters of `lacuna_optim_row_adam_*`: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `correction1`.
  double correction1;
  // The rule's `correction2`.
  double correction2;
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
} lacuna_row_adam_f64;

// Hyper-parameters of `lacuna_optim_row_lamb_*`: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `correction1`.
  float correction1;
  // The rule's `correction2`.
  float correction2;
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
} lacuna_row_lamb_f32;

// Hyper-parameters of `lacuna_optim_row_lamb_*`: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `correction1`.
  double correction1;
  // The rule's `correction2`.
  double correction2;
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
} lacuna_row_lamb_f64;

// Hyper-parameters of `lacuna_optim_lamb_*`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // The rule's `beta1`.
  float beta1;
  // The rule's `beta2`.
  float beta2;
  // What is added before a root is taken.
  float epsilon;
  // The rule's `correction1`.
  float correction1;
  // The rule's `correction2`.
  float correction2;
  // The rule's `lower_bound`.
  float lower_bound;
  // The rule's `upper_bound`.
  float upper_bound;
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
} lacuna_lamb_f32;

// Hyper-parameters of `lacuna_optim_lamb_*`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`.
  double beta1;
  // The rule's `beta2`.
  double beta2;
  // What is added before a root is taken.
  double epsilon;
  // The rule's `correction1`.
  double correction1;
  // The rule's `correction2`.
  double correction2;
  // The rule's `lower_bound`.
  double lower_bound;
  // The rule's `upper_bound`.
  double upper_bound;
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
} lacuna_lamb_f64;

// Hyper-parameters of `lacuna_optim_lars_*`: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  float learning_rate;
  // mu: the share of the momentum that a step keeps.
  float momentum;
  // The rule's `eta`.
  float eta;
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
} lacuna_lars_f32;

// Hyper-parameters of `lacuna_optim_lars_*`: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
//
// `g` is the gradient, rescaled and clipped. Mind that it is multiplied by `rescale_gradient`: 1 leaves it as it is.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps.
  double momentum;
  // The rule's `eta`.
  double eta;
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
} lacuna_lars_f64;

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

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f16_i32(const lacuna_csr_f16_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f16_i64(const lacuna_csr_f16_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_f16_u32(const lacuna_csr_f16_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_bf16_i32(const lacuna_csr_bf16_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_bf16_i64(const lacuna_csr_bf16_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_bf16_u32(const lacuna_csr_bf16_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i32_i32(const lacuna_csr_i32_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i32_i64(const lacuna_csr_i32_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i32_u32(const lacuna_csr_i32_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i64_i32(const lacuna_csr_i64_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i64_i64(const lacuna_csr_i64_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i64_u32(const lacuna_csr_i64_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_u8_i32(const lacuna_csr_u8_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_u8_i64(const lacuna_csr_u8_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_u8_u32(const lacuna_csr_u8_u32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i8_i32(const lacuna_csr_i8_i32 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i8_i64(const lacuna_csr_i8_i64 *a, size_t first_column, size_t end_column,
    const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`: `lacuna_plan_scratch_*` bytes of the entries of `a`.
lacuna_status lacuna_dot_transpose_plan_i8_u32(const lacuna_csr_i8_u32 *a, size_t first_column, size_t end_column,
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

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
lacuna_status lacuna_dot_csr_csr_row_nnz_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, int32_t *counts,
    size_t counts_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
lacuna_status lacuna_dot_csr_csr_row_nnz_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, int64_t *counts,
    size_t counts_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
lacuna_status lacuna_dot_csr_csr_row_nnz_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, uint32_t *counts,
    size_t counts_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
lacuna_status lacuna_dot_csr_csr_row_nnz_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, int32_t *counts,
    size_t counts_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
lacuna_status lacuna_dot_csr_csr_row_nnz_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, int64_t *counts,
    size_t counts_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
lacuna_status lacuna_dot_csr_csr_row_nnz_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, uint32_t *counts,
    size_t counts_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz_*`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_dot_csr_csr_indices_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, const int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz_*`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_dot_csr_csr_indices_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, const int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz_*`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_dot_csr_csr_indices_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, const uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz_*`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_dot_csr_csr_indices_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, const int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz_*`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_dot_csr_csr_indices_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, const int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of `lacuna_dot_csr_csr_row_nnz_*`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_dot_csr_csr_indices_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, const uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
lacuna_status lacuna_dot_occurring_columns_f32_i32(const lacuna_csr_f32_i32 *b, int32_t *columns, size_t columns_length, int32_t *places,
    size_t places_length, size_t *count, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
lacuna_status lacuna_dot_occurring_columns_f32_i64(const lacuna_csr_f32_i64 *b, int64_t *columns, size_t columns_length, int64_t *places,
    size_t places_length, size_t *count, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
lacuna_status lacuna_dot_occurring_columns_f32_u32(const lacuna_csr_f32_u32 *b, uint32_t *columns, size_t columns_length, uint32_t *places,
    size_t places_length, size_t *count, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
lacuna_status lacuna_dot_occurring_columns_f64_i32(const lacuna_csr_f64_i32 *b, int32_t *columns, size_t columns_length, int32_t *places,
    size_t places_length, size_t *count, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
lacuna_status lacuna_dot_occurring_columns_f64_i64(const lacuna_csr_f64_i64 *b, int64_t *columns, size_t columns_length, int64_t *places,
    size_t places_length, size_t *count, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count` gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
lacuna_status lacuna_dot_occurring_columns_f64_u32(const lacuna_csr_f64_u32 *b, uint32_t *columns, size_t columns_length, uint32_t *places,
    size_t places_length, size_t *count, lacuna_error *error);

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

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f16_i32(const lacuna_csr_f16_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f16_i64(const lacuna_csr_f16_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_f16_u32(const lacuna_csr_f16_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_bf16_i32(const lacuna_csr_bf16_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_bf16_i64(const lacuna_csr_bf16_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_bf16_u32(const lacuna_csr_bf16_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i32_i32(const lacuna_csr_i32_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i32_i64(const lacuna_csr_i32_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i32_u32(const lacuna_csr_i32_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i64_i32(const lacuna_csr_i64_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i64_i64(const lacuna_csr_i64_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i64_u32(const lacuna_csr_i64_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_u8_i32(const lacuna_csr_u8_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_u8_i64(const lacuna_csr_u8_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_u8_u32(const lacuna_csr_u8_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, uint32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i8_i32(const lacuna_csr_i8_i32 *a, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, int32_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i8_i64(const lacuna_csr_i8_i64 *a, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, int64_t *entries, size_t entries_length, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to `indices`, and to `entries` the entry of `a` that each of its
// entries is. `lacuna_rows_permute_*` with these entries brings the values of `a` into their order. Longer arrays may be passed.
lacuna_status lacuna_dot_transpose_i8_u32(const lacuna_csr_i8_u32 *a, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
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

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f16_i32(const lacuna_csr_f16_i32 *a, const lacuna_dense_f16 *b, const lacuna_dense_mut_f16 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f16_i64(const lacuna_csr_f16_i64 *a, const lacuna_dense_f16 *b, const lacuna_dense_mut_f16 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_f16_u32(const lacuna_csr_f16_u32 *a, const lacuna_dense_f16 *b, const lacuna_dense_mut_f16 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_bf16_i32(const lacuna_csr_bf16_i32 *a, const lacuna_dense_bf16 *b, const lacuna_dense_mut_bf16 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_bf16_i64(const lacuna_csr_bf16_i64 *a, const lacuna_dense_bf16 *b, const lacuna_dense_mut_bf16 *out,
    lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x n, `out` R x n.
lacuna_status lacuna_dot_csr_dense_bf16_u32(const lacuna_csr_bf16_u32 *a, const lacuna_dense_bf16 *b, const lacuna_dense_mut_bf16 *out,
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

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f16_i32(const lacuna_plan_i32 *plan, const lacuna_f16 *values, size_t values_length,
    const lacuna_dense_f16 *b, const lacuna_row_sparse_mut_f16_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f16_i64(const lacuna_plan_i64 *plan, const lacuna_f16 *values, size_t values_length,
    const lacuna_dense_f16 *b, const lacuna_row_sparse_mut_f16_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_f16_u32(const lacuna_plan_u32 *plan, const lacuna_f16 *values, size_t values_length,
    const lacuna_dense_f16 *b, const lacuna_row_sparse_mut_f16_u32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_bf16_i32(const lacuna_plan_i32 *plan, const lacuna_bf16 *values, size_t values_length,
    const lacuna_dense_bf16 *b, const lacuna_row_sparse_mut_bf16_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_bf16_i64(const lacuna_plan_i64 *plan, const lacuna_bf16 *values, size_t values_length,
    const lacuna_dense_bf16 *b, const lacuna_row_sparse_mut_bf16_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n with the ids of the plan.
lacuna_status lacuna_dot_csr_t_dense_bf16_u32(const lacuna_plan_u32 *plan, const lacuna_bf16 *values, size_t values_length,
    const lacuna_dense_bf16 *b, const lacuna_row_sparse_mut_bf16_u32 *out, lacuna_error *error);

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

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f16_i32(const lacuna_plan_i32 *plan, const lacuna_f16 *values, size_t values_length,
    const lacuna_dense_f16 *b, const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f16_i64(const lacuna_plan_i64 *plan, const lacuna_f16 *values, size_t values_length,
    const lacuna_dense_f16 *b, const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_f16_u32(const lacuna_plan_u32 *plan, const lacuna_f16 *values, size_t values_length,
    const lacuna_dense_f16 *b, const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_bf16_i32(const lacuna_plan_i32 *plan, const lacuna_bf16 *values, size_t values_length,
    const lacuna_dense_bf16 *b, const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_bf16_i64(const lacuna_plan_i64 *plan, const lacuna_bf16 *values, size_t values_length,
    const lacuna_dense_bf16 *b, const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
//
// `a` is R x K: its `lacuna_dot_transpose_plan_*` and its values. `b` is R x n, `out` K x n.
lacuna_status lacuna_dot_csr_t_dense_to_dense_bf16_u32(const lacuna_plan_u32 *plan, const lacuna_bf16 *values, size_t values_length,
    const lacuna_dense_bf16 *b, const lacuna_dense_mut_bf16 *out, lacuna_error *error);

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

// kernels/src/dot/csr_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices_*`, or any, and then the product is sampled there. `scratch`: none, or C values.
lacuna_status lacuna_dot_csr_csr_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, float *scratch, size_t scratch_length,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices_*`, or any, and then the product is sampled there. `scratch`: none, or C values.
lacuna_status lacuna_dot_csr_csr_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, float *scratch, size_t scratch_length,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices_*`, or any, and then the product is sampled there. `scratch`: none, or C values.
lacuna_status lacuna_dot_csr_csr_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, float *scratch, size_t scratch_length,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/dot/csr_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices_*`, or any, and then the product is sampled there. `scratch`: none, or C values.
lacuna_status lacuna_dot_csr_csr_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, double *scratch, size_t scratch_length,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/dot/csr_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices_*`, or any, and then the product is sampled there. `scratch`: none, or C values.
lacuna_status lacuna_dot_csr_csr_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, double *scratch, size_t scratch_length,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/dot/csr_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices_*`, or any, and then the product is sampled there. `scratch`: none, or C values.
lacuna_status lacuna_dot_csr_csr_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, double *scratch, size_t scratch_length,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
lacuna_status lacuna_dot_dense_csr_f32_i32(const lacuna_dense_f32 *a, const lacuna_csr_f32_i32 *b, float *scratch, size_t scratch_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
lacuna_status lacuna_dot_dense_csr_f32_i64(const lacuna_dense_f32 *a, const lacuna_csr_f32_i64 *b, float *scratch, size_t scratch_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
lacuna_status lacuna_dot_dense_csr_f32_u32(const lacuna_dense_f32 *a, const lacuna_csr_f32_u32 *b, float *scratch, size_t scratch_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
lacuna_status lacuna_dot_dense_csr_f64_i32(const lacuna_dense_f64 *a, const lacuna_csr_f64_i32 *b, double *scratch, size_t scratch_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
lacuna_status lacuna_dot_dense_csr_f64_i64(const lacuna_dense_f64 *a, const lacuna_csr_f64_i64 *b, double *scratch, size_t scratch_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
lacuna_status lacuna_dot_dense_csr_f64_u32(const lacuna_dense_f64 *a, const lacuna_csr_f64_u32 *b, double *scratch, size_t scratch_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_csr_t_f32_i32(const lacuna_dense_f32 *a, const lacuna_csr_f32_i32 *b, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_csr_t_f32_i64(const lacuna_dense_f32 *a, const lacuna_csr_f32_i64 *b, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_csr_t_f32_u32(const lacuna_dense_f32 *a, const lacuna_csr_f32_u32 *b, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_csr_t_f64_i32(const lacuna_dense_f64 *a, const lacuna_csr_f64_i32 *b, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_csr_t_f64_i64(const lacuna_dense_f64 *a, const lacuna_csr_f64_i64 *b, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_csr_t_f64_u32(const lacuna_dense_f64 *a, const lacuna_csr_f64_u32 *b, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_row_sparse_t_f32_i32(const lacuna_dense_f32 *a, const lacuna_row_sparse_f32_i32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_row_sparse_t_f32_i64(const lacuna_dense_f32 *a, const lacuna_row_sparse_f32_i64 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_row_sparse_t_f32_u32(const lacuna_dense_f32 *a, const lacuna_row_sparse_f32_u32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_row_sparse_t_f64_i32(const lacuna_dense_f64 *a, const lacuna_row_sparse_f64_i32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_row_sparse_t_f64_i64(const lacuna_dense_f64 *a, const lacuna_row_sparse_f64_i64 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C.
lacuna_status lacuna_dot_dense_row_sparse_t_f64_u32(const lacuna_dense_f64 *a, const lacuna_row_sparse_f64_u32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
lacuna_status lacuna_dot_dense_dense_f32(const lacuna_dense_f32 *a, const lacuna_dense_f32 *b, float *scratch, size_t scratch_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_dense.rs: `C = A B`.
//
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
lacuna_status lacuna_dot_dense_dense_f64(const lacuna_dense_f64 *a, const lacuna_dense_f64 *b, double *scratch, size_t scratch_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_t_dense.rs: `C = A^T B`.
//
// `a` is K x R, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
lacuna_status lacuna_dot_dense_t_dense_f32(const lacuna_dense_f32 *a, const lacuna_dense_f32 *b, float *scratch, size_t scratch_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_t_dense.rs: `C = A^T B`.
//
// `a` is K x R, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
lacuna_status lacuna_dot_dense_t_dense_f64(const lacuna_dense_f64 *a, const lacuna_dense_f64 *b, double *scratch, size_t scratch_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/dense_dense_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
lacuna_status lacuna_dot_dense_dense_t_f32(const lacuna_dense_f32 *a, const lacuna_dense_f32 *b, float *scratch, size_t scratch_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/dot/dense_dense_t.rs: `C = A B^T`.
//
// `a` is R x K, `b` C x K, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
lacuna_status lacuna_dot_dense_dense_t_f64(const lacuna_dense_f64 *a, const lacuna_dense_f64 *b, double *scratch, size_t scratch_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/dot/sampled.rs: `C = A B^T` at the places of C.
//
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
lacuna_status lacuna_dot_sampled_f32_i32(const lacuna_dense_f32 *a, const lacuna_dense_f32 *b, const lacuna_csr_mut_f32_i32 *out,
    lacuna_error *error);

// kernels/src/dot/sampled.rs: `C = A B^T` at the places of C.
//
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
lacuna_status lacuna_dot_sampled_f32_i64(const lacuna_dense_f32 *a, const lacuna_dense_f32 *b, const lacuna_csr_mut_f32_i64 *out,
    lacuna_error *error);

// kernels/src/dot/sampled.rs: `C = A B^T` at the places of C.
//
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
lacuna_status lacuna_dot_sampled_f32_u32(const lacuna_dense_f32 *a, const lacuna_dense_f32 *b, const lacuna_csr_mut_f32_u32 *out,
    lacuna_error *error);

// kernels/src/dot/sampled.rs: `C = A B^T` at the places of C.
//
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
lacuna_status lacuna_dot_sampled_f64_i32(const lacuna_dense_f64 *a, const lacuna_dense_f64 *b, const lacuna_csr_mut_f64_i32 *out,
    lacuna_error *error);

// kernels/src/dot/sampled.rs: `C = A B^T` at the places of C.
//
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
lacuna_status lacuna_dot_sampled_f64_i64(const lacuna_dense_f64 *a, const lacuna_dense_f64 *b, const lacuna_csr_mut_f64_i64 *out,
    lacuna_error *error);

// kernels/src/dot/sampled.rs: `C = A B^T` at the places of C.
//
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
lacuna_status lacuna_dot_sampled_f64_u32(const lacuna_dense_f64 *a, const lacuna_dense_f64 *b, const lacuna_csr_mut_f64_u32 *out,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_f64(const float *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_f16(const float *input, size_t input_length, lacuna_f16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_bf16(const float *input, size_t input_length, lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_i32(const float *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_i64(const float *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_u8(const float *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f32_i8(const float *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_f32(const double *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_f16(const double *input, size_t input_length, lacuna_f16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_bf16(const double *input, size_t input_length, lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_i32(const double *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_i64(const double *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_u8(const double *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f64_i8(const double *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_f32(const lacuna_f16 *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_f64(const lacuna_f16 *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_f16(const lacuna_f16 *input, size_t input_length, lacuna_f16 *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_bf16(const lacuna_f16 *input, size_t input_length, lacuna_bf16 *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_i32(const lacuna_f16 *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_i64(const lacuna_f16 *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_u8(const lacuna_f16 *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_f16_i8(const lacuna_f16 *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_f32(const lacuna_bf16 *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_f64(const lacuna_bf16 *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_f16(const lacuna_bf16 *input, size_t input_length, lacuna_f16 *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_bf16(const lacuna_bf16 *input, size_t input_length, lacuna_bf16 *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_i32(const lacuna_bf16 *input, size_t input_length, int32_t *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_i64(const lacuna_bf16 *input, size_t input_length, int64_t *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_u8(const lacuna_bf16 *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_bf16_i8(const lacuna_bf16 *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_f32(const int32_t *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_f64(const int32_t *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_f16(const int32_t *input, size_t input_length, lacuna_f16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_bf16(const int32_t *input, size_t input_length, lacuna_bf16 *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_i32(const int32_t *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_i64(const int32_t *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_u8(const int32_t *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i32_i8(const int32_t *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_f32(const int64_t *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_f64(const int64_t *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_f16(const int64_t *input, size_t input_length, lacuna_f16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_bf16(const int64_t *input, size_t input_length, lacuna_bf16 *out, size_t out_length,
    lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_i32(const int64_t *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_i64(const int64_t *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_u8(const int64_t *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i64_i8(const int64_t *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_f32(const uint8_t *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_f64(const uint8_t *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_f16(const uint8_t *input, size_t input_length, lacuna_f16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_bf16(const uint8_t *input, size_t input_length, lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_i32(const uint8_t *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_i64(const uint8_t *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_u8(const uint8_t *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_u8_i8(const uint8_t *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_f32(const int8_t *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_f64(const int8_t *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_f16(const int8_t *input, size_t input_length, lacuna_f16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_bf16(const int8_t *input, size_t input_length, lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_i32(const int8_t *input, size_t input_length, int32_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_i64(const int8_t *input, size_t input_length, int64_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_u8(const int8_t *input, size_t input_length, uint8_t *out, size_t out_length, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least or largest integer beyond it, and 0 of NaN; from one integer type to
// another the low bits; to a float the nearest number, of two the even one.
lacuna_status lacuna_cast_cast_i8_i8(const int8_t *input, size_t input_length, int8_t *out, size_t out_length, lacuna_error *error);

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

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f16_i32(const lacuna_csr_f16_i32 *csr, const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f16_i64(const lacuna_csr_f16_i64 *csr, const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_f16_u32(const lacuna_csr_f16_u32 *csr, const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_bf16_i32(const lacuna_csr_bf16_i32 *csr, const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_bf16_i64(const lacuna_csr_bf16_i64 *csr, const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_bf16_u32(const lacuna_csr_bf16_u32 *csr, const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i32_i32(const lacuna_csr_i32_i32 *csr, const lacuna_dense_mut_i32 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i32_i64(const lacuna_csr_i32_i64 *csr, const lacuna_dense_mut_i32 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i32_u32(const lacuna_csr_i32_u32 *csr, const lacuna_dense_mut_i32 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i64_i32(const lacuna_csr_i64_i32 *csr, const lacuna_dense_mut_i64 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i64_i64(const lacuna_csr_i64_i64 *csr, const lacuna_dense_mut_i64 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i64_u32(const lacuna_csr_i64_u32 *csr, const lacuna_dense_mut_i64 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_u8_i32(const lacuna_csr_u8_i32 *csr, const lacuna_dense_mut_u8 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_u8_i64(const lacuna_csr_u8_i64 *csr, const lacuna_dense_mut_u8 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_u8_u32(const lacuna_csr_u8_u32 *csr, const lacuna_dense_mut_u8 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i8_i32(const lacuna_csr_i8_i32 *csr, const lacuna_dense_mut_i8 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i8_i64(const lacuna_csr_i8_i64 *csr, const lacuna_dense_mut_i8 *out, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
lacuna_status lacuna_cast_csr_to_dense_i8_u32(const lacuna_csr_i8_u32 *csr, const lacuna_dense_mut_i8 *out, lacuna_error *error);

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

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f16_i32(const lacuna_row_sparse_f16_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f16_i64(const lacuna_row_sparse_f16_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_f16_u32(const lacuna_row_sparse_f16_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_bf16_i32(const lacuna_row_sparse_bf16_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_bf16_i64(const lacuna_row_sparse_bf16_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_bf16_u32(const lacuna_row_sparse_bf16_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i32_i32(const lacuna_row_sparse_i32_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i32_i64(const lacuna_row_sparse_i32_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i32_u32(const lacuna_row_sparse_i32_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i64_i32(const lacuna_row_sparse_i64_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i64_i64(const lacuna_row_sparse_i64_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i64_u32(const lacuna_row_sparse_i64_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_u8_i32(const lacuna_row_sparse_u8_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_u8_i64(const lacuna_row_sparse_u8_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_u8_u32(const lacuna_row_sparse_u8_u32 *data, const uint32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i8_i32(const lacuna_row_sparse_i8_i32 *data, const int32_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i8_i64(const lacuna_row_sparse_i8_i64 *data, const int64_t *ids, size_t ids_length,
    size_t *stored_rows, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if `data` stores no row.
lacuna_status lacuna_rows_retain_ids_i8_u32(const lacuna_row_sparse_i8_u32 *data, const uint32_t *ids, size_t ids_length,
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

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f16_i32(const lacuna_row_sparse_f16_i32 *input, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f16_i64(const lacuna_row_sparse_f16_i64 *input, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_f16_u32(const lacuna_row_sparse_f16_u32 *input, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_bf16_i32(const lacuna_row_sparse_bf16_i32 *input, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_bf16_i64(const lacuna_row_sparse_bf16_i64 *input, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`. `scratch`: `lacuna_plan_scratch_*` bytes of the stored rows.
lacuna_status lacuna_rows_coalesce_plan_bf16_u32(const lacuna_row_sparse_bf16_u32 *input, const lacuna_plan_buffers_u32 *buffers,
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

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f16_i32(const lacuna_row_sparse_f16_i32 *data, const lacuna_row_sparse_mut_f16_i32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f16_i64(const lacuna_row_sparse_f16_i64 *data, const lacuna_row_sparse_mut_f16_i64 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_f16_u32(const lacuna_row_sparse_f16_u32 *data, const lacuna_row_sparse_mut_f16_u32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_bf16_i32(const lacuna_row_sparse_bf16_i32 *data, const lacuna_row_sparse_mut_bf16_i32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_bf16_i64(const lacuna_row_sparse_bf16_i64 *data, const lacuna_row_sparse_mut_bf16_i64 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_bf16_u32(const lacuna_row_sparse_bf16_u32 *data, const lacuna_row_sparse_mut_bf16_u32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i32_i32(const lacuna_row_sparse_i32_i32 *data, const lacuna_row_sparse_mut_i32_i32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i32_i64(const lacuna_row_sparse_i32_i64 *data, const lacuna_row_sparse_mut_i32_i64 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i32_u32(const lacuna_row_sparse_i32_u32 *data, const lacuna_row_sparse_mut_i32_u32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i64_i32(const lacuna_row_sparse_i64_i32 *data, const lacuna_row_sparse_mut_i64_i32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i64_i64(const lacuna_row_sparse_i64_i64 *data, const lacuna_row_sparse_mut_i64_i64 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i64_u32(const lacuna_row_sparse_i64_u32 *data, const lacuna_row_sparse_mut_i64_u32 *out,
    lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_u8_i32(const lacuna_row_sparse_u8_i32 *data, const lacuna_row_sparse_mut_u8_i32 *out, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_u8_i64(const lacuna_row_sparse_u8_i64 *data, const lacuna_row_sparse_mut_u8_i64 *out, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_u8_u32(const lacuna_row_sparse_u8_u32 *data, const lacuna_row_sparse_mut_u8_u32 *out, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i8_i32(const lacuna_row_sparse_i8_i32 *data, const lacuna_row_sparse_mut_i8_i32 *out, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i8_i64(const lacuna_row_sparse_i8_i64 *data, const lacuna_row_sparse_mut_i8_i64 *out, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows asked for.
lacuna_status lacuna_rows_retain_i8_u32(const lacuna_row_sparse_i8_u32 *data, const lacuna_row_sparse_mut_i8_u32 *out, lacuna_error *error);

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

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f16_i32(const lacuna_plan_i32 *plan, const lacuna_row_sparse_f16_i32 *input,
    const lacuna_row_sparse_mut_f16_i32 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f16_i64(const lacuna_plan_i64 *plan, const lacuna_row_sparse_f16_i64 *input,
    const lacuna_row_sparse_mut_f16_i64 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_f16_u32(const lacuna_plan_u32 *plan, const lacuna_row_sparse_f16_u32 *input,
    const lacuna_row_sparse_mut_f16_u32 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_bf16_i32(const lacuna_plan_i32 *plan, const lacuna_row_sparse_bf16_i32 *input,
    const lacuna_row_sparse_mut_bf16_i32 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_bf16_i64(const lacuna_plan_i64 *plan, const lacuna_row_sparse_bf16_i64 *input,
    const lacuna_row_sparse_mut_bf16_i64 *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
//
// `plan` is the `lacuna_rows_coalesce_plan_*` of `input`.
lacuna_status lacuna_rows_coalesce_bf16_u32(const lacuna_plan_u32 *plan, const lacuna_row_sparse_bf16_u32 *input,
    const lacuna_row_sparse_mut_bf16_u32 *out, lacuna_error *error);

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

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f16_i32(const int32_t *entries, size_t entries_length, const lacuna_f16 *values, size_t values_length,
    lacuna_f16 *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f16_i64(const int64_t *entries, size_t entries_length, const lacuna_f16 *values, size_t values_length,
    lacuna_f16 *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_f16_u32(const uint32_t *entries, size_t entries_length, const lacuna_f16 *values, size_t values_length,
    lacuna_f16 *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_bf16_i32(const int32_t *entries, size_t entries_length, const lacuna_bf16 *values, size_t values_length,
    lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_bf16_i64(const int64_t *entries, size_t entries_length, const lacuna_bf16 *values, size_t values_length,
    lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_bf16_u32(const uint32_t *entries, size_t entries_length, const lacuna_bf16 *values, size_t values_length,
    lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i32_i32(const int32_t *entries, size_t entries_length, const int32_t *values, size_t values_length,
    int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i32_i64(const int64_t *entries, size_t entries_length, const int32_t *values, size_t values_length,
    int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i32_u32(const uint32_t *entries, size_t entries_length, const int32_t *values, size_t values_length,
    int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i64_i32(const int32_t *entries, size_t entries_length, const int64_t *values, size_t values_length,
    int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i64_i64(const int64_t *entries, size_t entries_length, const int64_t *values, size_t values_length,
    int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i64_u32(const uint32_t *entries, size_t entries_length, const int64_t *values, size_t values_length,
    int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_u8_i32(const int32_t *entries, size_t entries_length, const uint8_t *values, size_t values_length,
    uint8_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_u8_i64(const int64_t *entries, size_t entries_length, const uint8_t *values, size_t values_length,
    uint8_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_u8_u32(const uint32_t *entries, size_t entries_length, const uint8_t *values, size_t values_length,
    uint8_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i8_i32(const int32_t *entries, size_t entries_length, const int8_t *values, size_t values_length,
    int8_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i8_i64(const int64_t *entries, size_t entries_length, const int8_t *values, size_t values_length,
    int8_t *out, size_t out_length, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
//
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
lacuna_status lacuna_rows_permute_i8_u32(const uint32_t *entries, size_t entries_length, const int8_t *values, size_t values_length,
    int8_t *out, size_t out_length, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f32_i32(const lacuna_csr_f32_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f32_i64(const lacuna_csr_f32_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f32_u32(const lacuna_csr_f32_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f64_i32(const lacuna_csr_f64_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f64_i64(const lacuna_csr_f64_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f64_u32(const lacuna_csr_f64_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f16_i32(const lacuna_csr_f16_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f16_i64(const lacuna_csr_f16_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_f16_u32(const lacuna_csr_f16_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_bf16_i32(const lacuna_csr_bf16_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_bf16_i64(const lacuna_csr_bf16_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_bf16_u32(const lacuna_csr_bf16_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i32_i32(const lacuna_csr_i32_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i32_i64(const lacuna_csr_i32_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i32_u32(const lacuna_csr_i32_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i64_i32(const lacuna_csr_i64_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i64_i64(const lacuna_csr_i64_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i64_u32(const lacuna_csr_i64_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_u8_i32(const lacuna_csr_u8_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_u8_i64(const lacuna_csr_u8_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_u8_u32(const lacuna_csr_u8_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i8_i32(const lacuna_csr_i8_i32 *csr, const int32_t *ids, size_t ids_length, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i8_i64(const lacuna_csr_i8_i64 *csr, const int64_t *ids, size_t ids_length, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets the number of entries.
lacuna_status lacuna_slice_take_indptr_i8_u32(const lacuna_csr_i8_u32 *csr, const uint32_t *ids, size_t ids_length, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries.
lacuna_status lacuna_slice_columns_indptr_f32_i32(const lacuna_csr_f32_i32 *csr, size_t first_column, size_t end_column, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries.
lacuna_status lacuna_slice_columns_indptr_f32_i64(const lacuna_csr_f32_i64 *csr, size_t first_column, size_t end_column, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries.
lacuna_status lacuna_slice_columns_indptr_f32_u32(const lacuna_csr_f32_u32 *csr, size_t first_column, size_t end_column, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries.
lacuna_status lacuna_slice_columns_indptr_f64_i32(const lacuna_csr_f64_i32 *csr, size_t first_column, size_t end_column, int32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries.
lacuna_status lacuna_slice_columns_indptr_f64_i64(const lacuna_csr_f64_i64 *csr, size_t first_column, size_t end_column, int64_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has `csr->rows + 1` elements. `nnz` gets the number of entries.
lacuna_status lacuna_slice_columns_indptr_f64_u32(const lacuna_csr_f64_u32 *csr, size_t first_column, size_t end_column, uint32_t *indptr,
    size_t indptr_length, size_t *nnz, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat_*`, and
// written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_slice_add_row_nnz_f32_i32(const lacuna_csr_f32_i32 *csr, int32_t *counts, size_t counts_length, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat_*`, and
// written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_slice_add_row_nnz_f32_i64(const lacuna_csr_f32_i64 *csr, int64_t *counts, size_t counts_length, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat_*`, and
// written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_slice_add_row_nnz_f32_u32(const lacuna_csr_f32_u32 *csr, uint32_t *counts, size_t counts_length, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat_*`, and
// written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_slice_add_row_nnz_f64_i32(const lacuna_csr_f64_i32 *csr, int32_t *counts, size_t counts_length, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat_*`, and
// written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_slice_add_row_nnz_f64_i64(const lacuna_csr_f64_i64 *csr, int64_t *counts, size_t counts_length, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the others, they are first the `starts` of `lacuna_slice_concat_*`, and
// written to `indptr + 1` with `indptr[0] = 0` they become pointers in the end, by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_slice_add_row_nnz_f64_u32(const lacuna_csr_f64_u32 *csr, uint32_t *counts, size_t counts_length, lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number.
lacuna_status lacuna_slice_prune_indptr_f32_i32(const lacuna_csr_f32_i32 *csr, int32_t *indptr, size_t indptr_length, size_t *nnz,
    lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number.
lacuna_status lacuna_slice_prune_indptr_f32_i64(const lacuna_csr_f32_i64 *csr, int64_t *indptr, size_t indptr_length, size_t *nnz,
    lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number.
lacuna_status lacuna_slice_prune_indptr_f32_u32(const lacuna_csr_f32_u32 *csr, uint32_t *indptr, size_t indptr_length, size_t *nnz,
    lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number.
lacuna_status lacuna_slice_prune_indptr_f64_i32(const lacuna_csr_f64_i32 *csr, int32_t *indptr, size_t indptr_length, size_t *nnz,
    lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number.
lacuna_status lacuna_slice_prune_indptr_f64_i64(const lacuna_csr_f64_i64 *csr, int64_t *indptr, size_t indptr_length, size_t *nnz,
    lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements. `nnz` gets their number.
lacuna_status lacuna_slice_prune_indptr_f64_u32(const lacuna_csr_f64_u32 *csr, uint32_t *indptr, size_t indptr_length, size_t *nnz,
    lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain_*` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_slice_prune_ids_f32_i32(const lacuna_row_sparse_f32_i32 *array, int32_t *ids, size_t ids_length, size_t *stored_rows,
    lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain_*` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_slice_prune_ids_f32_i64(const lacuna_row_sparse_f32_i64 *array, int64_t *ids, size_t ids_length, size_t *stored_rows,
    lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain_*` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_slice_prune_ids_f32_u32(const lacuna_row_sparse_f32_u32 *array, uint32_t *ids, size_t ids_length, size_t *stored_rows,
    lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain_*` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_slice_prune_ids_f64_i32(const lacuna_row_sparse_f64_i32 *array, int32_t *ids, size_t ids_length, size_t *stored_rows,
    lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain_*` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_slice_prune_ids_f64_i64(const lacuna_row_sparse_f64_i64 *array, int64_t *ids, size_t ids_length, size_t *stored_rows,
    lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row. `stored_rows` gets their number. `lacuna_rows_retain_*` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_slice_prune_ids_f64_u32(const lacuna_row_sparse_f64_u32 *array, uint32_t *ids, size_t ids_length, size_t *stored_rows,
    lacuna_error *error);

// Writes the pattern of the csr that has an entry for each place of the triplets `(row_indices[k], column_indices[k])`, which come in any order and any number: `rows + 1` pointers to
// `indptr`, the columns to `indices`, and the plan of the sums into `buffers`, and to `plan` where it is. `plan->stored_rows` is the number of entries.
//
// `lacuna_rows_coalesce_*` with the plan adds the values: as rows of one element, with any ids in, and those of the plan out. `indices` and the buffers are as long as for as many
// entries as there are triplets. `scratch`: `lacuna_plan_scratch_*` bytes of them.
lacuna_status lacuna_slice_canonical_coo_i32(size_t rows, size_t columns, const int32_t *row_indices, size_t row_indices_length,
    const int32_t *column_indices, size_t column_indices_length, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan,
    lacuna_error *error);

// Writes the pattern of the csr that has an entry for each place of the triplets `(row_indices[k], column_indices[k])`, which come in any order and any number: `rows + 1` pointers to
// `indptr`, the columns to `indices`, and the plan of the sums into `buffers`, and to `plan` where it is. `plan->stored_rows` is the number of entries.
//
// `lacuna_rows_coalesce_*` with the plan adds the values: as rows of one element, with any ids in, and those of the plan out. `indices` and the buffers are as long as for as many
// entries as there are triplets. `scratch`: `lacuna_plan_scratch_*` bytes of them.
lacuna_status lacuna_slice_canonical_coo_i64(size_t rows, size_t columns, const int64_t *row_indices, size_t row_indices_length,
    const int64_t *column_indices, size_t column_indices_length, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan,
    lacuna_error *error);

// Writes the pattern of the csr that has an entry for each place of the triplets `(row_indices[k], column_indices[k])`, which come in any order and any number: `rows + 1` pointers to
// `indptr`, the columns to `indices`, and the plan of the sums into `buffers`, and to `plan` where it is. `plan->stored_rows` is the number of entries.
//
// `lacuna_rows_coalesce_*` with the plan adds the values: as rows of one element, with any ids in, and those of the plan out. `indices` and the buffers are as long as for as many
// entries as there are triplets. `scratch`: `lacuna_plan_scratch_*` bytes of them.
lacuna_status lacuna_slice_canonical_coo_u32(size_t rows, size_t columns, const uint32_t *row_indices, size_t row_indices_length,
    const uint32_t *column_indices, size_t column_indices_length, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan,
    lacuna_error *error);

// As `lacuna_slice_canonical_coo_*`, of the entries of a trusted `csr` whose columns are in any order and repeated.
lacuna_status lacuna_slice_canonical_csr_f32_i32(const lacuna_csr_f32_i32 *csr, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan,
    lacuna_error *error);

// As `lacuna_slice_canonical_coo_*`, of the entries of a trusted `csr` whose columns are in any order and repeated.
lacuna_status lacuna_slice_canonical_csr_f32_i64(const lacuna_csr_f32_i64 *csr, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan,
    lacuna_error *error);

// As `lacuna_slice_canonical_coo_*`, of the entries of a trusted `csr` whose columns are in any order and repeated.
lacuna_status lacuna_slice_canonical_csr_f32_u32(const lacuna_csr_f32_u32 *csr, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan,
    lacuna_error *error);

// As `lacuna_slice_canonical_coo_*`, of the entries of a trusted `csr` whose columns are in any order and repeated.
lacuna_status lacuna_slice_canonical_csr_f64_i32(const lacuna_csr_f64_i32 *csr, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, const lacuna_plan_buffers_i32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan,
    lacuna_error *error);

// As `lacuna_slice_canonical_coo_*`, of the entries of a trusted `csr` whose columns are in any order and repeated.
lacuna_status lacuna_slice_canonical_csr_f64_i64(const lacuna_csr_f64_i64 *csr, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, const lacuna_plan_buffers_i64 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan,
    lacuna_error *error);

// As `lacuna_slice_canonical_coo_*`, of the entries of a trusted `csr` whose columns are in any order and repeated.
lacuna_status lacuna_slice_canonical_csr_f64_u32(const lacuna_csr_f64_u32 *csr, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, const lacuna_plan_buffers_u32 *buffers, void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan,
    lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f32_i32(const lacuna_csr_f32_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f32_i64(const lacuna_csr_f32_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f32_u32(const lacuna_csr_f32_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f64_i32(const lacuna_csr_f64_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f64_i64(const lacuna_csr_f64_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f64_u32(const lacuna_csr_f64_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f16_i32(const lacuna_csr_f16_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_f16_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f16_i64(const lacuna_csr_f16_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_f16_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_f16_u32(const lacuna_csr_f16_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_f16_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_bf16_i32(const lacuna_csr_bf16_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_bf16_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_bf16_i64(const lacuna_csr_bf16_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_bf16_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_bf16_u32(const lacuna_csr_bf16_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_bf16_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i32_i32(const lacuna_csr_i32_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_i32_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i32_i64(const lacuna_csr_i32_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_i32_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i32_u32(const lacuna_csr_i32_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_i32_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i64_i32(const lacuna_csr_i64_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_i64_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i64_i64(const lacuna_csr_i64_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_i64_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i64_u32(const lacuna_csr_i64_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_i64_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_u8_i32(const lacuna_csr_u8_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_u8_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_u8_i64(const lacuna_csr_u8_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_u8_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_u8_u32(const lacuna_csr_u8_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_u8_u32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i8_i32(const lacuna_csr_i8_i32 *csr, const int32_t *ids, size_t ids_length,
    const lacuna_csr_mut_i8_i32 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i8_i64(const lacuna_csr_i8_i64 *csr, const int64_t *ids, size_t ids_length,
    const lacuna_csr_mut_i8_i64 *out, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
//
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr_*`.
lacuna_status lacuna_slice_take_i8_u32(const lacuna_csr_i8_u32 *csr, const uint32_t *ids, size_t ids_length,
    const lacuna_csr_mut_i8_u32 *out, lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
//
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr_*`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
lacuna_status lacuna_slice_columns_f32_i32(const lacuna_csr_f32_i32 *csr, size_t first_column, const lacuna_csr_mut_f32_i32 *out,
    lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
//
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr_*`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
lacuna_status lacuna_slice_columns_f32_i64(const lacuna_csr_f32_i64 *csr, size_t first_column, const lacuna_csr_mut_f32_i64 *out,
    lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
//
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr_*`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
lacuna_status lacuna_slice_columns_f32_u32(const lacuna_csr_f32_u32 *csr, size_t first_column, const lacuna_csr_mut_f32_u32 *out,
    lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
//
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr_*`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
lacuna_status lacuna_slice_columns_f64_i32(const lacuna_csr_f64_i32 *csr, size_t first_column, const lacuna_csr_mut_f64_i32 *out,
    lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
//
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr_*`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
lacuna_status lacuna_slice_columns_f64_i64(const lacuna_csr_f64_i64 *csr, size_t first_column, const lacuna_csr_mut_f64_i64 *out,
    lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
//
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr_*`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
lacuna_status lacuna_slice_columns_f64_u32(const lacuna_csr_f64_u32 *csr, size_t first_column, const lacuna_csr_mut_f64_u32 *out,
    lacuna_error *error);

// kernels/src/slice/concat.rs: an array to its place beside, or below, others.
//
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz_*` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
lacuna_status lacuna_slice_concat_f32_i32(const lacuna_csr_f32_i32 *csr, size_t first_column, const int32_t *starts, size_t starts_length,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/slice/concat.rs: an array to its place beside, or below, others.
//
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz_*` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
lacuna_status lacuna_slice_concat_f32_i64(const lacuna_csr_f32_i64 *csr, size_t first_column, const int64_t *starts, size_t starts_length,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/slice/concat.rs: an array to its place beside, or below, others.
//
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz_*` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
lacuna_status lacuna_slice_concat_f32_u32(const lacuna_csr_f32_u32 *csr, size_t first_column, const uint32_t *starts, size_t starts_length,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/slice/concat.rs: an array to its place beside, or below, others.
//
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz_*` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
lacuna_status lacuna_slice_concat_f64_i32(const lacuna_csr_f64_i32 *csr, size_t first_column, const int32_t *starts, size_t starts_length,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/slice/concat.rs: an array to its place beside, or below, others.
//
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz_*` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
lacuna_status lacuna_slice_concat_f64_i64(const lacuna_csr_f64_i64 *csr, size_t first_column, const int64_t *starts, size_t starts_length,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/slice/concat.rs: an array to its place beside, or below, others.
//
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz_*` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
lacuna_status lacuna_slice_concat_f64_u32(const lacuna_csr_f64_u32 *csr, size_t first_column, const uint32_t *starts, size_t starts_length,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
//
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr_*` of `csr`.
lacuna_status lacuna_slice_prune_f32_i32(const lacuna_csr_f32_i32 *csr, const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
//
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr_*` of `csr`.
lacuna_status lacuna_slice_prune_f32_i64(const lacuna_csr_f32_i64 *csr, const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
//
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr_*` of `csr`.
lacuna_status lacuna_slice_prune_f32_u32(const lacuna_csr_f32_u32 *csr, const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
//
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr_*` of `csr`.
lacuna_status lacuna_slice_prune_f64_i32(const lacuna_csr_f64_i32 *csr, const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
//
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr_*` of `csr`.
lacuna_status lacuna_slice_prune_f64_i64(const lacuna_csr_f64_i64 *csr, const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
//
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr_*` of `csr`.
lacuna_status lacuna_slice_prune_f64_u32(const lacuna_csr_f64_u32 *csr, const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
//
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
lacuna_status lacuna_slice_select_f32_i32(const lacuna_csr_f32_i32 *condition, const lacuna_dense_f32 *x, const lacuna_dense_f32 *y,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
//
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
lacuna_status lacuna_slice_select_f32_i64(const lacuna_csr_f32_i64 *condition, const lacuna_dense_f32 *x, const lacuna_dense_f32 *y,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
//
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
lacuna_status lacuna_slice_select_f32_u32(const lacuna_csr_f32_u32 *condition, const lacuna_dense_f32 *x, const lacuna_dense_f32 *y,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
//
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
lacuna_status lacuna_slice_select_f64_i32(const lacuna_csr_f64_i32 *condition, const lacuna_dense_f64 *x, const lacuna_dense_f64 *y,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
//
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
lacuna_status lacuna_slice_select_f64_i64(const lacuna_csr_f64_i64 *condition, const lacuna_dense_f64 *x, const lacuna_dense_f64 *y,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
//
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
lacuna_status lacuna_slice_select_f64_u32(const lacuna_csr_f64_u32 *condition, const lacuna_dense_f64 *x, const lacuna_dense_f64 *y,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
//
// All are R x C.
lacuna_status lacuna_slice_select_x_gradient_f32_i32(const lacuna_csr_f32_i32 *condition, const lacuna_dense_f32 *gradient,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
//
// All are R x C.
lacuna_status lacuna_slice_select_x_gradient_f32_i64(const lacuna_csr_f32_i64 *condition, const lacuna_dense_f32 *gradient,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
//
// All are R x C.
lacuna_status lacuna_slice_select_x_gradient_f32_u32(const lacuna_csr_f32_u32 *condition, const lacuna_dense_f32 *gradient,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
//
// All are R x C.
lacuna_status lacuna_slice_select_x_gradient_f64_i32(const lacuna_csr_f64_i32 *condition, const lacuna_dense_f64 *gradient,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
//
// All are R x C.
lacuna_status lacuna_slice_select_x_gradient_f64_i64(const lacuna_csr_f64_i64 *condition, const lacuna_dense_f64 *gradient,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
//
// All are R x C.
lacuna_status lacuna_slice_select_x_gradient_f64_u32(const lacuna_csr_f64_u32 *condition, const lacuna_dense_f64 *gradient,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
//
// All are R x C.
lacuna_status lacuna_slice_select_y_gradient_f32_i32(const lacuna_csr_f32_i32 *condition, const lacuna_dense_f32 *gradient,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
//
// All are R x C.
lacuna_status lacuna_slice_select_y_gradient_f32_i64(const lacuna_csr_f32_i64 *condition, const lacuna_dense_f32 *gradient,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
//
// All are R x C.
lacuna_status lacuna_slice_select_y_gradient_f32_u32(const lacuna_csr_f32_u32 *condition, const lacuna_dense_f32 *gradient,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
//
// All are R x C.
lacuna_status lacuna_slice_select_y_gradient_f64_i32(const lacuna_csr_f64_i32 *condition, const lacuna_dense_f64 *gradient,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
//
// All are R x C.
lacuna_status lacuna_slice_select_y_gradient_f64_i64(const lacuna_csr_f64_i64 *condition, const lacuna_dense_f64 *gradient,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
//
// All are R x C.
lacuna_status lacuna_slice_select_y_gradient_f64_u32(const lacuna_csr_f64_u32 *condition, const lacuna_dense_f64 *gradient,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
//
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
lacuna_status lacuna_slice_diagonal_f32_i32(const lacuna_csr_f32_i32 *csr, size_t first_column, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
//
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
lacuna_status lacuna_slice_diagonal_f32_i64(const lacuna_csr_f32_i64 *csr, size_t first_column, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
//
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
lacuna_status lacuna_slice_diagonal_f32_u32(const lacuna_csr_f32_u32 *csr, size_t first_column, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
//
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
lacuna_status lacuna_slice_diagonal_f64_i32(const lacuna_csr_f64_i32 *csr, size_t first_column, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
//
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
lacuna_status lacuna_slice_diagonal_f64_i64(const lacuna_csr_f64_i64 *csr, size_t first_column, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
//
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
lacuna_status lacuna_slice_diagonal_f64_u32(const lacuna_csr_f64_u32 *csr, size_t first_column, double *out, size_t out_length,
    lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f32_i32(const lacuna_csr_f32_i32 *bags, size_t padding, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f32_i64(const lacuna_csr_f32_i64 *bags, size_t padding, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f32_u32(const lacuna_csr_f32_u32 *bags, size_t padding, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f64_i32(const lacuna_csr_f64_i32 *bags, size_t padding, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f64_i64(const lacuna_csr_f64_i64 *bags, size_t padding, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f64_u32(const lacuna_csr_f64_u32 *bags, size_t padding, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f16_i32(const lacuna_csr_f16_i32 *bags, size_t padding, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f16_i64(const lacuna_csr_f16_i64 *bags, size_t padding, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_f16_u32(const lacuna_csr_f16_u32 *bags, size_t padding, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_bf16_i32(const lacuna_csr_bf16_i32 *bags, size_t padding, const lacuna_plan_buffers_i32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i32 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_bf16_i64(const lacuna_csr_bf16_i64 *bags, size_t padding, const lacuna_plan_buffers_i64 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_i64 *plan, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the gradients of a weight. Entries of the id `padding` are no terms;
// `SIZE_MAX` is no id. `scratch`: `lacuna_plan_scratch_*` bytes of the entries.
lacuna_status lacuna_embedding_bag_plan_bf16_u32(const lacuna_csr_bf16_u32 *bags, size_t padding, const lacuna_plan_buffers_u32 *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan_u32 *plan, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f32_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f32_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f32_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f64_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f64_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f64_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f16_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f16_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_f16_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_bf16_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_bf16_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_bf16_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i32_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_i32 *weight,
    const lacuna_dense_mut_i32 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i32_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_i32 *weight,
    const lacuna_dense_mut_i32 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i32_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_i32 *weight,
    const lacuna_dense_mut_i32 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i64_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_i64 *weight,
    const lacuna_dense_mut_i64 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i64_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_i64 *weight,
    const lacuna_dense_mut_i64 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i64_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_i64 *weight,
    const lacuna_dense_mut_i64 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_u8_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_u8 *weight,
    const lacuna_dense_mut_u8 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_u8_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_u8 *weight,
    const lacuna_dense_mut_u8 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_u8_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_u8 *weight,
    const lacuna_dense_mut_u8 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i8_i32(const int32_t *ids, size_t ids_length, const lacuna_dense_i8 *weight,
    const lacuna_dense_mut_i8 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i8_i64(const int64_t *ids, size_t ids_length, const lacuna_dense_i8 *weight,
    const lacuna_dense_mut_i8 *out, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
lacuna_status lacuna_embedding_lookup_i8_u32(const uint32_t *ids, size_t ids_length, const lacuna_dense_i8 *weight,
    const lacuna_dense_mut_i8 *out, lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
lacuna_status lacuna_embedding_lookup_row_sparse_f32_i32(const int32_t *ids, size_t ids_length, const lacuna_row_sparse_f32_i32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
lacuna_status lacuna_embedding_lookup_row_sparse_f32_i64(const int64_t *ids, size_t ids_length, const lacuna_row_sparse_f32_i64 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
lacuna_status lacuna_embedding_lookup_row_sparse_f32_u32(const uint32_t *ids, size_t ids_length, const lacuna_row_sparse_f32_u32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
lacuna_status lacuna_embedding_lookup_row_sparse_f64_i32(const int32_t *ids, size_t ids_length, const lacuna_row_sparse_f64_i32 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
lacuna_status lacuna_embedding_lookup_row_sparse_f64_i64(const int64_t *ids, size_t ids_length, const lacuna_row_sparse_f64_i64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
//
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
lacuna_status lacuna_embedding_lookup_row_sparse_f64_u32(const uint32_t *ids, size_t ids_length, const lacuna_row_sparse_f64_u32 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f32_i32(const lacuna_csr_f32_i32 *bags, size_t padding, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f32_i64(const lacuna_csr_f32_i64 *bags, size_t padding, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f32_u32(const lacuna_csr_f32_u32 *bags, size_t padding, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f64_i32(const lacuna_csr_f64_i32 *bags, size_t padding, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f64_i64(const lacuna_csr_f64_i64 *bags, size_t padding, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f64_u32(const lacuna_csr_f64_u32 *bags, size_t padding, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f16_i32(const lacuna_csr_f16_i32 *bags, size_t padding, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f16_i64(const lacuna_csr_f16_i64 *bags, size_t padding, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_f16_u32(const lacuna_csr_f16_u32 *bags, size_t padding, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_bf16_i32(const lacuna_csr_bf16_i32 *bags, size_t padding, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_bf16_i64(const lacuna_csr_bf16_i64 *bags, size_t padding, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
//
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
lacuna_status lacuna_embedding_bag_sum_bf16_u32(const lacuna_csr_bf16_u32 *bags, size_t padding, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f32_i32(const lacuna_csr_f32_i32 *bags, size_t padding, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f32_i64(const lacuna_csr_f32_i64 *bags, size_t padding, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f32_u32(const lacuna_csr_f32_u32 *bags, size_t padding, const lacuna_dense_f32 *weight,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f64_i32(const lacuna_csr_f64_i32 *bags, size_t padding, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f64_i64(const lacuna_csr_f64_i64 *bags, size_t padding, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f64_u32(const lacuna_csr_f64_u32 *bags, size_t padding, const lacuna_dense_f64 *weight,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f16_i32(const lacuna_csr_f16_i32 *bags, size_t padding, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f16_i64(const lacuna_csr_f16_i64 *bags, size_t padding, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_f16_u32(const lacuna_csr_f16_u32 *bags, size_t padding, const lacuna_dense_f16 *weight,
    const lacuna_dense_mut_f16 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_bf16_i32(const lacuna_csr_bf16_i32 *bags, size_t padding, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_bf16_i64(const lacuna_csr_bf16_i64 *bags, size_t padding, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`; the sums are divided by the numbers of entries that are not padding.
lacuna_status lacuna_embedding_bag_mean_bf16_u32(const lacuna_csr_bf16_u32 *bags, size_t padding, const lacuna_dense_bf16 *weight,
    const lacuna_dense_mut_bf16 *out, lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: values of the entries over their numbers in bags.
//
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean_*`.
lacuna_status lacuna_embedding_bag_shares_f32_i32(const lacuna_csr_f32_i32 *bags, size_t padding, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: values of the entries over their numbers in bags.
//
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean_*`.
lacuna_status lacuna_embedding_bag_shares_f32_i64(const lacuna_csr_f32_i64 *bags, size_t padding, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: values of the entries over their numbers in bags.
//
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean_*`.
lacuna_status lacuna_embedding_bag_shares_f32_u32(const lacuna_csr_f32_u32 *bags, size_t padding, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: values of the entries over their numbers in bags.
//
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean_*`.
lacuna_status lacuna_embedding_bag_shares_f64_i32(const lacuna_csr_f64_i32 *bags, size_t padding, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: values of the entries over their numbers in bags.
//
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean_*`.
lacuna_status lacuna_embedding_bag_shares_f64_i64(const lacuna_csr_f64_i64 *bags, size_t padding, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: values of the entries over their numbers in bags.
//
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean_*`.
lacuna_status lacuna_embedding_bag_shares_f64_u32(const lacuna_csr_f64_u32 *bags, size_t padding, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
lacuna_status lacuna_embedding_bag_max_f32_i32(const lacuna_csr_f32_i32 *bags, size_t padding, const lacuna_dense_f32 *weight,
    int32_t *entries, size_t entries_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
lacuna_status lacuna_embedding_bag_max_f32_i64(const lacuna_csr_f32_i64 *bags, size_t padding, const lacuna_dense_f32 *weight,
    int64_t *entries, size_t entries_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
lacuna_status lacuna_embedding_bag_max_f32_u32(const lacuna_csr_f32_u32 *bags, size_t padding, const lacuna_dense_f32 *weight,
    uint32_t *entries, size_t entries_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
lacuna_status lacuna_embedding_bag_max_f64_i32(const lacuna_csr_f64_i32 *bags, size_t padding, const lacuna_dense_f64 *weight,
    int32_t *entries, size_t entries_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
lacuna_status lacuna_embedding_bag_max_f64_i64(const lacuna_csr_f64_i64 *bags, size_t padding, const lacuna_dense_f64 *weight,
    int64_t *entries, size_t entries_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
//
// As `lacuna_embedding_bag_sum_*`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
lacuna_status lacuna_embedding_bag_max_f64_u32(const lacuna_csr_f64_u32 *bags, size_t padding, const lacuna_dense_f64 *weight,
    uint32_t *entries, size_t entries_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: sums of the gradients that the maxima came from.
//
// `plan` is the `lacuna_embedding_bag_plan_*` of B bags, `entries` are those of `lacuna_embedding_bag_max_*`, `gradient` is B x L, `out` R x L with the ids of the plan.
lacuna_status lacuna_embedding_bag_max_gradient_f32_i32(const lacuna_plan_i32 *plan, const int32_t *entries, size_t entries_length,
    const lacuna_dense_f32 *gradient, const lacuna_row_sparse_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: sums of the gradients that the maxima came from.
//
// `plan` is the `lacuna_embedding_bag_plan_*` of B bags, `entries` are those of `lacuna_embedding_bag_max_*`, `gradient` is B x L, `out` R x L with the ids of the plan.
lacuna_status lacuna_embedding_bag_max_gradient_f32_i64(const lacuna_plan_i64 *plan, const int64_t *entries, size_t entries_length,
    const lacuna_dense_f32 *gradient, const lacuna_row_sparse_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: sums of the gradients that the maxima came from.
//
// `plan` is the `lacuna_embedding_bag_plan_*` of B bags, `entries` are those of `lacuna_embedding_bag_max_*`, `gradient` is B x L, `out` R x L with the ids of the plan.
lacuna_status lacuna_embedding_bag_max_gradient_f32_u32(const lacuna_plan_u32 *plan, const uint32_t *entries, size_t entries_length,
    const lacuna_dense_f32 *gradient, const lacuna_row_sparse_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: sums of the gradients that the maxima came from.
//
// `plan` is the `lacuna_embedding_bag_plan_*` of B bags, `entries` are those of `lacuna_embedding_bag_max_*`, `gradient` is B x L, `out` R x L with the ids of the plan.
lacuna_status lacuna_embedding_bag_max_gradient_f64_i32(const lacuna_plan_i32 *plan, const int32_t *entries, size_t entries_length,
    const lacuna_dense_f64 *gradient, const lacuna_row_sparse_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: sums of the gradients that the maxima came from.
//
// `plan` is the `lacuna_embedding_bag_plan_*` of B bags, `entries` are those of `lacuna_embedding_bag_max_*`, `gradient` is B x L, `out` R x L with the ids of the plan.
lacuna_status lacuna_embedding_bag_max_gradient_f64_i64(const lacuna_plan_i64 *plan, const int64_t *entries, size_t entries_length,
    const lacuna_dense_f64 *gradient, const lacuna_row_sparse_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: sums of the gradients that the maxima came from.
//
// `plan` is the `lacuna_embedding_bag_plan_*` of B bags, `entries` are those of `lacuna_embedding_bag_max_*`, `gradient` is B x L, `out` R x L with the ids of the plan.
lacuna_status lacuna_embedding_bag_max_gradient_f64_u32(const lacuna_plan_u32 *plan, const uint32_t *entries, size_t entries_length,
    const lacuna_dense_f64 *gradient, const lacuna_row_sparse_mut_f64_u32 *out, lacuna_error *error);

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

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
lacuna_status lacuna_optim_adam_f32_i32(const lacuna_adam_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
lacuna_status lacuna_optim_adam_f32_i64(const lacuna_adam_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
lacuna_status lacuna_optim_adam_f32_u32(const lacuna_adam_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
lacuna_status lacuna_optim_adam_f64_i32(const lacuna_adam_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
lacuna_status lacuna_optim_adam_f64_i64(const lacuna_adam_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
lacuna_status lacuna_optim_adam_f64_u32(const lacuna_adam_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
lacuna_status lacuna_optim_adamw_f32_i32(const lacuna_adamw_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
lacuna_status lacuna_optim_adamw_f32_i64(const lacuna_adamw_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
lacuna_status lacuna_optim_adamw_f32_u32(const lacuna_adamw_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
lacuna_status lacuna_optim_adamw_f64_i32(const lacuna_adamw_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
lacuna_status lacuna_optim_adamw_f64_i64(const lacuna_adamw_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
lacuna_status lacuna_optim_adamw_f64_u32(const lacuna_adamw_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
lacuna_status lacuna_optim_ftrl_f32_i32(const lacuna_ftrl_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *z, const lacuna_rows_mut_f32_i32 *n, lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
lacuna_status lacuna_optim_ftrl_f32_i64(const lacuna_ftrl_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *z, const lacuna_rows_mut_f32_i64 *n, lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
lacuna_status lacuna_optim_ftrl_f32_u32(const lacuna_ftrl_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *z, const lacuna_rows_mut_f32_u32 *n, lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
lacuna_status lacuna_optim_ftrl_f64_i32(const lacuna_ftrl_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *z, const lacuna_rows_mut_f64_i32 *n, lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
lacuna_status lacuna_optim_ftrl_f64_i64(const lacuna_ftrl_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *z, const lacuna_rows_mut_f64_i64 *n, lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
lacuna_status lacuna_optim_ftrl_f64_u32(const lacuna_ftrl_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *z, const lacuna_rows_mut_f64_u32 *n, lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
lacuna_status lacuna_optim_adamax_f32_i32(const lacuna_adamax_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *largest,
    lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
lacuna_status lacuna_optim_adamax_f32_i64(const lacuna_adamax_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *largest,
    lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
lacuna_status lacuna_optim_adamax_f32_u32(const lacuna_adamax_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *largest,
    lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
lacuna_status lacuna_optim_adamax_f64_i32(const lacuna_adamax_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *largest,
    lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
lacuna_status lacuna_optim_adamax_f64_i64(const lacuna_adamax_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *largest,
    lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
lacuna_status lacuna_optim_adamax_f64_u32(const lacuna_adamax_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *largest,
    lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
lacuna_status lacuna_optim_nadam_f32_i32(const lacuna_nadam_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
lacuna_status lacuna_optim_nadam_f32_i64(const lacuna_nadam_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
lacuna_status lacuna_optim_nadam_f32_u32(const lacuna_nadam_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
lacuna_status lacuna_optim_nadam_f64_i32(const lacuna_nadam_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
lacuna_status lacuna_optim_nadam_f64_i64(const lacuna_nadam_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
lacuna_status lacuna_optim_nadam_f64_u32(const lacuna_nadam_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
lacuna_status lacuna_optim_adadelta_f32_i32(const lacuna_adadelta_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *squares, const lacuna_rows_mut_f32_i32 *deltas,
    lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
lacuna_status lacuna_optim_adadelta_f32_i64(const lacuna_adadelta_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *squares, const lacuna_rows_mut_f32_i64 *deltas,
    lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
lacuna_status lacuna_optim_adadelta_f32_u32(const lacuna_adadelta_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *squares, const lacuna_rows_mut_f32_u32 *deltas,
    lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
lacuna_status lacuna_optim_adadelta_f64_i32(const lacuna_adadelta_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *squares, const lacuna_rows_mut_f64_i32 *deltas,
    lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
lacuna_status lacuna_optim_adadelta_f64_i64(const lacuna_adadelta_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *squares, const lacuna_rows_mut_f64_i64 *deltas,
    lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
lacuna_status lacuna_optim_adadelta_f64_u32(const lacuna_adadelta_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *squares, const lacuna_rows_mut_f64_u32 *deltas,
    lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
lacuna_status lacuna_optim_adagrad_l2_f32_i32(const lacuna_adagrad_l2_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *history, lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
lacuna_status lacuna_optim_adagrad_l2_f32_i64(const lacuna_adagrad_l2_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *history, lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
lacuna_status lacuna_optim_adagrad_l2_f32_u32(const lacuna_adagrad_l2_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *history, lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
lacuna_status lacuna_optim_adagrad_l2_f64_i32(const lacuna_adagrad_l2_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *history, lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
lacuna_status lacuna_optim_adagrad_l2_f64_i64(const lacuna_adagrad_l2_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *history, lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
lacuna_status lacuna_optim_adagrad_l2_f64_u32(const lacuna_adagrad_l2_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *history, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
lacuna_status lacuna_optim_ftml_f32_i32(const lacuna_ftml_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *d, const lacuna_rows_mut_f32_i32 *v,
    const lacuna_rows_mut_f32_i32 *z, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
lacuna_status lacuna_optim_ftml_f32_i64(const lacuna_ftml_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *d, const lacuna_rows_mut_f32_i64 *v,
    const lacuna_rows_mut_f32_i64 *z, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
lacuna_status lacuna_optim_ftml_f32_u32(const lacuna_ftml_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *d, const lacuna_rows_mut_f32_u32 *v,
    const lacuna_rows_mut_f32_u32 *z, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
lacuna_status lacuna_optim_ftml_f64_i32(const lacuna_ftml_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *d, const lacuna_rows_mut_f64_i32 *v,
    const lacuna_rows_mut_f64_i32 *z, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
lacuna_status lacuna_optim_ftml_f64_i64(const lacuna_ftml_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *d, const lacuna_rows_mut_f64_i64 *v,
    const lacuna_rows_mut_f64_i64 *z, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
lacuna_status lacuna_optim_ftml_f64_u32(const lacuna_ftml_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *d, const lacuna_rows_mut_f64_u32 *v,
    const lacuna_rows_mut_f64_u32 *z, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
lacuna_status lacuna_optim_rmsprop_f32_i32(const lacuna_rmsprop_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *squares, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
lacuna_status lacuna_optim_rmsprop_f32_i64(const lacuna_rmsprop_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *squares, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
lacuna_status lacuna_optim_rmsprop_f32_u32(const lacuna_rmsprop_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *squares, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
lacuna_status lacuna_optim_rmsprop_f64_i32(const lacuna_rmsprop_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *squares, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
lacuna_status lacuna_optim_rmsprop_f64_i64(const lacuna_rmsprop_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *squares, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
lacuna_status lacuna_optim_rmsprop_f64_u32(const lacuna_rmsprop_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *squares, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
lacuna_status lacuna_optim_rmsprop_centered_f32_i32(const lacuna_rmsprop_centered_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *squares, const lacuna_rows_mut_f32_i32 *average,
    const lacuna_rows_mut_f32_i32 *delta, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
lacuna_status lacuna_optim_rmsprop_centered_f32_i64(const lacuna_rmsprop_centered_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *squares, const lacuna_rows_mut_f32_i64 *average,
    const lacuna_rows_mut_f32_i64 *delta, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
lacuna_status lacuna_optim_rmsprop_centered_f32_u32(const lacuna_rmsprop_centered_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *squares, const lacuna_rows_mut_f32_u32 *average,
    const lacuna_rows_mut_f32_u32 *delta, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
lacuna_status lacuna_optim_rmsprop_centered_f64_i32(const lacuna_rmsprop_centered_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *squares, const lacuna_rows_mut_f64_i32 *average,
    const lacuna_rows_mut_f64_i32 *delta, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
lacuna_status lacuna_optim_rmsprop_centered_f64_i64(const lacuna_rmsprop_centered_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *squares, const lacuna_rows_mut_f64_i64 *average,
    const lacuna_rows_mut_f64_i64 *delta, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
lacuna_status lacuna_optim_rmsprop_centered_f64_u32(const lacuna_rmsprop_centered_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *squares, const lacuna_rows_mut_f64_u32 *average,
    const lacuna_rows_mut_f64_u32 *delta, lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
lacuna_status lacuna_optim_sign_sgd_f32_i32(const lacuna_sign_sgd_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
lacuna_status lacuna_optim_sign_sgd_f32_i64(const lacuna_sign_sgd_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
lacuna_status lacuna_optim_sign_sgd_f32_u32(const lacuna_sign_sgd_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
lacuna_status lacuna_optim_sign_sgd_f64_i32(const lacuna_sign_sgd_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
lacuna_status lacuna_optim_sign_sgd_f64_i64(const lacuna_sign_sgd_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
lacuna_status lacuna_optim_sign_sgd_f64_u32(const lacuna_sign_sgd_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
lacuna_status lacuna_optim_signum_f32_i32(const lacuna_signum_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *momentum, lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
lacuna_status lacuna_optim_signum_f32_i64(const lacuna_signum_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *momentum, lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
lacuna_status lacuna_optim_signum_f32_u32(const lacuna_signum_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *momentum, lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
lacuna_status lacuna_optim_signum_f64_i32(const lacuna_signum_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *momentum, lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
lacuna_status lacuna_optim_signum_f64_i64(const lacuna_signum_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *momentum, lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
lacuna_status lacuna_optim_signum_f64_u32(const lacuna_signum_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *momentum, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
lacuna_status lacuna_optim_lamb_direction_f32_i32(const lacuna_lamb_direction_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    const lacuna_rows_mut_f32_i32 *direction, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
lacuna_status lacuna_optim_lamb_direction_f32_i64(const lacuna_lamb_direction_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    const lacuna_rows_mut_f32_i64 *direction, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
lacuna_status lacuna_optim_lamb_direction_f32_u32(const lacuna_lamb_direction_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    const lacuna_rows_mut_f32_u32 *direction, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
lacuna_status lacuna_optim_lamb_direction_f64_i32(const lacuna_lamb_direction_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    const lacuna_rows_mut_f64_i32 *direction, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
lacuna_status lacuna_optim_lamb_direction_f64_i64(const lacuna_lamb_direction_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    const lacuna_rows_mut_f64_i64 *direction, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
lacuna_status lacuna_optim_lamb_direction_f64_u32(const lacuna_lamb_direction_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    const lacuna_rows_mut_f64_u32 *direction, lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
lacuna_status lacuna_optim_group_adagrad_f32_i32(const lacuna_group_adagrad_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *history, lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
lacuna_status lacuna_optim_group_adagrad_f32_i64(const lacuna_group_adagrad_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *history, lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
lacuna_status lacuna_optim_group_adagrad_f32_u32(const lacuna_group_adagrad_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *history, lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
lacuna_status lacuna_optim_group_adagrad_f64_i32(const lacuna_group_adagrad_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *history, lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
lacuna_status lacuna_optim_group_adagrad_f64_i64(const lacuna_group_adagrad_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *history, lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
lacuna_status lacuna_optim_group_adagrad_f64_u32(const lacuna_group_adagrad_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_adagrad_f32_i32(const lacuna_row_adagrad_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_adagrad_f32_i64(const lacuna_row_adagrad_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_adagrad_f32_u32(const lacuna_row_adagrad_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_adagrad_f64_i32(const lacuna_row_adagrad_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_adagrad_f64_i64(const lacuna_row_adagrad_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_adagrad_f64_u32(const lacuna_row_adagrad_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_rmsprop_f32_i32(const lacuna_row_rmsprop_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_rmsprop_f32_i64(const lacuna_row_rmsprop_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_rmsprop_f32_u32(const lacuna_row_rmsprop_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_rmsprop_f64_i32(const lacuna_row_rmsprop_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_rmsprop_f64_i64(const lacuna_row_rmsprop_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
lacuna_status lacuna_optim_row_rmsprop_f64_u32(const lacuna_row_rmsprop_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *history, lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
lacuna_status lacuna_optim_row_adam_f32_i32(const lacuna_row_adam_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
lacuna_status lacuna_optim_row_adam_f32_i64(const lacuna_row_adam_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
lacuna_status lacuna_optim_row_adam_f32_u32(const lacuna_row_adam_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
lacuna_status lacuna_optim_row_adam_f64_i32(const lacuna_row_adam_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
lacuna_status lacuna_optim_row_adam_f64_i64(const lacuna_row_adam_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
lacuna_status lacuna_optim_row_adam_f64_u32(const lacuna_row_adam_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_row_lamb_f32_i32(const lacuna_row_lamb_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_row_lamb_f32_i64(const lacuna_row_lamb_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_row_lamb_f32_u32(const lacuna_row_lamb_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_row_lamb_f64_i32(const lacuna_row_lamb_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_row_lamb_f64_i64(const lacuna_row_lamb_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_row_lamb_f64_u32(const lacuna_row_lamb_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_lamb_f32_i32(const lacuna_lamb_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *mean, const lacuna_rows_mut_f32_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_lamb_f32_i64(const lacuna_lamb_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *mean, const lacuna_rows_mut_f32_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_lamb_f32_u32(const lacuna_lamb_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *mean, const lacuna_rows_mut_f32_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_lamb_f64_i32(const lacuna_lamb_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *mean, const lacuna_rows_mut_f64_i32 *variance,
    lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_lamb_f64_i64(const lacuna_lamb_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *mean, const lacuna_rows_mut_f64_i64 *variance,
    lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
lacuna_status lacuna_optim_lamb_f64_u32(const lacuna_lamb_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *mean, const lacuna_rows_mut_f64_u32 *variance,
    lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
lacuna_status lacuna_optim_lars_f32_i32(const lacuna_lars_f32 *hyper, const lacuna_row_sparse_f32_i32 *gradient,
    const lacuna_rows_mut_f32_i32 *weight, const lacuna_rows_mut_f32_i32 *momentum, lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
lacuna_status lacuna_optim_lars_f32_i64(const lacuna_lars_f32 *hyper, const lacuna_row_sparse_f32_i64 *gradient,
    const lacuna_rows_mut_f32_i64 *weight, const lacuna_rows_mut_f32_i64 *momentum, lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
lacuna_status lacuna_optim_lars_f32_u32(const lacuna_lars_f32 *hyper, const lacuna_row_sparse_f32_u32 *gradient,
    const lacuna_rows_mut_f32_u32 *weight, const lacuna_rows_mut_f32_u32 *momentum, lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
lacuna_status lacuna_optim_lars_f64_i32(const lacuna_lars_f64 *hyper, const lacuna_row_sparse_f64_i32 *gradient,
    const lacuna_rows_mut_f64_i32 *weight, const lacuna_rows_mut_f64_i32 *momentum, lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
lacuna_status lacuna_optim_lars_f64_i64(const lacuna_lars_f64 *hyper, const lacuna_row_sparse_f64_i64 *gradient,
    const lacuna_rows_mut_f64_i64 *weight, const lacuna_rows_mut_f64_i64 *momentum, lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
lacuna_status lacuna_optim_lars_f64_u32(const lacuna_lars_f64 *hyper, const lacuna_row_sparse_f64_u32 *gradient,
    const lacuna_rows_mut_f64_u32 *weight, const lacuna_rows_mut_f64_u32 *momentum, lacuna_error *error);

// kernels/src/map/abs.rs: `|x|`.
lacuna_status lacuna_map_abs_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/abs.rs: `|x|`.
lacuna_status lacuna_map_abs_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/abs.rs: `g * sign(x)`.
lacuna_status lacuna_map_abs_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/abs.rs: `g * sign(x)`.
lacuna_status lacuna_map_abs_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/square.rs: `x^2`.
lacuna_status lacuna_map_square_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/square.rs: `x^2`.
lacuna_status lacuna_map_square_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/square.rs: `g * 2 x`.
lacuna_status lacuna_map_square_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/square.rs: `g * 2 x`.
lacuna_status lacuna_map_square_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/relu.rs: `max(x, 0)`.
lacuna_status lacuna_map_relu_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/relu.rs: `max(x, 0)`.
lacuna_status lacuna_map_relu_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/relu.rs: `g * (y > 0)`.
lacuna_status lacuna_map_relu_backward_f32(const float *gradient, size_t gradient_length, const float *result, size_t result_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/relu.rs: `g * (y > 0)`.
lacuna_status lacuna_map_relu_backward_f64(const double *gradient, size_t gradient_length, const double *result, size_t result_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/negative.rs: `-x`.
lacuna_status lacuna_map_negative_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/negative.rs: `-x`.
lacuna_status lacuna_map_negative_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sign.rs: `sign(x)`.
lacuna_status lacuna_map_sign_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sign.rs: `sign(x)`.
lacuna_status lacuna_map_sign_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/round.rs: `round(x)`.
lacuna_status lacuna_map_round_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/round.rs: `round(x)`.
lacuna_status lacuna_map_round_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rint.rs: `rint(x)`.
lacuna_status lacuna_map_rint_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rint.rs: `rint(x)`.
lacuna_status lacuna_map_rint_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/floor.rs: `floor(x)`.
lacuna_status lacuna_map_floor_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/floor.rs: `floor(x)`.
lacuna_status lacuna_map_floor_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/ceil.rs: `ceil(x)`.
lacuna_status lacuna_map_ceil_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/ceil.rs: `ceil(x)`.
lacuna_status lacuna_map_ceil_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/trunc.rs: `trunc(x)`.
lacuna_status lacuna_map_trunc_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/trunc.rs: `trunc(x)`.
lacuna_status lacuna_map_trunc_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/degrees.rs: `x * 180 / pi`.
lacuna_status lacuna_map_degrees_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/degrees.rs: `x * 180 / pi`.
lacuna_status lacuna_map_degrees_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/radians.rs: `x * pi / 180`.
lacuna_status lacuna_map_radians_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/radians.rs: `x * pi / 180`.
lacuna_status lacuna_map_radians_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softsign.rs: `x / (1 + |x|)`.
lacuna_status lacuna_map_softsign_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softsign.rs: `x / (1 + |x|)`.
lacuna_status lacuna_map_softsign_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softsign.rs: `g / (1 + |x|)^2`.
lacuna_status lacuna_map_softsign_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softsign.rs: `g / (1 + |x|)^2`.
lacuna_status lacuna_map_softsign_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/hard_sigmoid.rs: `min(max(alpha x + beta, 0), 1)`.
lacuna_status lacuna_map_hard_sigmoid_f32(const float *input, size_t input_length, const float *alpha, const float *beta, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/hard_sigmoid.rs: `min(max(alpha x + beta, 0), 1)`.
lacuna_status lacuna_map_hard_sigmoid_f64(const double *input, size_t input_length, const double *alpha, const double *beta, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/hard_sigmoid.rs: `g * alpha where 0 < alpha x + beta < 1`.
lacuna_status lacuna_map_hard_sigmoid_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *alpha, const float *beta, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/hard_sigmoid.rs: `g * alpha where 0 < alpha x + beta < 1`.
lacuna_status lacuna_map_hard_sigmoid_backward_f64(const double *gradient, size_t gradient_length, const double *input,
    size_t input_length, const double *alpha, const double *beta, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/plus_scalar.rs: `x + s`.
lacuna_status lacuna_map_plus_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/plus_scalar.rs: `x + s`.
lacuna_status lacuna_map_plus_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/mul_scalar.rs: `x s`.
lacuna_status lacuna_map_mul_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/mul_scalar.rs: `x s`.
lacuna_status lacuna_map_mul_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/div_scalar.rs: `x / s`.
lacuna_status lacuna_map_div_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/div_scalar.rs: `x / s`.
lacuna_status lacuna_map_div_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rminus_scalar.rs: `s - x`.
lacuna_status lacuna_map_rminus_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rminus_scalar.rs: `s - x`.
lacuna_status lacuna_map_rminus_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rdiv_scalar.rs: `s / x`.
lacuna_status lacuna_map_rdiv_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rdiv_scalar.rs: `s / x`.
lacuna_status lacuna_map_rdiv_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rdiv_scalar.rs: `g * -s / x^2`.
lacuna_status lacuna_map_rdiv_scalar_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *scalar, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rdiv_scalar.rs: `g * -s / x^2`.
lacuna_status lacuna_map_rdiv_scalar_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    const double *scalar, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/maximum_scalar.rs: `max(x, s)`.
lacuna_status lacuna_map_maximum_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/maximum_scalar.rs: `max(x, s)`.
lacuna_status lacuna_map_maximum_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/minimum_scalar.rs: `min(x, s)`.
lacuna_status lacuna_map_minimum_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/minimum_scalar.rs: `min(x, s)`.
lacuna_status lacuna_map_minimum_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_f16(const lacuna_f16 *input, size_t input_length, const lacuna_f16 *scalar, lacuna_f16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_bf16(const lacuna_bf16 *input, size_t input_length, const lacuna_bf16 *scalar, lacuna_bf16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_i32(const int32_t *input, size_t input_length, const int32_t *scalar, int32_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_i64(const int64_t *input, size_t input_length, const int64_t *scalar, int64_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_u8(const uint8_t *input, size_t input_length, const uint8_t *scalar, uint8_t *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
lacuna_status lacuna_map_equal_scalar_i8(const int8_t *input, size_t input_length, const int8_t *scalar, int8_t *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_f16(const lacuna_f16 *input, size_t input_length, const lacuna_f16 *scalar, lacuna_f16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_bf16(const lacuna_bf16 *input, size_t input_length, const lacuna_bf16 *scalar, lacuna_bf16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_i32(const int32_t *input, size_t input_length, const int32_t *scalar, int32_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_i64(const int64_t *input, size_t input_length, const int64_t *scalar, int64_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_u8(const uint8_t *input, size_t input_length, const uint8_t *scalar, uint8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
lacuna_status lacuna_map_not_equal_scalar_i8(const int8_t *input, size_t input_length, const int8_t *scalar, int8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_f16(const lacuna_f16 *input, size_t input_length, const lacuna_f16 *scalar, lacuna_f16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_bf16(const lacuna_bf16 *input, size_t input_length, const lacuna_bf16 *scalar, lacuna_bf16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_i32(const int32_t *input, size_t input_length, const int32_t *scalar, int32_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_i64(const int64_t *input, size_t input_length, const int64_t *scalar, int64_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_u8(const uint8_t *input, size_t input_length, const uint8_t *scalar, uint8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
lacuna_status lacuna_map_greater_scalar_i8(const int8_t *input, size_t input_length, const int8_t *scalar, int8_t *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_f16(const lacuna_f16 *input, size_t input_length, const lacuna_f16 *scalar, lacuna_f16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_bf16(const lacuna_bf16 *input, size_t input_length, const lacuna_bf16 *scalar,
    lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_i32(const int32_t *input, size_t input_length, const int32_t *scalar, int32_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_i64(const int64_t *input, size_t input_length, const int64_t *scalar, int64_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_u8(const uint8_t *input, size_t input_length, const uint8_t *scalar, uint8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
lacuna_status lacuna_map_greater_equal_scalar_i8(const int8_t *input, size_t input_length, const int8_t *scalar, int8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_f16(const lacuna_f16 *input, size_t input_length, const lacuna_f16 *scalar, lacuna_f16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_bf16(const lacuna_bf16 *input, size_t input_length, const lacuna_bf16 *scalar, lacuna_bf16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_i32(const int32_t *input, size_t input_length, const int32_t *scalar, int32_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_i64(const int64_t *input, size_t input_length, const int64_t *scalar, int64_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_u8(const uint8_t *input, size_t input_length, const uint8_t *scalar, uint8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
lacuna_status lacuna_map_lesser_scalar_i8(const int8_t *input, size_t input_length, const int8_t *scalar, int8_t *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_f16(const lacuna_f16 *input, size_t input_length, const lacuna_f16 *scalar, lacuna_f16 *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_bf16(const lacuna_bf16 *input, size_t input_length, const lacuna_bf16 *scalar,
    lacuna_bf16 *out, size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_i32(const int32_t *input, size_t input_length, const int32_t *scalar, int32_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_i64(const int64_t *input, size_t input_length, const int64_t *scalar, int64_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_u8(const uint8_t *input, size_t input_length, const uint8_t *scalar, uint8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
lacuna_status lacuna_map_lesser_equal_scalar_i8(const int8_t *input, size_t input_length, const int8_t *scalar, int8_t *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/clip.rs: `min(max(x, a_min), a_max)`.
lacuna_status lacuna_map_clip_f32(const float *input, size_t input_length, const float *a_min, const float *a_max, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/clip.rs: `min(max(x, a_min), a_max)`.
lacuna_status lacuna_map_clip_f64(const double *input, size_t input_length, const double *a_min, const double *a_max, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/clip.rs: `g where a_min <= x <= a_max`.
lacuna_status lacuna_map_clip_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *a_min, const float *a_max, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/clip.rs: `g where a_min <= x <= a_max`.
lacuna_status lacuna_map_clip_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    const double *a_min, const double *a_max, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/quadratic.rs: `a x^2 + b x + c`.
lacuna_status lacuna_map_quadratic_f32(const float *input, size_t input_length, const float *a, const float *b, const float *c, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/map/quadratic.rs: `a x^2 + b x + c`.
lacuna_status lacuna_map_quadratic_f64(const double *input, size_t input_length, const double *a, const double *b, const double *c,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/quadratic.rs: `g * (2 a x + b)`.
lacuna_status lacuna_map_quadratic_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *a, const float *b, const float *c, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/quadratic.rs: `g * (2 a x + b)`.
lacuna_status lacuna_map_quadratic_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    const double *a, const double *b, const double *c, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/smooth_l1.rs: `|x| - 0.5 / s^2, or 0.5 (s x)^2 near 0`.
lacuna_status lacuna_map_smooth_l1_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/smooth_l1.rs: `|x| - 0.5 / s^2, or 0.5 (s x)^2 near 0`.
lacuna_status lacuna_map_smooth_l1_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/smooth_l1.rs: `g * sign(x), or g * s^2 x near 0`.
lacuna_status lacuna_map_smooth_l1_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *scalar, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/smooth_l1.rs: `g * sign(x), or g * s^2 x near 0`.
lacuna_status lacuna_map_smooth_l1_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    const double *scalar, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/exp.rs: `e^x`.
lacuna_status lacuna_map_exp_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/exp.rs: `e^x`.
lacuna_status lacuna_map_exp_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/expm1.rs: `e^x - 1`.
lacuna_status lacuna_map_expm1_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/expm1.rs: `e^x - 1`.
lacuna_status lacuna_map_expm1_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/expm1.rs: `g e^x`.
lacuna_status lacuna_map_expm1_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/expm1.rs: `g e^x`.
lacuna_status lacuna_map_expm1_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log.rs: `ln(x)`.
lacuna_status lacuna_map_log_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log.rs: `ln(x)`.
lacuna_status lacuna_map_log_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log.rs: `g / x`.
lacuna_status lacuna_map_log_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log.rs: `g / x`.
lacuna_status lacuna_map_log_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log2.rs: `log2(x)`.
lacuna_status lacuna_map_log2_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log2.rs: `log2(x)`.
lacuna_status lacuna_map_log2_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log2.rs: `g / (x ln(2))`.
lacuna_status lacuna_map_log2_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log2.rs: `g / (x ln(2))`.
lacuna_status lacuna_map_log2_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log10.rs: `log10(x)`.
lacuna_status lacuna_map_log10_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log10.rs: `log10(x)`.
lacuna_status lacuna_map_log10_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log10.rs: `g / (x ln(10))`.
lacuna_status lacuna_map_log10_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log10.rs: `g / (x ln(10))`.
lacuna_status lacuna_map_log10_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log1p.rs: `ln(1 + x)`.
lacuna_status lacuna_map_log1p_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log1p.rs: `ln(1 + x)`.
lacuna_status lacuna_map_log1p_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log1p.rs: `g / (1 + x)`.
lacuna_status lacuna_map_log1p_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/log1p.rs: `g / (1 + x)`.
lacuna_status lacuna_map_log1p_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sigmoid.rs: `1 / (1 + e^-x)`.
lacuna_status lacuna_map_sigmoid_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sigmoid.rs: `1 / (1 + e^-x)`.
lacuna_status lacuna_map_sigmoid_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sigmoid.rs: `g y (1 - y)`.
lacuna_status lacuna_map_sigmoid_backward_f32(const float *gradient, size_t gradient_length, const float *result, size_t result_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sigmoid.rs: `g y (1 - y)`.
lacuna_status lacuna_map_sigmoid_backward_f64(const double *gradient, size_t gradient_length, const double *result, size_t result_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softrelu.rs: `ln(1 + e^x)`.
lacuna_status lacuna_map_softrelu_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softrelu.rs: `ln(1 + e^x)`.
lacuna_status lacuna_map_softrelu_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softrelu.rs: `g / (1 + e^-x)`.
lacuna_status lacuna_map_softrelu_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/softrelu.rs: `g / (1 + e^-x)`.
lacuna_status lacuna_map_softrelu_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sin.rs: `sin(x)`.
lacuna_status lacuna_map_sin_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sin.rs: `sin(x)`.
lacuna_status lacuna_map_sin_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sin.rs: `g cos(x)`.
lacuna_status lacuna_map_sin_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sin.rs: `g cos(x)`.
lacuna_status lacuna_map_sin_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cos.rs: `cos(x)`.
lacuna_status lacuna_map_cos_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cos.rs: `cos(x)`.
lacuna_status lacuna_map_cos_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cos.rs: `-g sin(x)`.
lacuna_status lacuna_map_cos_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cos.rs: `-g sin(x)`.
lacuna_status lacuna_map_cos_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tan.rs: `tan(x)`.
lacuna_status lacuna_map_tan_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tan.rs: `tan(x)`.
lacuna_status lacuna_map_tan_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tan.rs: `g (1 + y^2)`.
lacuna_status lacuna_map_tan_backward_f32(const float *gradient, size_t gradient_length, const float *result, size_t result_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tan.rs: `g (1 + y^2)`.
lacuna_status lacuna_map_tan_backward_f64(const double *gradient, size_t gradient_length, const double *result, size_t result_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsin.rs: `arcsin(x)`.
lacuna_status lacuna_map_arcsin_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsin.rs: `arcsin(x)`.
lacuna_status lacuna_map_arcsin_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsin.rs: `g / sqrt(1 - x^2)`.
lacuna_status lacuna_map_arcsin_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsin.rs: `g / sqrt(1 - x^2)`.
lacuna_status lacuna_map_arcsin_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccos.rs: `arccos(x)`.
lacuna_status lacuna_map_arccos_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccos.rs: `arccos(x)`.
lacuna_status lacuna_map_arccos_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccos.rs: `-g / sqrt(1 - x^2)`.
lacuna_status lacuna_map_arccos_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccos.rs: `-g / sqrt(1 - x^2)`.
lacuna_status lacuna_map_arccos_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctan.rs: `arctan(x)`.
lacuna_status lacuna_map_arctan_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctan.rs: `arctan(x)`.
lacuna_status lacuna_map_arctan_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctan.rs: `g / (1 + x^2)`.
lacuna_status lacuna_map_arctan_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctan.rs: `g / (1 + x^2)`.
lacuna_status lacuna_map_arctan_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sinh.rs: `sinh(x)`.
lacuna_status lacuna_map_sinh_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sinh.rs: `sinh(x)`.
lacuna_status lacuna_map_sinh_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sinh.rs: `g cosh(x)`.
lacuna_status lacuna_map_sinh_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sinh.rs: `g cosh(x)`.
lacuna_status lacuna_map_sinh_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cosh.rs: `cosh(x)`.
lacuna_status lacuna_map_cosh_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cosh.rs: `cosh(x)`.
lacuna_status lacuna_map_cosh_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cosh.rs: `g sinh(x)`.
lacuna_status lacuna_map_cosh_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cosh.rs: `g sinh(x)`.
lacuna_status lacuna_map_cosh_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tanh.rs: `tanh(x)`.
lacuna_status lacuna_map_tanh_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tanh.rs: `tanh(x)`.
lacuna_status lacuna_map_tanh_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tanh.rs: `g (1 - y^2)`.
lacuna_status lacuna_map_tanh_backward_f32(const float *gradient, size_t gradient_length, const float *result, size_t result_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/tanh.rs: `g (1 - y^2)`.
lacuna_status lacuna_map_tanh_backward_f64(const double *gradient, size_t gradient_length, const double *result, size_t result_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsinh.rs: `arcsinh(x)`.
lacuna_status lacuna_map_arcsinh_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsinh.rs: `arcsinh(x)`.
lacuna_status lacuna_map_arcsinh_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsinh.rs: `g / sqrt(x^2 + 1)`.
lacuna_status lacuna_map_arcsinh_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arcsinh.rs: `g / sqrt(x^2 + 1)`.
lacuna_status lacuna_map_arcsinh_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccosh.rs: `arccosh(x)`.
lacuna_status lacuna_map_arccosh_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccosh.rs: `arccosh(x)`.
lacuna_status lacuna_map_arccosh_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccosh.rs: `g / sqrt(x^2 - 1)`.
lacuna_status lacuna_map_arccosh_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arccosh.rs: `g / sqrt(x^2 - 1)`.
lacuna_status lacuna_map_arccosh_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctanh.rs: `arctanh(x)`.
lacuna_status lacuna_map_arctanh_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctanh.rs: `arctanh(x)`.
lacuna_status lacuna_map_arctanh_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctanh.rs: `g / (1 - x^2)`.
lacuna_status lacuna_map_arctanh_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/arctanh.rs: `g / (1 - x^2)`.
lacuna_status lacuna_map_arctanh_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sqrt.rs: `sqrt(x)`.
lacuna_status lacuna_map_sqrt_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sqrt.rs: `sqrt(x)`.
lacuna_status lacuna_map_sqrt_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sqrt.rs: `g / (2 y)`.
lacuna_status lacuna_map_sqrt_backward_f32(const float *gradient, size_t gradient_length, const float *result, size_t result_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/sqrt.rs: `g / (2 y)`.
lacuna_status lacuna_map_sqrt_backward_f64(const double *gradient, size_t gradient_length, const double *result, size_t result_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rsqrt.rs: `1 / sqrt(x)`.
lacuna_status lacuna_map_rsqrt_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rsqrt.rs: `1 / sqrt(x)`.
lacuna_status lacuna_map_rsqrt_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rsqrt.rs: `-g / (2 x sqrt(x))`.
lacuna_status lacuna_map_rsqrt_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rsqrt.rs: `-g / (2 x sqrt(x))`.
lacuna_status lacuna_map_rsqrt_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cbrt.rs: `cbrt(x)`.
lacuna_status lacuna_map_cbrt_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cbrt.rs: `cbrt(x)`.
lacuna_status lacuna_map_cbrt_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cbrt.rs: `g / (3 y^2)`.
lacuna_status lacuna_map_cbrt_backward_f32(const float *gradient, size_t gradient_length, const float *result, size_t result_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/cbrt.rs: `g / (3 y^2)`.
lacuna_status lacuna_map_cbrt_backward_f64(const double *gradient, size_t gradient_length, const double *result, size_t result_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rcbrt.rs: `1 / cbrt(x)`.
lacuna_status lacuna_map_rcbrt_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rcbrt.rs: `1 / cbrt(x)`.
lacuna_status lacuna_map_rcbrt_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rcbrt.rs: `-g / (3 x cbrt(x))`.
lacuna_status lacuna_map_rcbrt_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rcbrt.rs: `-g / (3 x cbrt(x))`.
lacuna_status lacuna_map_rcbrt_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/erf.rs: `erf(x)`.
lacuna_status lacuna_map_erf_f32(const float *input, size_t input_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/erf.rs: `erf(x)`.
lacuna_status lacuna_map_erf_f64(const double *input, size_t input_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/erf.rs: `2 g / sqrt(pi) e^(-x^2)`.
lacuna_status lacuna_map_erf_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/erf.rs: `2 g / sqrt(pi) e^(-x^2)`.
lacuna_status lacuna_map_erf_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/power_scalar.rs: `x^s`.
lacuna_status lacuna_map_power_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/power_scalar.rs: `x^s`.
lacuna_status lacuna_map_power_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/power_scalar.rs: `g s x^(s - 1)`.
lacuna_status lacuna_map_power_scalar_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *scalar, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/power_scalar.rs: `g s x^(s - 1)`.
lacuna_status lacuna_map_power_scalar_backward_f64(const double *gradient, size_t gradient_length, const double *input,
    size_t input_length, const double *scalar, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rpower_scalar.rs: `s^x`.
lacuna_status lacuna_map_rpower_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rpower_scalar.rs: `s^x`.
lacuna_status lacuna_map_rpower_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rpower_scalar.rs: `g ln(s) y`.
lacuna_status lacuna_map_rpower_scalar_backward_f32(const float *gradient, size_t gradient_length, const float *result,
    size_t result_length, const float *scalar, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rpower_scalar.rs: `g ln(s) y`.
lacuna_status lacuna_map_rpower_scalar_backward_f64(const double *gradient, size_t gradient_length, const double *result,
    size_t result_length, const double *scalar, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/hypot_scalar.rs: `sqrt(x^2 + s^2)`.
lacuna_status lacuna_map_hypot_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/hypot_scalar.rs: `sqrt(x^2 + s^2)`.
lacuna_status lacuna_map_hypot_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/hypot_scalar.rs: `g x / sqrt(x^2 + s^2)`.
lacuna_status lacuna_map_hypot_scalar_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *scalar, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/hypot_scalar.rs: `g x / sqrt(x^2 + s^2)`.
lacuna_status lacuna_map_hypot_scalar_backward_f64(const double *gradient, size_t gradient_length, const double *input,
    size_t input_length, const double *scalar, double *out, size_t out_length, lacuna_error *error);

// kernels/src/map/mod_scalar.rs: `x mod s`.
lacuna_status lacuna_map_mod_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/mod_scalar.rs: `x mod s`.
lacuna_status lacuna_map_mod_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rmod_scalar.rs: `s mod x`.
lacuna_status lacuna_map_rmod_scalar_f32(const float *input, size_t input_length, const float *scalar, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rmod_scalar.rs: `s mod x`.
lacuna_status lacuna_map_rmod_scalar_f64(const double *input, size_t input_length, const double *scalar, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/map/rmod_scalar.rs: `-g floor(s / x)`.
lacuna_status lacuna_map_rmod_scalar_backward_f32(const float *gradient, size_t gradient_length, const float *input, size_t input_length,
    const float *scalar, float *out, size_t out_length, lacuna_error *error);

// kernels/src/map/rmod_scalar.rs: `-g floor(s / x)`.
lacuna_status lacuna_map_rmod_scalar_backward_f64(const double *gradient, size_t gradient_length, const double *input, size_t input_length,
    const double *scalar, double *out, size_t out_length, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_union_nnz_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, int32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_union_nnz_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, int64_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_union_nnz_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, uint32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_union_nnz_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, int32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_union_nnz_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, int64_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_union_nnz_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, uint32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_intersection_nnz_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, int32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_intersection_nnz_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, int64_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_intersection_nnz_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, uint32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_intersection_nnz_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, int32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_intersection_nnz_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, int64_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr_*`.
lacuna_status lacuna_binary_csr_intersection_nnz_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, uint32_t *counts,
    size_t counts_length, lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_binary_rows_intersection_ids_f32_i32(const lacuna_row_sparse_f32_i32 *left, const lacuna_row_sparse_f32_i32 *right,
    int32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_binary_rows_intersection_ids_f32_i64(const lacuna_row_sparse_f32_i64 *left, const lacuna_row_sparse_f32_i64 *right,
    int64_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_binary_rows_intersection_ids_f32_u32(const lacuna_row_sparse_f32_u32 *left, const lacuna_row_sparse_f32_u32 *right,
    uint32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_binary_rows_intersection_ids_f64_i32(const lacuna_row_sparse_f64_i32 *left, const lacuna_row_sparse_f64_i32 *right,
    int32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_binary_rows_intersection_ids_f64_i64(const lacuna_row_sparse_f64_i64 *left, const lacuna_row_sparse_f64_i64 *right,
    int64_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
lacuna_status lacuna_binary_rows_intersection_ids_f64_u32(const lacuna_row_sparse_f64_u32 *left, const lacuna_row_sparse_f64_u32 *right,
    uint32_t *ids, size_t ids_length, size_t *stored_rows, lacuna_error *error);

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

// kernels/src/binary/maximum.rs: `max(x, y)`.
lacuna_status lacuna_binary_maximum_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/maximum.rs: `max(x, y)`.
lacuna_status lacuna_binary_maximum_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/minimum.rs: `min(x, y)`.
lacuna_status lacuna_binary_minimum_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/minimum.rs: `min(x, y)`.
lacuna_status lacuna_binary_minimum_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/equal.rs: `x == y`.
lacuna_status lacuna_binary_equal_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/equal.rs: `x == y`.
lacuna_status lacuna_binary_equal_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/not_equal.rs: `x != y`.
lacuna_status lacuna_binary_not_equal_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/not_equal.rs: `x != y`.
lacuna_status lacuna_binary_not_equal_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/greater.rs: `x > y`.
lacuna_status lacuna_binary_greater_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/greater.rs: `x > y`.
lacuna_status lacuna_binary_greater_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/greater_equal.rs: `x >= y`.
lacuna_status lacuna_binary_greater_equal_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/greater_equal.rs: `x >= y`.
lacuna_status lacuna_binary_greater_equal_f64(const double *left, size_t left_length, const double *right, size_t right_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/binary/power.rs: `x^y`.
lacuna_status lacuna_binary_power_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/power.rs: `x^y`.
lacuna_status lacuna_binary_power_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/hypot.rs: `sqrt(x^2 + y^2)`.
lacuna_status lacuna_binary_hypot_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/hypot.rs: `sqrt(x^2 + y^2)`.
lacuna_status lacuna_binary_hypot_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/modulo.rs: `x mod y`.
lacuna_status lacuna_binary_modulo_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/modulo.rs: `x mod y`.
lacuna_status lacuna_binary_modulo_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/add.rs: `x + y`.
lacuna_status lacuna_binary_add_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/add.rs: `x + y`.
lacuna_status lacuna_binary_add_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/divide.rs: `x / y`.
lacuna_status lacuna_binary_divide_f32(const float *left, size_t left_length, const float *right, size_t right_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/divide.rs: `x / y`.
lacuna_status lacuna_binary_divide_f64(const double *left, size_t left_length, const double *right, size_t right_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
//
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_add_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, const lacuna_csr_mut_f32_i32 *out,
    lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
//
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_add_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, const lacuna_csr_mut_f32_i64 *out,
    lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
//
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_add_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, const lacuna_csr_mut_f32_u32 *out,
    lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
//
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_add_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, const lacuna_csr_mut_f64_i32 *out,
    lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
//
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_add_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, const lacuna_csr_mut_f64_i64 *out,
    lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
//
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_add_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, const lacuna_csr_mut_f64_u32 *out,
    lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything. The entries of both matrices together are always enough.
lacuna_status lacuna_binary_csr_add_one_pass_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything. The entries of both matrices together are always enough.
lacuna_status lacuna_binary_csr_add_one_pass_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything. The entries of both matrices together are always enough.
lacuna_status lacuna_binary_csr_add_one_pass_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything. The entries of both matrices together are always enough.
lacuna_status lacuna_binary_csr_add_one_pass_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything. The entries of both matrices together are always enough.
lacuna_status lacuna_binary_csr_add_one_pass_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
//
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything. The entries of both matrices together are always enough.
lacuna_status lacuna_binary_csr_add_one_pass_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
//
// As `lacuna_binary_csr_add_*`.
lacuna_status lacuna_binary_csr_subtract_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
//
// As `lacuna_binary_csr_add_*`.
lacuna_status lacuna_binary_csr_subtract_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
//
// As `lacuna_binary_csr_add_*`.
lacuna_status lacuna_binary_csr_subtract_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
//
// As `lacuna_binary_csr_add_*`.
lacuna_status lacuna_binary_csr_subtract_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
//
// As `lacuna_binary_csr_add_*`.
lacuna_status lacuna_binary_csr_subtract_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
//
// As `lacuna_binary_csr_add_*`.
lacuna_status lacuna_binary_csr_subtract_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
//
// As `lacuna_binary_csr_add_one_pass_*`.
lacuna_status lacuna_binary_csr_subtract_one_pass_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
//
// As `lacuna_binary_csr_add_one_pass_*`.
lacuna_status lacuna_binary_csr_subtract_one_pass_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
//
// As `lacuna_binary_csr_add_one_pass_*`.
lacuna_status lacuna_binary_csr_subtract_one_pass_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
//
// As `lacuna_binary_csr_add_one_pass_*`.
lacuna_status lacuna_binary_csr_subtract_one_pass_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
//
// As `lacuna_binary_csr_add_one_pass_*`.
lacuna_status lacuna_binary_csr_subtract_one_pass_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
//
// As `lacuna_binary_csr_add_one_pass_*`.
lacuna_status lacuna_binary_csr_subtract_one_pass_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
//
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_multiply_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
//
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_multiply_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
//
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_multiply_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
//
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_multiply_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
//
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_multiply_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
//
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz_*`. At the first row whose number of entries is not what they say it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_binary_csr_multiply_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
//
// As `lacuna_binary_csr_add_one_pass_*`; the entries of either matrix are always enough.
lacuna_status lacuna_binary_csr_multiply_one_pass_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
//
// As `lacuna_binary_csr_add_one_pass_*`; the entries of either matrix are always enough.
lacuna_status lacuna_binary_csr_multiply_one_pass_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
//
// As `lacuna_binary_csr_add_one_pass_*`; the entries of either matrix are always enough.
lacuna_status lacuna_binary_csr_multiply_one_pass_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, float *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
//
// As `lacuna_binary_csr_add_one_pass_*`; the entries of either matrix are always enough.
lacuna_status lacuna_binary_csr_multiply_one_pass_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
//
// As `lacuna_binary_csr_add_one_pass_*`; the entries of either matrix are always enough.
lacuna_status lacuna_binary_csr_multiply_one_pass_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
//
// As `lacuna_binary_csr_add_one_pass_*`; the entries of either matrix are always enough.
lacuna_status lacuna_binary_csr_multiply_one_pass_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, double *values, size_t values_length, size_t *count,
    lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_maximum_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_maximum_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_maximum_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_maximum_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_maximum_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_maximum_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_minimum_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_minimum_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_minimum_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_minimum_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_minimum_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too.
lacuna_status lacuna_binary_csr_minimum_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
lacuna_status lacuna_binary_csr_greater_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
lacuna_status lacuna_binary_csr_greater_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
lacuna_status lacuna_binary_csr_greater_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
lacuna_status lacuna_binary_csr_greater_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
lacuna_status lacuna_binary_csr_greater_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
lacuna_status lacuna_binary_csr_greater_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where elements differ, 0 at the other entries.
lacuna_status lacuna_binary_csr_not_equal_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_csr_f32_i32 *b,
    const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where elements differ, 0 at the other entries.
lacuna_status lacuna_binary_csr_not_equal_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_csr_f32_i64 *b,
    const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where elements differ, 0 at the other entries.
lacuna_status lacuna_binary_csr_not_equal_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_csr_f32_u32 *b,
    const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where elements differ, 0 at the other entries.
lacuna_status lacuna_binary_csr_not_equal_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_csr_f64_i32 *b,
    const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where elements differ, 0 at the other entries.
lacuna_status lacuna_binary_csr_not_equal_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_csr_f64_i64 *b,
    const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_csr_add_*`, its pointers too: 1 where elements differ, 0 at the other entries.
lacuna_status lacuna_binary_csr_not_equal_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_csr_f64_u32 *b,
    const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
//
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
lacuna_status lacuna_binary_rows_add_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
//
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
lacuna_status lacuna_binary_rows_add_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
//
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
lacuna_status lacuna_binary_rows_add_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
//
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
lacuna_status lacuna_binary_rows_add_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
//
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
lacuna_status lacuna_binary_rows_add_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
//
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
lacuna_status lacuna_binary_rows_add_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_subtract_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_subtract_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_subtract_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_subtract_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_subtract_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_subtract_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
//
// As `lacuna_binary_rows_add_*`. `lacuna_binary_rows_intersection_ids_*` finds the rows that two row_sparse operands store.
lacuna_status lacuna_binary_rows_multiply_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
//
// As `lacuna_binary_rows_add_*`. `lacuna_binary_rows_intersection_ids_*` finds the rows that two row_sparse operands store.
lacuna_status lacuna_binary_rows_multiply_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
//
// As `lacuna_binary_rows_add_*`. `lacuna_binary_rows_intersection_ids_*` finds the rows that two row_sparse operands store.
lacuna_status lacuna_binary_rows_multiply_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
//
// As `lacuna_binary_rows_add_*`. `lacuna_binary_rows_intersection_ids_*` finds the rows that two row_sparse operands store.
lacuna_status lacuna_binary_rows_multiply_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
//
// As `lacuna_binary_rows_add_*`. `lacuna_binary_rows_intersection_ids_*` finds the rows that two row_sparse operands store.
lacuna_status lacuna_binary_rows_multiply_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
//
// As `lacuna_binary_rows_add_*`. `lacuna_binary_rows_intersection_ids_*` finds the rows that two row_sparse operands store.
lacuna_status lacuna_binary_rows_multiply_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_divide_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_divide_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_divide_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_divide_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_divide_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_divide_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_maximum_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_maximum_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_maximum_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_maximum_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_maximum_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_maximum_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_minimum_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_minimum_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_minimum_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_minimum_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_minimum_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
//
// As `lacuna_binary_rows_add_*`.
lacuna_status lacuna_binary_rows_minimum_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where an element of `left` is greater than that of `right`, or 0.
lacuna_status lacuna_binary_rows_greater_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where an element of `left` is greater than that of `right`, or 0.
lacuna_status lacuna_binary_rows_greater_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where an element of `left` is greater than that of `right`, or 0.
lacuna_status lacuna_binary_rows_greater_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where an element of `left` is greater than that of `right`, or 0.
lacuna_status lacuna_binary_rows_greater_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where an element of `left` is greater than that of `right`, or 0.
lacuna_status lacuna_binary_rows_greater_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where an element of `left` is greater than that of `right`, or 0.
lacuna_status lacuna_binary_rows_greater_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where elements differ, or 0.
lacuna_status lacuna_binary_rows_not_equal_f32_i32(const lacuna_broadcast_f32_i32 *left, const lacuna_broadcast_f32_i32 *right,
    const lacuna_rows_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where elements differ, or 0.
lacuna_status lacuna_binary_rows_not_equal_f32_i64(const lacuna_broadcast_f32_i64 *left, const lacuna_broadcast_f32_i64 *right,
    const lacuna_rows_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where elements differ, or 0.
lacuna_status lacuna_binary_rows_not_equal_f32_u32(const lacuna_broadcast_f32_u32 *left, const lacuna_broadcast_f32_u32 *right,
    const lacuna_rows_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where elements differ, or 0.
lacuna_status lacuna_binary_rows_not_equal_f64_i32(const lacuna_broadcast_f64_i32 *left, const lacuna_broadcast_f64_i32 *right,
    const lacuna_rows_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where elements differ, or 0.
lacuna_status lacuna_binary_rows_not_equal_f64_i64(const lacuna_broadcast_f64_i64 *left, const lacuna_broadcast_f64_i64 *right,
    const lacuna_rows_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
//
// As `lacuna_binary_rows_add_*`: 1 where elements differ, or 0.
lacuna_status lacuna_binary_rows_not_equal_f64_u32(const lacuna_broadcast_f64_u32 *left, const lacuna_broadcast_f64_u32 *right,
    const lacuna_rows_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_add_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_broadcast_f32_i32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_add_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_broadcast_f32_i64 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_add_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_broadcast_f32_u32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_add_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_broadcast_f64_i32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_add_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_broadcast_f64_i64 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_add_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_broadcast_f64_u32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_subtract_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_broadcast_f32_i32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_subtract_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_broadcast_f32_i64 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_subtract_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_broadcast_f32_u32 *b,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_subtract_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_broadcast_f64_i32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_subtract_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_broadcast_f64_i64 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_csr_broadcast_subtract_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_broadcast_f64_u32 *b,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_broadcast_subtract_csr_f32_i32(const lacuna_broadcast_f32_i32 *b, const lacuna_csr_f32_i32 *a,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_broadcast_subtract_csr_f32_i64(const lacuna_broadcast_f32_i64 *b, const lacuna_csr_f32_i64 *a,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_broadcast_subtract_csr_f32_u32(const lacuna_broadcast_f32_u32 *b, const lacuna_csr_f32_u32 *a,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_broadcast_subtract_csr_f64_i32(const lacuna_broadcast_f64_i32 *b, const lacuna_csr_f64_i32 *a,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_broadcast_subtract_csr_f64_i64(const lacuna_broadcast_f64_i64 *b, const lacuna_csr_f64_i64 *a,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
//
// An entry that `a` does not store counts as zero.
lacuna_status lacuna_binary_broadcast_subtract_csr_f64_u32(const lacuna_broadcast_f64_u32 *b, const lacuna_csr_f64_u32 *a,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_multiply_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_broadcast_f32_i32 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_multiply_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_broadcast_f32_i64 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_multiply_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_broadcast_f32_u32 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_multiply_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_broadcast_f64_i32 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_multiply_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_broadcast_f64_i64 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_multiply_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_broadcast_f64_u32 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_divide_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_broadcast_f32_i32 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_divide_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_broadcast_f32_i64 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_divide_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_broadcast_f32_u32 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_divide_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_broadcast_f64_i32 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_divide_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_broadcast_f64_i64 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B at the entries of A`.
//
// `out` has a value for each entry of `a`.
lacuna_status lacuna_binary_entries_divide_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_broadcast_f64_u32 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B at the entries of A`.
//
// `out` has a value for each entry of `a`, whose values are not read.
lacuna_status lacuna_binary_entries_gather_f32_i32(const lacuna_csr_f32_i32 *a, const lacuna_broadcast_f32_i32 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B at the entries of A`.
//
// `out` has a value for each entry of `a`, whose values are not read.
lacuna_status lacuna_binary_entries_gather_f32_i64(const lacuna_csr_f32_i64 *a, const lacuna_broadcast_f32_i64 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B at the entries of A`.
//
// `out` has a value for each entry of `a`, whose values are not read.
lacuna_status lacuna_binary_entries_gather_f32_u32(const lacuna_csr_f32_u32 *a, const lacuna_broadcast_f32_u32 *b, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B at the entries of A`.
//
// `out` has a value for each entry of `a`, whose values are not read.
lacuna_status lacuna_binary_entries_gather_f64_i32(const lacuna_csr_f64_i32 *a, const lacuna_broadcast_f64_i32 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B at the entries of A`.
//
// `out` has a value for each entry of `a`, whose values are not read.
lacuna_status lacuna_binary_entries_gather_f64_i64(const lacuna_csr_f64_i64 *a, const lacuna_broadcast_f64_i64 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B at the entries of A`.
//
// `out` has a value for each entry of `a`, whose values are not read.
lacuna_status lacuna_binary_entries_gather_f64_u32(const lacuna_csr_f64_u32 *a, const lacuna_broadcast_f64_u32 *b, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
//
// `sum` is updated in place.
lacuna_status lacuna_binary_accumulate_csr_f32_i32(const lacuna_csr_f32_i32 *input, const lacuna_dense_mut_f32 *sum, lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
//
// `sum` is updated in place.
lacuna_status lacuna_binary_accumulate_csr_f32_i64(const lacuna_csr_f32_i64 *input, const lacuna_dense_mut_f32 *sum, lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
//
// `sum` is updated in place.
lacuna_status lacuna_binary_accumulate_csr_f32_u32(const lacuna_csr_f32_u32 *input, const lacuna_dense_mut_f32 *sum, lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
//
// `sum` is updated in place.
lacuna_status lacuna_binary_accumulate_csr_f64_i32(const lacuna_csr_f64_i32 *input, const lacuna_dense_mut_f64 *sum, lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
//
// `sum` is updated in place.
lacuna_status lacuna_binary_accumulate_csr_f64_i64(const lacuna_csr_f64_i64 *input, const lacuna_dense_mut_f64 *sum, lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
//
// `sum` is updated in place.
lacuna_status lacuna_binary_accumulate_csr_f64_u32(const lacuna_csr_f64_u32 *input, const lacuna_dense_mut_f64 *sum, lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
//
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
lacuna_status lacuna_binary_accumulate_rows_f32_i32(const lacuna_broadcast_f32_i32 *input, const lacuna_dense_mut_f32 *sum,
    lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
//
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
lacuna_status lacuna_binary_accumulate_rows_f32_i64(const lacuna_broadcast_f32_i64 *input, const lacuna_dense_mut_f32 *sum,
    lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
//
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
lacuna_status lacuna_binary_accumulate_rows_f32_u32(const lacuna_broadcast_f32_u32 *input, const lacuna_dense_mut_f32 *sum,
    lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
//
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
lacuna_status lacuna_binary_accumulate_rows_f64_i32(const lacuna_broadcast_f64_i32 *input, const lacuna_dense_mut_f64 *sum,
    lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
//
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
lacuna_status lacuna_binary_accumulate_rows_f64_i64(const lacuna_broadcast_f64_i64 *input, const lacuna_dense_mut_f64 *sum,
    lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
//
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
lacuna_status lacuna_binary_accumulate_rows_f64_u32(const lacuna_broadcast_f64_u32 *input, const lacuna_dense_mut_f64 *sum,
    lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x`.
//
// `out` is one value.
lacuna_status lacuna_reduce_sum_f32(const float *values, size_t values_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x`.
//
// `out` is one value.
lacuna_status lacuna_reduce_sum_f64(const double *values, size_t values_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_sum_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_sum_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_sum_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_sum_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_sum_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_sum_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_sum_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_sum_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_sum_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count`.
//
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
lacuna_status lacuna_reduce_mean_f32(const float *values, size_t values_length, size_t count, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count`.
//
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
lacuna_status lacuna_reduce_mean_f64(const double *values, size_t values_length, size_t count, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_mean_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_mean_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_mean_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_mean_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_mean_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_mean_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_mean_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_mean_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_mean_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|`.
//
// `out` is one value.
lacuna_status lacuna_reduce_norm1_f32(const float *values, size_t values_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|`.
//
// `out` is one value.
lacuna_status lacuna_reduce_norm1_f64(const double *values, size_t values_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_norm1_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_norm1_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm1_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm1_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm1_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm1_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm1_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm1_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm1_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)`.
//
// `out` is one value.
lacuna_status lacuna_reduce_norm2_f32(const float *values, size_t values_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)`.
//
// `out` is one value.
lacuna_status lacuna_reduce_norm2_f64(const double *values, size_t values_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_norm2_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_norm2_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_norm2_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm2_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm2_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm2_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm2_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm2_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_norm2_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2`.
//
// `out` is one value.
lacuna_status lacuna_reduce_square_sum_f32(const float *values, size_t values_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2`.
//
// `out` is one value.
lacuna_status lacuna_reduce_square_sum_f64(const double *values, size_t values_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_square_sum_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_square_sum_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_square_sum_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_square_sum_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_square_sum_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_square_sum_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_square_sum_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_square_sum_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more.
lacuna_status lacuna_reduce_square_sum_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x`.
//
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
lacuna_status lacuna_reduce_max_f32(const float *values, size_t values_length, size_t count, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x`.
//
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
lacuna_status lacuna_reduce_max_f64(const double *values, size_t values_length, size_t count, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_max_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_max_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_max_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_max_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_max_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x`.
//
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
lacuna_status lacuna_reduce_min_f32(const float *values, size_t values_length, size_t count, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x`.
//
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
lacuna_status lacuna_reduce_min_f64(const double *values, size_t values_length, size_t count, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_min_rows_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values.
lacuna_status lacuna_reduce_min_rows_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_min_columns_f32(const lacuna_dense_f32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values.
lacuna_status lacuna_reduce_min_columns_f64(const lacuna_dense_f64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_rows_f32_i32(const lacuna_csr_f32_i32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_rows_f32_i64(const lacuna_csr_f32_i64 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_rows_f32_u32(const lacuna_csr_f32_u32 *a, float *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_rows_f64_i32(const lacuna_csr_f64_i32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_rows_f64_i64(const lacuna_csr_f64_i64 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
//
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_rows_f64_u32(const lacuna_csr_f64_u32 *a, double *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_columns_f32_i32(const lacuna_csr_f32_i32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_columns_f32_i64(const lacuna_csr_f32_i64 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_columns_f32_u32(const lacuna_csr_f32_u32 *a, float *scratch, size_t scratch_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_columns_f64_i32(const lacuna_csr_f64_i32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_columns_f64_i64(const lacuna_csr_f64_i64 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
//
// `a` is R x C, `out` C values. `scratch` is 2 C values or more. An element that is not stored counts as zero.
lacuna_status lacuna_reduce_min_csr_columns_f64_u32(const lacuna_csr_f64_u32 *a, double *scratch, size_t scratch_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_argmax_rows_f32_i32(const lacuna_dense_f32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_argmax_rows_f32_i64(const lacuna_dense_f32 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_argmax_rows_f32_u32(const lacuna_dense_f32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_argmax_rows_f64_i32(const lacuna_dense_f64 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_argmax_rows_f64_i64(const lacuna_dense_f64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_argmax_rows_f64_u32(const lacuna_dense_f64 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/extreme_rows_backward.rs: `g` where `x` is the extreme of its row, else 0.
//
// `a` and `out` are R x C, `gradient` and `result` R values, `result` the extremes of the rows of `a`.
lacuna_status lacuna_reduce_extreme_rows_backward_f32(const float *gradient, size_t gradient_length, const lacuna_dense_f32 *a,
    const float *result, size_t result_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/reduce/extreme_rows_backward.rs: `g` where `x` is the extreme of its row, else 0.
//
// `a` and `out` are R x C, `gradient` and `result` R values, `result` the extremes of the rows of `a`.
lacuna_status lacuna_reduce_extreme_rows_backward_f64(const double *gradient, size_t gradient_length, const lacuna_dense_f64 *a,
    const double *result, size_t result_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/reduce/extreme_columns_backward.rs: `g` where `x` is the extreme of its column, else 0.
//
// `a` and `out` are R x C, `gradient` and `result` C values, `result` the extremes of the columns of `a`.
lacuna_status lacuna_reduce_extreme_columns_backward_f32(const float *gradient, size_t gradient_length, const lacuna_dense_f32 *a,
    const float *result, size_t result_length, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/reduce/extreme_columns_backward.rs: `g` where `x` is the extreme of its column, else 0.
//
// `a` and `out` are R x C, `gradient` and `result` C values, `result` the extremes of the columns of `a`.
lacuna_status lacuna_reduce_extreme_columns_backward_f64(const double *gradient, size_t gradient_length, const lacuna_dense_f64 *a,
    const double *result, size_t result_length, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/reduce/repeat_rows.rs: a value for each row.
//
// `out` is R x C, `values` R values.
lacuna_status lacuna_reduce_repeat_rows_f32(const float *values, size_t values_length, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/reduce/repeat_rows.rs: a value for each row.
//
// `out` is R x C, `values` R values.
lacuna_status lacuna_reduce_repeat_rows_f64(const double *values, size_t values_length, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/reduce/repeat_columns.rs: a value for each column.
//
// `out` is R x C, `values` C values.
lacuna_status lacuna_reduce_repeat_columns_f32(const float *values, size_t values_length, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/reduce/repeat_columns.rs: a value for each column.
//
// `out` is R x C, `values` C values.
lacuna_status lacuna_reduce_repeat_columns_f64(const double *values, size_t values_length, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f32_i32(const lacuna_csr_f32_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f32_i64(const lacuna_csr_f32_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f32_u32(const lacuna_csr_f32_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f64_i32(const lacuna_csr_f64_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f64_i64(const lacuna_csr_f64_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f64_u32(const lacuna_csr_f64_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f16_i32(const lacuna_csr_f16_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f16_i64(const lacuna_csr_f16_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_f16_u32(const lacuna_csr_f16_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_bf16_i32(const lacuna_csr_bf16_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_bf16_i64(const lacuna_csr_bf16_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_bf16_u32(const lacuna_csr_bf16_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i32_i32(const lacuna_csr_i32_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i32_i64(const lacuna_csr_i32_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i32_u32(const lacuna_csr_i32_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i64_i32(const lacuna_csr_i64_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i64_i64(const lacuna_csr_i64_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i64_u32(const lacuna_csr_i64_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_u8_i32(const lacuna_csr_u8_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_u8_i64(const lacuna_csr_u8_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_u8_u32(const lacuna_csr_u8_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i8_i32(const lacuna_csr_i8_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i8_i64(const lacuna_csr_i8_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
//
// `a` is R x C, `out` R numbers.
lacuna_status lacuna_reduce_nnz_rows_i8_u32(const lacuna_csr_i8_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f32_i32(const lacuna_csr_f32_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f32_i64(const lacuna_csr_f32_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f32_u32(const lacuna_csr_f32_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f64_i32(const lacuna_csr_f64_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f64_i64(const lacuna_csr_f64_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f64_u32(const lacuna_csr_f64_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f16_i32(const lacuna_csr_f16_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f16_i64(const lacuna_csr_f16_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_f16_u32(const lacuna_csr_f16_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_bf16_i32(const lacuna_csr_bf16_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_bf16_i64(const lacuna_csr_bf16_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_bf16_u32(const lacuna_csr_bf16_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i32_i32(const lacuna_csr_i32_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i32_i64(const lacuna_csr_i32_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i32_u32(const lacuna_csr_i32_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i64_i32(const lacuna_csr_i64_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i64_i64(const lacuna_csr_i64_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i64_u32(const lacuna_csr_i64_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_u8_i32(const lacuna_csr_u8_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_u8_i64(const lacuna_csr_u8_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_u8_u32(const lacuna_csr_u8_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i8_i32(const lacuna_csr_i8_i32 *a, int32_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i8_i64(const lacuna_csr_i8_i64 *a, int64_t *out, size_t out_length, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
//
// `a` is R x C, `out` C numbers.
lacuna_status lacuna_reduce_nnz_columns_i8_u32(const lacuna_csr_i8_u32 *a, uint32_t *out, size_t out_length, lacuna_error *error);

// Writes different classes of the log-uniform distribution, ascending, as many as `ids` has elements. `tries` gets how many draws they took, as `lacuna_random_expected_counts_unique_*`
// takes it.
lacuna_status lacuna_random_log_uniform_unique_i32(const lacuna_stream *stream, size_t classes, int32_t *ids, size_t ids_length,
    size_t *tries, lacuna_error *error);

// Writes different classes of the log-uniform distribution, ascending, as many as `ids` has elements. `tries` gets how many draws they took, as `lacuna_random_expected_counts_unique_*`
// takes it.
lacuna_status lacuna_random_log_uniform_unique_i64(const lacuna_stream *stream, size_t classes, int64_t *ids, size_t ids_length,
    size_t *tries, lacuna_error *error);

// Writes different classes of the log-uniform distribution, ascending, as many as `ids` has elements. `tries` gets how many draws they took, as `lacuna_random_expected_counts_unique_*`
// takes it.
lacuna_status lacuna_random_log_uniform_unique_u32(const lacuna_stream *stream, size_t classes, uint32_t *ids, size_t ids_length,
    size_t *tries, lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, which points to one value: `indptr` has one element more than there are rows. `nnz` gets the
// number of entries.
//
// The pointers that `indices` is too short for are not all written, and the error tells of one entry more than there is room for: of `n` elements, `n d + 6 sqrt(n d) + 9` are enough.
lacuna_status lacuna_random_uniform_pattern_f32_i32(const lacuna_stream *stream, size_t columns, const float *density, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, size_t *nnz, lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, which points to one value: `indptr` has one element more than there are rows. `nnz` gets the
// number of entries.
//
// The pointers that `indices` is too short for are not all written, and the error tells of one entry more than there is room for: of `n` elements, `n d + 6 sqrt(n d) + 9` are enough.
lacuna_status lacuna_random_uniform_pattern_f32_i64(const lacuna_stream *stream, size_t columns, const float *density, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, size_t *nnz, lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, which points to one value: `indptr` has one element more than there are rows. `nnz` gets the
// number of entries.
//
// The pointers that `indices` is too short for are not all written, and the error tells of one entry more than there is room for: of `n` elements, `n d + 6 sqrt(n d) + 9` are enough.
lacuna_status lacuna_random_uniform_pattern_f32_u32(const lacuna_stream *stream, size_t columns, const float *density, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, size_t *nnz, lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, which points to one value: `indptr` has one element more than there are rows. `nnz` gets the
// number of entries.
//
// The pointers that `indices` is too short for are not all written, and the error tells of one entry more than there is room for: of `n` elements, `n d + 6 sqrt(n d) + 9` are enough.
lacuna_status lacuna_random_uniform_pattern_f64_i32(const lacuna_stream *stream, size_t columns, const double *density, int32_t *indptr,
    size_t indptr_length, int32_t *indices, size_t indices_length, size_t *nnz, lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, which points to one value: `indptr` has one element more than there are rows. `nnz` gets the
// number of entries.
//
// The pointers that `indices` is too short for are not all written, and the error tells of one entry more than there is room for: of `n` elements, `n d + 6 sqrt(n d) + 9` are enough.
lacuna_status lacuna_random_uniform_pattern_f64_i64(const lacuna_stream *stream, size_t columns, const double *density, int64_t *indptr,
    size_t indptr_length, int64_t *indices, size_t indices_length, size_t *nnz, lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, which points to one value: `indptr` has one element more than there are rows. `nnz` gets the
// number of entries.
//
// The pointers that `indices` is too short for are not all written, and the error tells of one entry more than there is room for: of `n` elements, `n d + 6 sqrt(n d) + 9` are enough.
lacuna_status lacuna_random_uniform_pattern_f64_u32(const lacuna_stream *stream, size_t columns, const double *density, uint32_t *indptr,
    size_t indptr_length, uint32_t *indices, size_t indices_length, size_t *nnz, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, ascending, as `lacuna_random_uniform_pattern_*` writes those of one row. `stored_rows` gets
// their number.
lacuna_status lacuna_random_row_ids_f32_i32(const lacuna_stream *stream, size_t rows, const float *density, int32_t *ids,
    size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, ascending, as `lacuna_random_uniform_pattern_*` writes those of one row. `stored_rows` gets
// their number.
lacuna_status lacuna_random_row_ids_f32_i64(const lacuna_stream *stream, size_t rows, const float *density, int64_t *ids,
    size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, ascending, as `lacuna_random_uniform_pattern_*` writes those of one row. `stored_rows` gets
// their number.
lacuna_status lacuna_random_row_ids_f32_u32(const lacuna_stream *stream, size_t rows, const float *density, uint32_t *ids,
    size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, ascending, as `lacuna_random_uniform_pattern_*` writes those of one row. `stored_rows` gets
// their number.
lacuna_status lacuna_random_row_ids_f64_i32(const lacuna_stream *stream, size_t rows, const double *density, int32_t *ids,
    size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, ascending, as `lacuna_random_uniform_pattern_*` writes those of one row. `stored_rows` gets
// their number.
lacuna_status lacuna_random_row_ids_f64_i64(const lacuna_stream *stream, size_t rows, const double *density, int64_t *ids,
    size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, ascending, as `lacuna_random_uniform_pattern_*` writes those of one row. `stored_rows` gets
// their number.
lacuna_status lacuna_random_row_ids_f64_u32(const lacuna_stream *stream, size_t rows, const double *density, uint32_t *ids,
    size_t ids_length, size_t *stored_rows, lacuna_error *error);

// Writes the pattern of a csr whose rows are twice as long from row to row, until there are as many entries as `indices` has elements; those behind have the first column alone.
//
// `indptr` has one element more than there are rows, `indices` at least two for each.
lacuna_status lacuna_random_power_law_pattern_i32(size_t columns, int32_t *indptr, size_t indptr_length, int32_t *indices,
    size_t indices_length, lacuna_error *error);

// Writes the pattern of a csr whose rows are twice as long from row to row, until there are as many entries as `indices` has elements; those behind have the first column alone.
//
// `indptr` has one element more than there are rows, `indices` at least two for each.
lacuna_status lacuna_random_power_law_pattern_i64(size_t columns, int64_t *indptr, size_t indptr_length, int64_t *indices,
    size_t indices_length, lacuna_error *error);

// Writes the pattern of a csr whose rows are twice as long from row to row, until there are as many entries as `indices` has elements; those behind have the first column alone.
//
// `indptr` has one element more than there are rows, `indices` at least two for each.
lacuna_status lacuna_random_power_law_pattern_u32(size_t columns, uint32_t *indptr, size_t indptr_length, uint32_t *indices,
    size_t indices_length, lacuna_error *error);

// kernels/src/random/uniform.rs: `low + (high - low) u`.
//
// `u` are numbers from 0 to below 1, of 24 random bits in `f32` and 53 in `f64`. `low` and `high` point to one value each.
lacuna_status lacuna_random_uniform_f32(const lacuna_stream *stream, const float *low, const float *high, float *out, size_t out_length,
    lacuna_error *error);

// kernels/src/random/uniform.rs: `low + (high - low) u`.
//
// `u` are numbers from 0 to below 1, of 24 random bits in `f32` and 53 in `f64`. `low` and `high` point to one value each.
lacuna_status lacuna_random_uniform_f64(const lacuna_stream *stream, const double *low, const double *high, double *out, size_t out_length,
    lacuna_error *error);

// kernels/src/random/bernoulli.rs: `value` with the probability, else 0.
//
// With `value` 1 / `probability` a mask for dropout. `probability` and `value` point to one value each.
lacuna_status lacuna_random_bernoulli_f32(const lacuna_stream *stream, const float *probability, const float *value, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/bernoulli.rs: `value` with the probability, else 0.
//
// With `value` 1 / `probability` a mask for dropout. `probability` and `value` point to one value each.
lacuna_status lacuna_random_bernoulli_f64(const lacuna_stream *stream, const double *probability, const double *value, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/normal.rs: `mean + deviation z`.
//
// `z` are normally distributed with mean 0 and standard deviation 1, none beyond 5.77 in `f32` and 8.58 in `f64`. `mean` and `deviation` point to one value each.
lacuna_status lacuna_random_normal_f32(const lacuna_stream *stream, const float *mean, const float *deviation, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/normal.rs: `mean + deviation z`.
//
// `z` are normally distributed with mean 0 and standard deviation 1, none beyond 5.77 in `f32` and 8.58 in `f64`. `mean` and `deviation` point to one value each.
lacuna_status lacuna_random_normal_f64(const lacuna_stream *stream, const double *mean, const double *deviation, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn by `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and `n p`.
//
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
lacuna_status lacuna_random_log_uniform_f32_i32(const lacuna_stream *stream, size_t classes, int32_t *ids, size_t ids_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn by `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and `n p`.
//
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
lacuna_status lacuna_random_log_uniform_f32_i64(const lacuna_stream *stream, size_t classes, int64_t *ids, size_t ids_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn by `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and `n p`.
//
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
lacuna_status lacuna_random_log_uniform_f32_u32(const lacuna_stream *stream, size_t classes, uint32_t *ids, size_t ids_length, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn by `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and `n p`.
//
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
lacuna_status lacuna_random_log_uniform_f64_i32(const lacuna_stream *stream, size_t classes, int32_t *ids, size_t ids_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn by `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and `n p`.
//
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
lacuna_status lacuna_random_log_uniform_f64_i64(const lacuna_stream *stream, size_t classes, int64_t *ids, size_t ids_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn by `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and `n p`.
//
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
lacuna_status lacuna_random_log_uniform_f64_u32(const lacuna_stream *stream, size_t classes, uint32_t *ids, size_t ids_length, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
//
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
lacuna_status lacuna_random_expected_counts_f32_i32(const int32_t *ids, size_t ids_length, size_t classes, size_t tries, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
//
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
lacuna_status lacuna_random_expected_counts_f32_i64(const int64_t *ids, size_t ids_length, size_t classes, size_t tries, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
//
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
lacuna_status lacuna_random_expected_counts_f32_u32(const uint32_t *ids, size_t ids_length, size_t classes, size_t tries, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
//
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
lacuna_status lacuna_random_expected_counts_f64_i32(const int32_t *ids, size_t ids_length, size_t classes, size_t tries, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
//
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
lacuna_status lacuna_random_expected_counts_f64_i64(const int64_t *ids, size_t ids_length, size_t classes, size_t tries, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
//
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
lacuna_status lacuna_random_expected_counts_f64_u32(const uint32_t *ids, size_t ids_length, size_t classes, size_t tries, double *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
//
// As `lacuna_random_expected_counts_*`, of the ids and the number of tries of `lacuna_random_log_uniform_unique_*`.
lacuna_status lacuna_random_expected_counts_unique_f32_i32(const int32_t *ids, size_t ids_length, size_t classes, size_t tries, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
//
// As `lacuna_random_expected_counts_*`, of the ids and the number of tries of `lacuna_random_log_uniform_unique_*`.
lacuna_status lacuna_random_expected_counts_unique_f32_i64(const int64_t *ids, size_t ids_length, size_t classes, size_t tries, float *out,
    size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
//
// As `lacuna_random_expected_counts_*`, of the ids and the number of tries of `lacuna_random_log_uniform_unique_*`.
lacuna_status lacuna_random_expected_counts_unique_f32_u32(const uint32_t *ids, size_t ids_length, size_t classes, size_t tries,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
//
// As `lacuna_random_expected_counts_*`, of the ids and the number of tries of `lacuna_random_log_uniform_unique_*`.
lacuna_status lacuna_random_expected_counts_unique_f64_i32(const int32_t *ids, size_t ids_length, size_t classes, size_t tries,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
//
// As `lacuna_random_expected_counts_*`, of the ids and the number of tries of `lacuna_random_log_uniform_unique_*`.
lacuna_status lacuna_random_expected_counts_unique_f64_i64(const int64_t *ids, size_t ids_length, size_t classes, size_t tries,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
//
// As `lacuna_random_expected_counts_*`, of the ids and the number of tries of `lacuna_random_log_uniform_unique_*`.
lacuna_status lacuna_random_expected_counts_unique_f64_u32(const uint32_t *ids, size_t ids_length, size_t classes, size_t tries,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/regression_gradient.rs: `(y - z) scale`.
//
// `scale` is `grad_scale` over the numbers in a row of the label. It points to one value, as `margin` does below.
lacuna_status lacuna_loss_regression_gradient_f32(const float *result, size_t result_length, const float *label, size_t label_length,
    const float *scale, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/regression_gradient.rs: `(y - z) scale`.
//
// `scale` is `grad_scale` over the numbers in a row of the label. It points to one value, as `margin` does below.
lacuna_status lacuna_loss_regression_gradient_f64(const double *result, size_t result_length, const double *label, size_t label_length,
    const double *scale, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/mae_gradient.rs: `sign(y - z) scale`.
//
// As `lacuna_loss_regression_gradient_*`.
lacuna_status lacuna_loss_mae_gradient_f32(const float *result, size_t result_length, const float *label, size_t label_length,
    const float *scale, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/mae_gradient.rs: `sign(y - z) scale`.
//
// As `lacuna_loss_regression_gradient_*`.
lacuna_status lacuna_loss_mae_gradient_f64(const double *result, size_t result_length, const double *label, size_t label_length,
    const double *scale, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/sigmoid_cross_entropy.rs: `max(x, 0) - x z + ln(1 + e^-|x|)`.
//
// A label is a number from 0 to 1.
lacuna_status lacuna_loss_sigmoid_cross_entropy_f32(const float *logits, size_t logits_length, const float *labels, size_t labels_length,
    float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/sigmoid_cross_entropy.rs: `max(x, 0) - x z + ln(1 + e^-|x|)`.
//
// A label is a number from 0 to 1.
lacuna_status lacuna_loss_sigmoid_cross_entropy_f64(const double *logits, size_t logits_length, const double *labels, size_t labels_length,
    double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/sigmoid_cross_entropy.rs: `(1 / (1 + e^-x) - z) scale`.
//
// As `lacuna_loss_sigmoid_cross_entropy_*`.
lacuna_status lacuna_loss_sigmoid_cross_entropy_gradient_f32(const float *logits, size_t logits_length, const float *labels,
    size_t labels_length, const float *scale, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/sigmoid_cross_entropy.rs: `(1 / (1 + e^-x) - z) scale`.
//
// As `lacuna_loss_sigmoid_cross_entropy_*`.
lacuna_status lacuna_loss_sigmoid_cross_entropy_gradient_f64(const double *logits, size_t logits_length, const double *labels,
    size_t labels_length, const double *scale, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/hinge.rs: `max(margin - y z, 0)`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_hinge_f32(const float *result, size_t result_length, const float *label, size_t label_length,
    const float *margin, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/hinge.rs: `max(margin - y z, 0)`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_hinge_f64(const double *result, size_t result_length, const double *label, size_t label_length,
    const double *margin, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/hinge.rs: `-z scale where margin - y z > 0`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_hinge_gradient_f32(const float *result, size_t result_length, const float *label, size_t label_length,
    const float *margin, const float *scale, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/hinge.rs: `-z scale where margin - y z > 0`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_hinge_gradient_f64(const double *result, size_t result_length, const double *label, size_t label_length,
    const double *margin, const double *scale, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/squared_hinge.rs: `max(margin - y z, 0)^2`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_squared_hinge_f32(const float *result, size_t result_length, const float *label, size_t label_length,
    const float *margin, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/squared_hinge.rs: `max(margin - y z, 0)^2`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_squared_hinge_f64(const double *result, size_t result_length, const double *label, size_t label_length,
    const double *margin, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/squared_hinge.rs: `-2 z max(margin - y z, 0) scale`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_squared_hinge_gradient_f32(const float *result, size_t result_length, const float *label, size_t label_length,
    const float *margin, const float *scale, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/squared_hinge.rs: `-2 z max(margin - y z, 0) scale`.
//
// A label is 1 or -1.
lacuna_status lacuna_loss_squared_hinge_gradient_f64(const double *result, size_t result_length, const double *label, size_t label_length,
    const double *margin, const double *scale, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
//
// All are R x C. An entry that `label` does not store counts as zero.
lacuna_status lacuna_loss_csr_regression_gradient_f32_i32(const lacuna_dense_f32 *result, const lacuna_csr_f32_i32 *label,
    const float *scale, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
//
// All are R x C. An entry that `label` does not store counts as zero.
lacuna_status lacuna_loss_csr_regression_gradient_f32_i64(const lacuna_dense_f32 *result, const lacuna_csr_f32_i64 *label,
    const float *scale, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
//
// All are R x C. An entry that `label` does not store counts as zero.
lacuna_status lacuna_loss_csr_regression_gradient_f32_u32(const lacuna_dense_f32 *result, const lacuna_csr_f32_u32 *label,
    const float *scale, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
//
// All are R x C. An entry that `label` does not store counts as zero.
lacuna_status lacuna_loss_csr_regression_gradient_f64_i32(const lacuna_dense_f64 *result, const lacuna_csr_f64_i32 *label,
    const double *scale, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
//
// All are R x C. An entry that `label` does not store counts as zero.
lacuna_status lacuna_loss_csr_regression_gradient_f64_i64(const lacuna_dense_f64 *result, const lacuna_csr_f64_i64 *label,
    const double *scale, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
//
// All are R x C. An entry that `label` does not store counts as zero.
lacuna_status lacuna_loss_csr_regression_gradient_f64_u32(const lacuna_dense_f64 *result, const lacuna_csr_f64_u32 *label,
    const double *scale, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/softmax.rs: `e^x / sum of e^x` of each row.
//
// Both are R x C. The largest number of a row is subtracted first, so that nothing overflows.
lacuna_status lacuna_loss_softmax_f32(const lacuna_dense_f32 *logits, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/softmax.rs: `e^x / sum of e^x` of each row.
//
// Both are R x C. The largest number of a row is subtracted first, so that nothing overflows.
lacuna_status lacuna_loss_softmax_f64(const lacuna_dense_f64 *logits, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/softmax_columns.rs: `e^x / sum of e^x` of each column of an element of the batch.
//
// Both are N C x P, with C = `classes`: of an array of N elements, C classes and P positions. As `lacuna_loss_softmax_*`, of each column of each C rows.
lacuna_status lacuna_loss_softmax_columns_f32(const lacuna_dense_f32 *logits, size_t classes, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_columns.rs: `e^x / sum of e^x` of each column of an element of the batch.
//
// Both are N C x P, with C = `classes`: of an array of N elements, C classes and P positions. As `lacuna_loss_softmax_*`, of each column of each C rows.
lacuna_status lacuna_loss_softmax_columns_f64(const lacuna_dense_f64 *logits, size_t classes, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_backward.rs: `y (g - sum of g y)` of each row.
//
// All are R x C; `result` is that of `lacuna_loss_softmax_*`.
lacuna_status lacuna_loss_softmax_backward_f32(const lacuna_dense_f32 *gradient, const lacuna_dense_f32 *result,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/softmax_backward.rs: `y (g - sum of g y)` of each row.
//
// All are R x C; `result` is that of `lacuna_loss_softmax_*`.
lacuna_status lacuna_loss_softmax_backward_f64(const lacuna_dense_f64 *gradient, const lacuna_dense_f64 *result,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/log_softmax.rs: `x - ln(sum of e^x)` of each row.
//
// As `lacuna_loss_softmax_*`.
lacuna_status lacuna_loss_log_softmax_f32(const lacuna_dense_f32 *logits, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/log_softmax.rs: `x - ln(sum of e^x)` of each row.
//
// As `lacuna_loss_softmax_*`.
lacuna_status lacuna_loss_log_softmax_f64(const lacuna_dense_f64 *logits, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/log_softmax_backward.rs: `g - e^y sum of g` of each row.
//
// All are R x C; `result` is that of `lacuna_loss_log_softmax_*`.
lacuna_status lacuna_loss_log_softmax_backward_f32(const lacuna_dense_f32 *gradient, const lacuna_dense_f32 *result,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/log_softmax_backward.rs: `g - e^y sum of g` of each row.
//
// All are R x C; `result` is that of `lacuna_loss_log_softmax_*`.
lacuna_status lacuna_loss_log_softmax_backward_f64(const lacuna_dense_f64 *gradient, const lacuna_dense_f64 *result,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
//
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
lacuna_status lacuna_loss_softmax_cross_entropy_f32_i32(const lacuna_dense_f32 *logits, const int32_t *labels, size_t labels_length,
    size_t ignore, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
//
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
lacuna_status lacuna_loss_softmax_cross_entropy_f32_i64(const lacuna_dense_f32 *logits, const int64_t *labels, size_t labels_length,
    size_t ignore, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
//
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
lacuna_status lacuna_loss_softmax_cross_entropy_f32_u32(const lacuna_dense_f32 *logits, const uint32_t *labels, size_t labels_length,
    size_t ignore, float *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
//
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
lacuna_status lacuna_loss_softmax_cross_entropy_f64_i32(const lacuna_dense_f64 *logits, const int32_t *labels, size_t labels_length,
    size_t ignore, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
//
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
lacuna_status lacuna_loss_softmax_cross_entropy_f64_i64(const lacuna_dense_f64 *logits, const int64_t *labels, size_t labels_length,
    size_t ignore, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
//
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
lacuna_status lacuna_loss_softmax_cross_entropy_f64_u32(const lacuna_dense_f64 *logits, const uint32_t *labels, size_t labels_length,
    size_t ignore, double *out, size_t out_length, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_*`; `out` is R x C.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient_f32_i32(const lacuna_dense_f32 *logits, const int32_t *labels,
    size_t labels_length, size_t ignore, const float *scale, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_*`; `out` is R x C.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient_f32_i64(const lacuna_dense_f32 *logits, const int64_t *labels,
    size_t labels_length, size_t ignore, const float *scale, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_*`; `out` is R x C.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient_f32_u32(const lacuna_dense_f32 *logits, const uint32_t *labels,
    size_t labels_length, size_t ignore, const float *scale, const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_*`; `out` is R x C.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient_f64_i32(const lacuna_dense_f64 *logits, const int32_t *labels,
    size_t labels_length, size_t ignore, const double *scale, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_*`; `out` is R x C.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient_f64_i64(const lacuna_dense_f64 *logits, const int64_t *labels,
    size_t labels_length, size_t ignore, const double *scale, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_*`; `out` is R x C.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient_f64_u32(const lacuna_dense_f64 *logits, const uint32_t *labels,
    size_t labels_length, size_t ignore, const double *scale, const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_gradient_*`, from the results of `lacuna_loss_softmax_*`. `smooth_alpha` of the label's probability belongs to the other classes.
lacuna_status lacuna_loss_softmax_output_gradient_f32_i32(const lacuna_dense_f32 *probabilities, const int32_t *labels,
    size_t labels_length, size_t ignore, const float *smooth_alpha, const float *scale, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_gradient_*`, from the results of `lacuna_loss_softmax_*`. `smooth_alpha` of the label's probability belongs to the other classes.
lacuna_status lacuna_loss_softmax_output_gradient_f32_i64(const lacuna_dense_f32 *probabilities, const int64_t *labels,
    size_t labels_length, size_t ignore, const float *smooth_alpha, const float *scale, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_gradient_*`, from the results of `lacuna_loss_softmax_*`. `smooth_alpha` of the label's probability belongs to the other classes.
lacuna_status lacuna_loss_softmax_output_gradient_f32_u32(const lacuna_dense_f32 *probabilities, const uint32_t *labels,
    size_t labels_length, size_t ignore, const float *smooth_alpha, const float *scale, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_gradient_*`, from the results of `lacuna_loss_softmax_*`. `smooth_alpha` of the label's probability belongs to the other classes.
lacuna_status lacuna_loss_softmax_output_gradient_f64_i32(const lacuna_dense_f64 *probabilities, const int32_t *labels,
    size_t labels_length, size_t ignore, const double *smooth_alpha, const double *scale, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_gradient_*`, from the results of `lacuna_loss_softmax_*`. `smooth_alpha` of the label's probability belongs to the other classes.
lacuna_status lacuna_loss_softmax_output_gradient_f64_i64(const lacuna_dense_f64 *probabilities, const int64_t *labels,
    size_t labels_length, size_t ignore, const double *smooth_alpha, const double *scale, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
//
// As `lacuna_loss_softmax_cross_entropy_gradient_*`, from the results of `lacuna_loss_softmax_*`. `smooth_alpha` of the label's probability belongs to the other classes.
lacuna_status lacuna_loss_softmax_output_gradient_f64_u32(const lacuna_dense_f64 *probabilities, const uint32_t *labels,
    size_t labels_length, size_t ignore, const double *smooth_alpha, const double *scale, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
//
// As `lacuna_loss_softmax_output_gradient_*`, from the results of `lacuna_loss_softmax_columns_*`, with N P labels. The peer divides the scale by P, but for `normalization` valid.
lacuna_status lacuna_loss_softmax_output_gradient_columns_f32_i32(const lacuna_dense_f32 *probabilities, const int32_t *labels,
    size_t labels_length, size_t classes, size_t ignore, const float *smooth_alpha, const float *scale, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
//
// As `lacuna_loss_softmax_output_gradient_*`, from the results of `lacuna_loss_softmax_columns_*`, with N P labels. The peer divides the scale by P, but for `normalization` valid.
lacuna_status lacuna_loss_softmax_output_gradient_columns_f32_i64(const lacuna_dense_f32 *probabilities, const int64_t *labels,
    size_t labels_length, size_t classes, size_t ignore, const float *smooth_alpha, const float *scale, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
//
// As `lacuna_loss_softmax_output_gradient_*`, from the results of `lacuna_loss_softmax_columns_*`, with N P labels. The peer divides the scale by P, but for `normalization` valid.
lacuna_status lacuna_loss_softmax_output_gradient_columns_f32_u32(const lacuna_dense_f32 *probabilities, const uint32_t *labels,
    size_t labels_length, size_t classes, size_t ignore, const float *smooth_alpha, const float *scale, const lacuna_dense_mut_f32 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
//
// As `lacuna_loss_softmax_output_gradient_*`, from the results of `lacuna_loss_softmax_columns_*`, with N P labels. The peer divides the scale by P, but for `normalization` valid.
lacuna_status lacuna_loss_softmax_output_gradient_columns_f64_i32(const lacuna_dense_f64 *probabilities, const int32_t *labels,
    size_t labels_length, size_t classes, size_t ignore, const double *smooth_alpha, const double *scale, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
//
// As `lacuna_loss_softmax_output_gradient_*`, from the results of `lacuna_loss_softmax_columns_*`, with N P labels. The peer divides the scale by P, but for `normalization` valid.
lacuna_status lacuna_loss_softmax_output_gradient_columns_f64_i64(const lacuna_dense_f64 *probabilities, const int64_t *labels,
    size_t labels_length, size_t classes, size_t ignore, const double *smooth_alpha, const double *scale, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
//
// As `lacuna_loss_softmax_output_gradient_*`, from the results of `lacuna_loss_softmax_columns_*`, with N P labels. The peer divides the scale by P, but for `normalization` valid.
lacuna_status lacuna_loss_softmax_output_gradient_columns_f64_u32(const lacuna_dense_f64 *probabilities, const uint32_t *labels,
    size_t labels_length, size_t classes, size_t ignore, const double *smooth_alpha, const double *scale, const lacuna_dense_mut_f64 *out,
    lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label among noise, with its gradients.
//
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
lacuna_status lacuna_loss_sampled_softmax_f32_i32(const float *true_logits, size_t true_logits_length,
    const lacuna_dense_f32 *noise_logits, const float *true_counts, size_t true_counts_length, const float *noise_counts,
    size_t noise_counts_length, const int32_t *labels, size_t labels_length, const int32_t *noise, size_t noise_length,
    const float *weights, size_t weights_length, float *losses, size_t losses_length, float *true_gradient, size_t true_gradient_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label among noise, with its gradients.
//
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
lacuna_status lacuna_loss_sampled_softmax_f32_i64(const float *true_logits, size_t true_logits_length,
    const lacuna_dense_f32 *noise_logits, const float *true_counts, size_t true_counts_length, const float *noise_counts,
    size_t noise_counts_length, const int64_t *labels, size_t labels_length, const int64_t *noise, size_t noise_length,
    const float *weights, size_t weights_length, float *losses, size_t losses_length, float *true_gradient, size_t true_gradient_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label among noise, with its gradients.
//
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
lacuna_status lacuna_loss_sampled_softmax_f32_u32(const float *true_logits, size_t true_logits_length,
    const lacuna_dense_f32 *noise_logits, const float *true_counts, size_t true_counts_length, const float *noise_counts,
    size_t noise_counts_length, const uint32_t *labels, size_t labels_length, const uint32_t *noise, size_t noise_length,
    const float *weights, size_t weights_length, float *losses, size_t losses_length, float *true_gradient, size_t true_gradient_length,
    const lacuna_dense_mut_f32 *out, lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label among noise, with its gradients.
//
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
lacuna_status lacuna_loss_sampled_softmax_f64_i32(const double *true_logits, size_t true_logits_length,
    const lacuna_dense_f64 *noise_logits, const double *true_counts, size_t true_counts_length, const double *noise_counts,
    size_t noise_counts_length, const int32_t *labels, size_t labels_length, const int32_t *noise, size_t noise_length,
    const double *weights, size_t weights_length, double *losses, size_t losses_length, double *true_gradient, size_t true_gradient_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label among noise, with its gradients.
//
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
lacuna_status lacuna_loss_sampled_softmax_f64_i64(const double *true_logits, size_t true_logits_length,
    const lacuna_dense_f64 *noise_logits, const double *true_counts, size_t true_counts_length, const double *noise_counts,
    size_t noise_counts_length, const int64_t *labels, size_t labels_length, const int64_t *noise, size_t noise_length,
    const double *weights, size_t weights_length, double *losses, size_t losses_length, double *true_gradient, size_t true_gradient_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label among noise, with its gradients.
//
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
lacuna_status lacuna_loss_sampled_softmax_f64_u32(const double *true_logits, size_t true_logits_length,
    const lacuna_dense_f64 *noise_logits, const double *true_counts, size_t true_counts_length, const double *noise_counts,
    size_t noise_counts_length, const uint32_t *labels, size_t labels_length, const uint32_t *noise, size_t noise_length,
    const double *weights, size_t weights_length, double *losses, size_t losses_length, double *true_gradient, size_t true_gradient_length,
    const lacuna_dense_mut_f64 *out, lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
lacuna_status lacuna_graph_subgraph_indptr_f32_i32(const lacuna_csr_f32_i32 *graph, const int32_t *rows, size_t rows_length,
    const int32_t *columns, size_t columns_length, int32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
lacuna_status lacuna_graph_subgraph_indptr_f32_i64(const lacuna_csr_f32_i64 *graph, const int64_t *rows, size_t rows_length,
    const int64_t *columns, size_t columns_length, int64_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
lacuna_status lacuna_graph_subgraph_indptr_f32_u32(const lacuna_csr_f32_u32 *graph, const uint32_t *rows, size_t rows_length,
    const uint32_t *columns, size_t columns_length, uint32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
lacuna_status lacuna_graph_subgraph_indptr_f64_i32(const lacuna_csr_f64_i32 *graph, const int32_t *rows, size_t rows_length,
    const int32_t *columns, size_t columns_length, int32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
lacuna_status lacuna_graph_subgraph_indptr_f64_i64(const lacuna_csr_f64_i64 *graph, const int64_t *rows, size_t rows_length,
    const int64_t *columns, size_t columns_length, int64_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
lacuna_status lacuna_graph_subgraph_indptr_f64_u32(const lacuna_csr_f64_u32 *graph, const uint32_t *rows, size_t rows_length,
    const uint32_t *columns, size_t columns_length, uint32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
lacuna_status lacuna_graph_sample_indptr_f32_i32(const lacuna_csr_f32_i32 *graph, const int32_t *vertices, size_t vertices_length,
    size_t most, int32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
lacuna_status lacuna_graph_sample_indptr_f32_i64(const lacuna_csr_f32_i64 *graph, const int64_t *vertices, size_t vertices_length,
    size_t most, int64_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
lacuna_status lacuna_graph_sample_indptr_f32_u32(const lacuna_csr_f32_u32 *graph, const uint32_t *vertices, size_t vertices_length,
    size_t most, uint32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
lacuna_status lacuna_graph_sample_indptr_f64_i32(const lacuna_csr_f64_i32 *graph, const int32_t *vertices, size_t vertices_length,
    size_t most, int32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
lacuna_status lacuna_graph_sample_indptr_f64_i64(const lacuna_csr_f64_i64 *graph, const int64_t *vertices, size_t vertices_length,
    size_t most, int64_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
lacuna_status lacuna_graph_sample_indptr_f64_u32(const lacuna_csr_f64_u32 *graph, const uint32_t *vertices, size_t vertices_length,
    size_t most, uint32_t *indptr, size_t indptr_length, size_t *nnz, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, -1 without one.
//
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
lacuna_status lacuna_graph_edge_id_f32_i32(const lacuna_csr_f32_i32 *graph, const int32_t *sources, size_t sources_length,
    const int32_t *targets, size_t targets_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, -1 without one.
//
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
lacuna_status lacuna_graph_edge_id_f32_i64(const lacuna_csr_f32_i64 *graph, const int64_t *sources, size_t sources_length,
    const int64_t *targets, size_t targets_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, -1 without one.
//
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
lacuna_status lacuna_graph_edge_id_f32_u32(const lacuna_csr_f32_u32 *graph, const uint32_t *sources, size_t sources_length,
    const uint32_t *targets, size_t targets_length, float *out, size_t out_length, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, -1 without one.
//
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
lacuna_status lacuna_graph_edge_id_f64_i32(const lacuna_csr_f64_i32 *graph, const int32_t *sources, size_t sources_length,
    const int32_t *targets, size_t targets_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, -1 without one.
//
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
lacuna_status lacuna_graph_edge_id_f64_i64(const lacuna_csr_f64_i64 *graph, const int64_t *sources, size_t sources_length,
    const int64_t *targets, size_t targets_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, -1 without one.
//
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
lacuna_status lacuna_graph_edge_id_f64_u32(const lacuna_csr_f64_u32 *graph, const uint32_t *sources, size_t sources_length,
    const uint32_t *targets, size_t targets_length, double *out, size_t out_length, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
//
// `out` has the `lacuna_graph_subgraph_indptr_*` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_graph_subgraph_f32_i32(const lacuna_csr_f32_i32 *graph, const int32_t *rows, size_t rows_length,
    const int32_t *columns, size_t columns_length, const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
//
// `out` has the `lacuna_graph_subgraph_indptr_*` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_graph_subgraph_f32_i64(const lacuna_csr_f32_i64 *graph, const int64_t *rows, size_t rows_length,
    const int64_t *columns, size_t columns_length, const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
//
// `out` has the `lacuna_graph_subgraph_indptr_*` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_graph_subgraph_f32_u32(const lacuna_csr_f32_u32 *graph, const uint32_t *rows, size_t rows_length,
    const uint32_t *columns, size_t columns_length, const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
//
// `out` has the `lacuna_graph_subgraph_indptr_*` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_graph_subgraph_f64_i32(const lacuna_csr_f64_i32 *graph, const int32_t *rows, size_t rows_length,
    const int32_t *columns, size_t columns_length, const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
//
// `out` has the `lacuna_graph_subgraph_indptr_*` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_graph_subgraph_f64_i64(const lacuna_csr_f64_i64 *graph, const int64_t *rows, size_t rows_length,
    const int64_t *columns, size_t columns_length, const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
//
// `out` has the `lacuna_graph_subgraph_indptr_*` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
lacuna_status lacuna_graph_subgraph_f64_u32(const lacuna_csr_f64_u32 *graph, const uint32_t *rows, size_t rows_length,
    const uint32_t *columns, size_t columns_length, const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
//
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr_*`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
lacuna_status lacuna_graph_sample_neighbors_f32_i32(const lacuna_csr_f32_i32 *graph, const int32_t *vertices, size_t vertices_length,
    const lacuna_stream *stream, const lacuna_csr_mut_f32_i32 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
//
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr_*`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
lacuna_status lacuna_graph_sample_neighbors_f32_i64(const lacuna_csr_f32_i64 *graph, const int64_t *vertices, size_t vertices_length,
    const lacuna_stream *stream, const lacuna_csr_mut_f32_i64 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
//
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr_*`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
lacuna_status lacuna_graph_sample_neighbors_f32_u32(const lacuna_csr_f32_u32 *graph, const uint32_t *vertices, size_t vertices_length,
    const lacuna_stream *stream, const lacuna_csr_mut_f32_u32 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
//
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr_*`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
lacuna_status lacuna_graph_sample_neighbors_f64_i32(const lacuna_csr_f64_i32 *graph, const int32_t *vertices, size_t vertices_length,
    const lacuna_stream *stream, const lacuna_csr_mut_f64_i32 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
//
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr_*`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
lacuna_status lacuna_graph_sample_neighbors_f64_i64(const lacuna_csr_f64_i64 *graph, const int64_t *vertices, size_t vertices_length,
    const lacuna_stream *stream, const lacuna_csr_mut_f64_i64 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
//
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr_*`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
lacuna_status lacuna_graph_sample_neighbors_f64_u32(const lacuna_csr_f64_u32 *graph, const uint32_t *vertices, size_t vertices_length,
    const lacuna_stream *stream, const lacuna_csr_mut_f64_u32 *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
//
// As `lacuna_graph_sample_neighbors_*`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
lacuna_status lacuna_graph_sample_neighbors_weighted_f32_i32(const lacuna_csr_f32_i32 *graph, const int32_t *vertices,
    size_t vertices_length, const float *weight, size_t weight_length, const lacuna_stream *stream, const lacuna_csr_mut_f32_i32 *out,
    lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
//
// As `lacuna_graph_sample_neighbors_*`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
lacuna_status lacuna_graph_sample_neighbors_weighted_f32_i64(const lacuna_csr_f32_i64 *graph, const int64_t *vertices,
    size_t vertices_length, const float *weight, size_t weight_length, const lacuna_stream *stream, const lacuna_csr_mut_f32_i64 *out,
    lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
//
// As `lacuna_graph_sample_neighbors_*`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
lacuna_status lacuna_graph_sample_neighbors_weighted_f32_u32(const lacuna_csr_f32_u32 *graph, const uint32_t *vertices,
    size_t vertices_length, const float *weight, size_t weight_length, const lacuna_stream *stream, const lacuna_csr_mut_f32_u32 *out,
    lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
//
// As `lacuna_graph_sample_neighbors_*`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
lacuna_status lacuna_graph_sample_neighbors_weighted_f64_i32(const lacuna_csr_f64_i32 *graph, const int32_t *vertices,
    size_t vertices_length, const double *weight, size_t weight_length, const lacuna_stream *stream, const lacuna_csr_mut_f64_i32 *out,
    lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
//
// As `lacuna_graph_sample_neighbors_*`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
lacuna_status lacuna_graph_sample_neighbors_weighted_f64_i64(const lacuna_csr_f64_i64 *graph, const int64_t *vertices,
    size_t vertices_length, const double *weight, size_t weight_length, const lacuna_stream *stream, const lacuna_csr_mut_f64_i64 *out,
    lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
//
// As `lacuna_graph_sample_neighbors_*`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
lacuna_status lacuna_graph_sample_neighbors_weighted_f64_u32(const lacuna_csr_f64_u32 *graph, const uint32_t *vertices,
    size_t vertices_length, const double *weight, size_t weight_length, const lacuna_stream *stream, const lacuna_csr_mut_f64_u32 *out,
    lacuna_error *error);

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

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f16_i32(const lacuna_csr_f16_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f16_i64(const lacuna_csr_f16_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_f16_u32(const lacuna_csr_f16_u32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_bf16_i32(const lacuna_csr_bf16_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_bf16_i64(const lacuna_csr_bf16_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_bf16_u32(const lacuna_csr_bf16_u32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i32_i32(const lacuna_csr_i32_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i32_i64(const lacuna_csr_i32_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i32_u32(const lacuna_csr_i32_u32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i64_i32(const lacuna_csr_i64_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i64_i64(const lacuna_csr_i64_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i64_u32(const lacuna_csr_i64_u32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_u8_i32(const lacuna_csr_u8_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_u8_i64(const lacuna_csr_u8_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_u8_u32(const lacuna_csr_u8_u32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i8_i32(const lacuna_csr_i8_i32 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i8_i64(const lacuna_csr_i8_i64 *csr, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_csr_i8_u32(const lacuna_csr_i8_u32 *csr, lacuna_error *error);

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

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f16_i32(const lacuna_row_sparse_f16_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f16_i64(const lacuna_row_sparse_f16_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_f16_u32(const lacuna_row_sparse_f16_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_bf16_i32(const lacuna_row_sparse_bf16_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_bf16_i64(const lacuna_row_sparse_bf16_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_bf16_u32(const lacuna_row_sparse_bf16_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i32_i32(const lacuna_row_sparse_i32_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i32_i64(const lacuna_row_sparse_i32_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i32_u32(const lacuna_row_sparse_i32_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i64_i32(const lacuna_row_sparse_i64_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i64_i64(const lacuna_row_sparse_i64_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i64_u32(const lacuna_row_sparse_i64_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_u8_i32(const lacuna_row_sparse_u8_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_u8_i64(const lacuna_row_sparse_u8_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_u8_u32(const lacuna_row_sparse_u8_u32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i8_i32(const lacuna_row_sparse_i8_i32 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i8_i64(const lacuna_row_sparse_i8_i64 *row_sparse, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After that, `trusted` may be 1 as long as its arrays do not change.
lacuna_status lacuna_check_row_sparse_i8_u32(const lacuna_row_sparse_i8_u32 *row_sparse, lacuna_error *error);

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

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f16_i32(const lacuna_csr_f16_i32 *csr, size_t start, size_t end, lacuna_csr_f16_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f16_i64(const lacuna_csr_f16_i64 *csr, size_t start, size_t end, lacuna_csr_f16_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_f16_u32(const lacuna_csr_f16_u32 *csr, size_t start, size_t end, lacuna_csr_f16_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_bf16_i32(const lacuna_csr_bf16_i32 *csr, size_t start, size_t end, lacuna_csr_bf16_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_bf16_i64(const lacuna_csr_bf16_i64 *csr, size_t start, size_t end, lacuna_csr_bf16_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_bf16_u32(const lacuna_csr_bf16_u32 *csr, size_t start, size_t end, lacuna_csr_bf16_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i32_i32(const lacuna_csr_i32_i32 *csr, size_t start, size_t end, lacuna_csr_i32_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i32_i64(const lacuna_csr_i32_i64 *csr, size_t start, size_t end, lacuna_csr_i32_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i32_u32(const lacuna_csr_i32_u32 *csr, size_t start, size_t end, lacuna_csr_i32_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i64_i32(const lacuna_csr_i64_i32 *csr, size_t start, size_t end, lacuna_csr_i64_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i64_i64(const lacuna_csr_i64_i64 *csr, size_t start, size_t end, lacuna_csr_i64_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i64_u32(const lacuna_csr_i64_u32 *csr, size_t start, size_t end, lacuna_csr_i64_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_u8_i32(const lacuna_csr_u8_i32 *csr, size_t start, size_t end, lacuna_csr_u8_i32 *part, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_u8_i64(const lacuna_csr_u8_i64 *csr, size_t start, size_t end, lacuna_csr_u8_i64 *part, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_u8_u32(const lacuna_csr_u8_u32 *csr, size_t start, size_t end, lacuna_csr_u8_u32 *part, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i8_i32(const lacuna_csr_i8_i32 *csr, size_t start, size_t end, lacuna_csr_i8_i32 *part, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i8_i64(const lacuna_csr_i8_i64 *csr, size_t start, size_t end, lacuna_csr_i8_i64 *part, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
lacuna_status lacuna_csr_rows_i8_u32(const lacuna_csr_i8_u32 *csr, size_t start, size_t end, lacuna_csr_i8_u32 *part, lacuna_error *error);

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

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f16_i32(const lacuna_csr_mut_f16_i32 *csr, size_t start, size_t end, lacuna_csr_mut_f16_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f16_i64(const lacuna_csr_mut_f16_i64 *csr, size_t start, size_t end, lacuna_csr_mut_f16_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_f16_u32(const lacuna_csr_mut_f16_u32 *csr, size_t start, size_t end, lacuna_csr_mut_f16_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_bf16_i32(const lacuna_csr_mut_bf16_i32 *csr, size_t start, size_t end, lacuna_csr_mut_bf16_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_bf16_i64(const lacuna_csr_mut_bf16_i64 *csr, size_t start, size_t end, lacuna_csr_mut_bf16_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_bf16_u32(const lacuna_csr_mut_bf16_u32 *csr, size_t start, size_t end, lacuna_csr_mut_bf16_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i32_i32(const lacuna_csr_mut_i32_i32 *csr, size_t start, size_t end, lacuna_csr_mut_i32_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i32_i64(const lacuna_csr_mut_i32_i64 *csr, size_t start, size_t end, lacuna_csr_mut_i32_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i32_u32(const lacuna_csr_mut_i32_u32 *csr, size_t start, size_t end, lacuna_csr_mut_i32_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i64_i32(const lacuna_csr_mut_i64_i32 *csr, size_t start, size_t end, lacuna_csr_mut_i64_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i64_i64(const lacuna_csr_mut_i64_i64 *csr, size_t start, size_t end, lacuna_csr_mut_i64_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i64_u32(const lacuna_csr_mut_i64_u32 *csr, size_t start, size_t end, lacuna_csr_mut_i64_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_u8_i32(const lacuna_csr_mut_u8_i32 *csr, size_t start, size_t end, lacuna_csr_mut_u8_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_u8_i64(const lacuna_csr_mut_u8_i64 *csr, size_t start, size_t end, lacuna_csr_mut_u8_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_u8_u32(const lacuna_csr_mut_u8_u32 *csr, size_t start, size_t end, lacuna_csr_mut_u8_u32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i8_i32(const lacuna_csr_mut_i8_i32 *csr, size_t start, size_t end, lacuna_csr_mut_i8_i32 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i8_i64(const lacuna_csr_mut_i8_i64 *csr, size_t start, size_t end, lacuna_csr_mut_i8_i64 *part,
    lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
lacuna_status lacuna_csr_mut_rows_i8_u32(const lacuna_csr_mut_i8_u32 *csr, size_t start, size_t end, lacuna_csr_mut_i8_u32 *part,
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

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f16_i32(const lacuna_row_sparse_f16_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f16_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f16_i64(const lacuna_row_sparse_f16_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f16_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_f16_u32(const lacuna_row_sparse_f16_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_f16_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_bf16_i32(const lacuna_row_sparse_bf16_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_bf16_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_bf16_i64(const lacuna_row_sparse_bf16_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_bf16_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_bf16_u32(const lacuna_row_sparse_bf16_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_bf16_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i32_i32(const lacuna_row_sparse_i32_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i32_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i32_i64(const lacuna_row_sparse_i32_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i32_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i32_u32(const lacuna_row_sparse_i32_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i32_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i64_i32(const lacuna_row_sparse_i64_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i64_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i64_i64(const lacuna_row_sparse_i64_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i64_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i64_u32(const lacuna_row_sparse_i64_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i64_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_u8_i32(const lacuna_row_sparse_u8_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_u8_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_u8_i64(const lacuna_row_sparse_u8_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_u8_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_u8_u32(const lacuna_row_sparse_u8_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_u8_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i8_i32(const lacuna_row_sparse_i8_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i8_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i8_i64(const lacuna_row_sparse_i8_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i8_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the stored ids.
lacuna_status lacuna_row_sparse_rows_i8_u32(const lacuna_row_sparse_i8_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_i8_u32 *part, lacuna_error *error);

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

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f16_i32(const lacuna_row_sparse_mut_f16_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f16_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f16_i64(const lacuna_row_sparse_mut_f16_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f16_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_f16_u32(const lacuna_row_sparse_mut_f16_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_f16_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_bf16_i32(const lacuna_row_sparse_mut_bf16_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_bf16_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_bf16_i64(const lacuna_row_sparse_mut_bf16_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_bf16_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_bf16_u32(const lacuna_row_sparse_mut_bf16_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_bf16_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i32_i32(const lacuna_row_sparse_mut_i32_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i32_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i32_i64(const lacuna_row_sparse_mut_i32_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i32_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i32_u32(const lacuna_row_sparse_mut_i32_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i32_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i64_i32(const lacuna_row_sparse_mut_i64_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i64_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i64_i64(const lacuna_row_sparse_mut_i64_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i64_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i64_u32(const lacuna_row_sparse_mut_i64_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i64_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_u8_i32(const lacuna_row_sparse_mut_u8_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_u8_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_u8_i64(const lacuna_row_sparse_mut_u8_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_u8_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_u8_u32(const lacuna_row_sparse_mut_u8_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_u8_u32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i8_i32(const lacuna_row_sparse_mut_i8_i32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i8_i32 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i8_i64(const lacuna_row_sparse_mut_i8_i64 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i8_i64 *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
lacuna_status lacuna_row_sparse_mut_rows_i8_u32(const lacuna_row_sparse_mut_i8_u32 *row_sparse, size_t start, size_t end,
    lacuna_row_sparse_mut_i8_u32 *part, lacuna_error *error);

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

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f16_i32(const lacuna_csr_f16_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f16_i64(const lacuna_csr_f16_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_f16_u32(const lacuna_csr_f16_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_bf16_i32(const lacuna_csr_bf16_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_bf16_i64(const lacuna_csr_bf16_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_bf16_u32(const lacuna_csr_bf16_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i32_i32(const lacuna_csr_i32_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i32_i64(const lacuna_csr_i32_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i32_u32(const lacuna_csr_i32_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i64_i32(const lacuna_csr_i64_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i64_i64(const lacuna_csr_i64_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i64_u32(const lacuna_csr_i64_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_u8_i32(const lacuna_csr_u8_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_u8_i64(const lacuna_csr_u8_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_u8_u32(const lacuna_csr_u8_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i8_i32(const lacuna_csr_i8_i32 *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i8_i64(const lacuna_csr_i8_i64 *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_csr_i8_u32(const lacuna_csr_i8_u32 *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

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

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f16_i32(const lacuna_row_sparse_f16_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f16_i64(const lacuna_row_sparse_f16_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_f16_u32(const lacuna_row_sparse_f16_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_bf16_i32(const lacuna_row_sparse_bf16_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_bf16_i64(const lacuna_row_sparse_bf16_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_bf16_u32(const lacuna_row_sparse_bf16_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i32_i32(const lacuna_row_sparse_i32_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i32_i64(const lacuna_row_sparse_i32_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i32_u32(const lacuna_row_sparse_i32_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i64_i32(const lacuna_row_sparse_i64_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i64_i64(const lacuna_row_sparse_i64_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i64_u32(const lacuna_row_sparse_i64_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_u8_i32(const lacuna_row_sparse_u8_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_u8_i64(const lacuna_row_sparse_u8_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_u8_u32(const lacuna_row_sparse_u8_u32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i8_i32(const lacuna_row_sparse_i8_i32 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i8_i64(const lacuna_row_sparse_i8_i64 *row_sparse, size_t parts, size_t *bounds,
    size_t bounds_length, size_t *ranges, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_row_sparse_i8_u32(const lacuna_row_sparse_i8_u32 *row_sparse, size_t parts, size_t *bounds,
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

// Bytes of scratch for finding the pattern of a product of two csr with so many columns, aligned to 8 bytes; all that a size can hold, if that is not enough.
size_t lacuna_csr_csr_scratch(size_t columns);

// Values of scratch for the product of a dense matrix with a csr of so many rows and columns; all that a size can hold, if that is not enough.
size_t lacuna_dense_csr_scratch(size_t rows, size_t columns);

// Values of scratch for a product of two dense matrices, transposed or not, of so many rows and columns and so many terms in each sum: at most 1.1 million.
size_t lacuna_dense_dense_scratch(size_t rows, size_t columns, size_t terms);

// Elements of memory for the sliced plan of a csr; all that a size can hold, if that is not enough.
size_t lacuna_sliced_plan_length(size_t rows, size_t nnz);

// Bytes of scratch for a sum of so many arrays, aligned as a size is; all that a size can hold, if that is not enough.
size_t lacuna_add_n_scratch(size_t inputs);

// Infers how the results of an operator of MXNet are stored, and how it runs, from the storage types of its operands: nothing is computed.
//
// `operator_name` is its name, such as "elemwise_add". The parameters are texts as MXNet has them: `names[i]` is "transpose_a", `values[i]` "True"; those that say nothing about storage types
// are passed over, and what is not given has the peer's default. `device` is a `lacuna_device`. `inputs` has a `lacuna_stype` for each operand, at most 256.
// `outputs` has one for each result, `LACUNA_STYPE_ANY` but for arrays that the caller supplies: those of the results are written there, and a `lacuna_mode` to `mode`.
//
// Where the mode is `LACUNA_MODE_FALLBACK`, or the call is refused with `LACUNA_STATUS_NOT_IMPLEMENTED`, `lacuna_infer_nearest` tells the nearest path. For another number of operands or
// results than the operator has, the error says how many it has.
lacuna_status lacuna_infer(const char *operator_name, const char *const *names, const char *const *values, size_t parameters,
    uint32_t device, const uint32_t *inputs, size_t inputs_length, uint32_t *outputs, size_t outputs_length, uint32_t *mode,
    lacuna_error *error);

// Writes the storage types nearest to those of a call for which the operator has a path, such as "dot(csr, default) -> default, fcompute_ex", and a zero to `text`, cut off after `capacity`
// bytes; gives the length of the whole text without the zero.
//
// The arguments are those of `lacuna_infer`. Nearest is where fewest operands are converted. The text is empty if the call has a path itself, if there is none, or if `lacuna_infer` refuses
// the arguments. `text` may be null if `capacity` is 0.
size_t lacuna_infer_nearest(const char *operator_name, const char *const *names, const char *const *values, size_t parameters,
    uint32_t device, const uint32_t *inputs, size_t inputs_length, char *text, size_t capacity);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // LACUNA_H
