// Lacuna 0.1.0: allocation-free sparse kernels for machine learning, with the same bits on every processor.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by `cargo xtask capi` from the list of kernels and kernels-capi/src: changes belong there.
//
// The contract of every function: a pointer that is not null points to what its type names, in the stated length;
// during the call nobody else writes any of it, or reads what the call writes. Everything else is checked. A call that
// answers with anything but LACUNA_STATUS_OK has written nothing but `*error` (which may be null), where its
// description does not say otherwise. Nothing is allocated, and nothing is kept between calls.
//
// Operands are structs of sizes and pointers that say of which types their arrays are, by a `lacuna_type`. All operands
// of a call have the same value type and the same index type: if one has another, the call is refused with
// LACUNA_STATUS_TYPE. The description of a call says what it takes as values: f32 and f64, those and numbers of 16 bits
// (floats), or any type (numbers). A library may be built for fewer types (LACUNA_STATUS_NOT_BUILT). An example,
// without a check of the status:
//
//   int32_t indptr[] = {0, 2, 3}, indices[] = {0, 2, 1};
//   float values[] = {1, 2, 3}, ones[] = {1, 1, 1}, sums[2];
//   lacuna_csr a = {.value_type = LACUNA_TYPE_F32, .index_type = LACUNA_TYPE_I32, .rows = 2, .columns = 3, .nnz = 3,
//                   .indptr = indptr, .indices = indices, .values = values};
//   lacuna_dense b = {.value_type = LACUNA_TYPE_F32, .rows = 3, .columns = 1, .stride = 1, .data = ones};
//   lacuna_dense_mut out = {.value_type = LACUNA_TYPE_F32, .rows = 2, .columns = 1, .stride = 1, .data = sums};
//   lacuna_dot_csr_dense(&a, &b, &out, NULL);  // sums are 3 and 3
//
// The bits of a result depend on the operands alone:
// - A sum is a running sum from +0: each product is rounded, then added. A csr times a matrix adds the entries of a row
//   in their order; with one column, entry k of a row goes to lane k mod 4, and the result is (l0 + l2) + (l1 + l3).
//   Transposed products and coalesce add by ascending row, also with one column. More than 1024 terms are cut into
//   blocks of 1024, summed one by one, and the sums of the blocks are added in order. add_n adds its arrays in order,
//   in one sum.
// - A product of two dense matrices adds by ascending k, each product with one rounding (fused), in such blocks.
// - Casts and retain copy bits. -0.0 equals 0, so a csr does not store it.
// - Optimizers are evaluated as their formulas are written, each operation rounded, products of hyper-parameters once
//   for a call. h is the gradient, rescaled, then limited to minus and plus the clip bound, and 0 in a row that the
//   gradient does not store; a bound of 0 leaves zeros of the rescaled gradient's sign.

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
  // A call has more arrays than the library can distinguish. No function has so many.
  LACUNA_STATUS_TOO_MANY_ARRAYS = 6,
  // An array has another type than the other operands, or one that the call does not support. `expected` is that
  // of the first operand that names one, or 0 if none does, or if no such call supports these types.
  LACUNA_STATUS_TYPE = 7,
  // The library was built without this type, or without this family of functions.
  LACUNA_STATUS_NOT_BUILT = 8,
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

// What the elements of an array are. 0 is none of these, so that a forgotten type is found.
enum lacuna_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif
{
  // `float`.
  LACUNA_TYPE_F32 = 1,
  // `double`.
  LACUNA_TYPE_F64 = 2,
  // `lacuna_f16`.
  LACUNA_TYPE_F16 = 3,
  // `lacuna_bf16`.
  LACUNA_TYPE_BF16 = 4,
  // `int8_t`.
  LACUNA_TYPE_I8 = 5,
  // `uint8_t`.
  LACUNA_TYPE_U8 = 6,
  // `int32_t`. As an index type, what SciPy and most libraries have.
  LACUNA_TYPE_I32 = 7,
  // `int64_t`. As an index type, what MXNet has.
  LACUNA_TYPE_I64 = 8,
  // `uint32_t`, as an index type only.
  LACUNA_TYPE_U32 = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_type lacuna_type;
#else
typedef uint32_t lacuna_type;
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
  // `segments` of a plan.
  LACUNA_OPERAND_SEGMENTS = 14,
  // `rows` of a plan.
  LACUNA_OPERAND_ROWS = 15,
  // `entries` of a plan or of block ends.
  LACUNA_OPERAND_ENTRIES = 16,
  // `columns` of block ends, or a list of columns.
  LACUNA_OPERAND_COLUMNS = 17,
  // The struct of an argument itself, when an array lies over it.
  LACUNA_OPERAND_STRUCT = 18,
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
  // The upper bound of random numbers: it must not be below the lower one, nor further from it than the largest
  // number.
  LACUNA_FAULT_HIGH = 12,
  // A probability: it must be from 0 to 1.
  LACUNA_FAULT_PROBABILITY = 13,
  // A standard deviation: it must be a number from 0 on.
  LACUNA_FAULT_DEVIATION = 14,
  // The bound `clip_weights`: it must be a number from 0 on.
  LACUNA_FAULT_CLIP_WEIGHTS = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_fault lacuna_fault;
#else
typedef uint32_t lacuna_fault;
#endif
#endif

// A csr matrix: row `r` stores the columns `indices[indptr[r]] .. indices[indptr[r + 1]]`, strictly ascending, and
// the values at the same places.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if the format has been checked before.
  uint32_t trusted;
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer: so
  // does a range of rows.
  const void *indptr;
  // `nnz` columns.
  const void *indices;
  // `nnz` values.
  const void *values;
} lacuna_csr;

// A csr matrix of a known `indptr` whose columns and values are written.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if `indptr` has been checked before.
  uint32_t trusted;
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of stored entries.
  size_t nnz;
  // `rows + 1` pointers, the first 0, the last `nnz`. With `trusted`, they may count from any first pointer.
  const void *indptr;
  // `nnz` columns, written.
  void *indices;
  // `nnz` values, written.
  void *values;
} lacuna_csr_mut;

// A dense matrix: row `r` is `data[r * stride] .. data[r * stride + columns]`.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  const void *data;
} lacuna_dense;

// A dense matrix that is written.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Distance of the starts of two rows, at least `columns`. Of no meaning for less than two rows.
  size_t stride;
  // The elements: `(rows - 1) * stride + columns` of them.
  void *data;
} lacuna_dense_mut;

// Dense rows, of which only some are stored: stored row `k` has the id `indices[k]`, strictly ascending, and the
// values from `data[k * row_length]` on.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if the format has been checked before.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const void *indices;
  // `stored_rows * row_length` values.
  const void *data;
} lacuna_row_sparse;

// Dense rows, of which only some are stored, of a known pattern, whose values are written.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if the format has been checked before.
  uint32_t trusted;
  // Number of rows, stored or not.
  size_t rows;
  // Elements of one row: the product of all dimensions but the first.
  size_t row_length;
  // Number of stored rows.
  size_t stored_rows;
  // The id that counts as row 0: not 0 in a range of rows.
  size_t first_row;
  // `stored_rows` ids.
  const void *indices;
  // `stored_rows * row_length` values, written.
  void *data;
} lacuna_row_sparse_mut;

// A weight, or the state of an optimizer, that is updated in place: dense or row_sparse.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // A `lacuna_type` of an index.
  uint32_t index_type;
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
  const void *indices;
  // The values.
  void *data;
} lacuna_rows_mut;

// What is brought to the shape of a result, along the axis that its form names, whatever the lengths are.
typedef struct {
  // A `lacuna_type`.
  uint32_t value_type;
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // A `lacuna_form`.
  uint32_t form;
  // 1 if the format has been checked before. Ignored unless row_sparse.
  uint32_t trusted;
  // Number of rows. Of no meaning for a row and a scalar.
  size_t rows;
  // Elements of one row. Of no meaning for a column and a scalar.
  size_t row_length;
  // Distance of the starts of two dense rows, at least `row_length`. Ignored unless dense.
  size_t stride;
  // Number of stored rows. Ignored unless row_sparse.
  size_t stored_rows;
  // The id that counts as row 0. Ignored unless row_sparse.
  size_t first_row;
  // `stored_rows` ids. Ignored unless row_sparse.
  const void *indices;
  // The values.
  const void *data;
} lacuna_broadcast;

// Made by a plan function in the caller's arrays, to which it points.
typedef struct {
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if the plan comes from a plan function and was not changed, or only put in order.
  uint32_t trusted;
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
  const void *ids;
  // `stored_rows + 1` bounds: segment `s` has the terms `segments[s] .. segments[s + 1]`. In a part they count
  // from the first.
  const void *segments;
  // The operand's row of each of the `terms` terms.
  const void *rows;
  // The entry of each term. Null if the plan is in order: then term `t` has the value `t`, `values` is the
  // number of all terms, and the values are those that `lacuna_rows_permute` puts in the order of the entries.
  const void *entries;
} lacuna_plan;

// Where a product by scattering ends blocks of 1024 terms: made by a `block_ends` function in the caller's arrays,
// to which it points. All zero for a product of at most 1024 rows.
typedef struct {
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if the block ends come from a `block_ends` function, unchanged.
  uint32_t trusted;
  // The columns with more than 1024 terms, ascending.
  const void *columns;
  // Elements of `columns`.
  size_t columns_length;
  // The entries of the csr that end a block, ascending.
  const void *entries;
  // Elements of `entries`.
  size_t entries_length;
  // Rows of the csr.
  size_t matrix_rows;
  // Columns of the csr.
  size_t matrix_columns;
  // Stored entries of the csr.
  size_t matrix_nnz;
} lacuna_block_ends;

// The pattern of a csr, analysed for many products with one column: made by a `sell_plan` function in the caller's
// memory, to which it points. Whatever this memory holds, a call with it is memory-safe.
typedef struct {
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // 1 if the csr is the transposed of the matrix that is meant.
  uint32_t transposed;
  // Rows of the csr.
  size_t rows;
  // Columns of the csr.
  size_t columns;
  // Stored entries of the csr.
  size_t nnz;
  // What the function has written.
  const void *memory;
  // Elements of `memory`, at least `lacuna_sell_plan_length`.
  size_t memory_length;
  // `nnz` entries, which `lacuna_rows_permute` takes: they lie in `memory`. The function that makes the plan
  // sets it; a product does not read it.
  const void *entries;
} lacuna_sell_plan;

// Where a plan is written. For `n` entries, `n` elements each are always enough, and `n + 1` for `segments`.
typedef struct {
  // A `lacuna_type` of an index.
  uint32_t index_type;
  // Receives the distinct ids.
  void *ids;
  // Elements of `ids`.
  size_t ids_length;
  // Receives the bounds of the segments.
  void *segments;
  // Elements of `segments`.
  size_t segments_length;
  // Receives the operand's row of each term.
  void *rows;
  // Elements of `rows`.
  size_t rows_length;
  // Receives the entry of each term.
  void *entries;
  // Elements of `entries`.
  size_t entries_length;
} lacuna_plan_buffers;

// A sequence of random numbers, and the element with which a draw begins. Element `i` is a function of the seed,
// the stream and `i` alone.
typedef struct {
  // What a program is started with.
  uint64_t seed;
  // Which of the sequences of the seed: a number for each use.
  uint64_t stream;
  // The element that is the first of a draw: where a draw of `n` elements ends, the next begins `n` further on.
  uint64_t first;
} lacuna_stream;

// Values, or indices.
typedef struct {
  // A `lacuna_type`.
  uint32_t element_type;
  // Number of elements.
  size_t length;
  // The elements.
  const void *data;
} lacuna_array;

// Values, or indices, that are written.
typedef struct {
  // A `lacuna_type`.
  uint32_t element_type;
  // Number of elements.
  size_t length;
  // The elements.
  void *data;
} lacuna_array_mut;

// Hyper-parameters of `lacuna_optim_sgd`: `w = (1 - lr * wd) * w - lr * h`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sgd;

// Hyper-parameters of `lacuna_optim_sgd_momentum`: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps. Default 0.0.
  double momentum;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sgd_momentum;

// Hyper-parameters of `lacuna_optim_nag`: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps. Default 0.0.
  double momentum;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_nag;

// Hyper-parameters of `lacuna_optim_adagrad`: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `epsilon`. Default 1e-7.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adagrad;

// Hyper-parameters of `lacuna_optim_adam`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adam;

// Hyper-parameters of `lacuna_optim_adamw`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // The rule's `eta`. Default 1.0.
  double eta;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adamw;

// Hyper-parameters of `lacuna_optim_ftrl`: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `lambda1`. Default 0.01.
  double lambda1;
  // The rule's `beta`. Default 1.0.
  double beta;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_ftrl;

// Hyper-parameters of `lacuna_optim_adamax`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adamax;

// Hyper-parameters of `lacuna_optim_nadam`: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // The rule's `gradient_share`. Default 1.0.
  double gradient_share;
  // The rule's `mean_share`. Default 0.0.
  double mean_share;
  // The rule's `correction2`. Default 1.0.
  double correction2;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_nadam;

// Hyper-parameters of `lacuna_optim_adadelta`: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`. Default 0.9.
  double rho;
  // The rule's `epsilon`. Default 1e-5.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adadelta;

// Hyper-parameters of `lacuna_optim_adagrad_l2`: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_adagrad_l2;

// Hyper-parameters of `lacuna_optim_ftml`: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.6.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // The rule's `correction1`. Default 1.0.
  double correction1;
  // The rule's `correction2`. Default 1.0.
  double correction2;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_ftml;

// Hyper-parameters of `lacuna_optim_rmsprop`: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`. Default 0.95.
  double rho;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // The weight is limited to minus and plus this. MXNet's -1, which is no limit there, is refused. Default: no limit.
  double clip_weights;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_rmsprop;

// Hyper-parameters of `lacuna_optim_rmsprop_centered`: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`. Default 0.95.
  double rho;
  // mu: the share of the momentum that a step keeps. Default 0.9.
  double momentum;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // The weight is limited to minus and plus this. MXNet's -1, which is no limit there, is refused. Default: no limit.
  double clip_weights;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_rmsprop_centered;

// Hyper-parameters of `lacuna_optim_sign_sgd`: `w = (1 - lr * wd) * w - lr * sign(h)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_sign_sgd;

// Hyper-parameters of `lacuna_optim_signum`: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps. Default 0.0.
  double momentum;
  // The rule's `decoupled_decay`. Default 0.0.
  double decoupled_decay;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_signum;

// Hyper-parameters of `lacuna_optim_lamb_direction`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-6.
  double epsilon;
  // The rule's `correction1`. Default 1.0.
  double correction1;
  // The rule's `correction2`. Default 1.0.
  double correction2;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_lamb_direction;

// Hyper-parameters of `lacuna_optim_group_adagrad`: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `epsilon`. Default 1e-5.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_group_adagrad;

// Hyper-parameters of `lacuna_optim_row_adagrad`: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `epsilon`. Default 1e-7.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_row_adagrad;

// Hyper-parameters of `lacuna_optim_row_rmsprop`: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `rho`. Default 0.9.
  double rho;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_row_rmsprop;

// Hyper-parameters of `lacuna_optim_row_adam`: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // The rule's `correction1`. Default 1.0.
  double correction1;
  // The rule's `correction2`. Default 1.0.
  double correction2;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_row_adam;

// Hyper-parameters of `lacuna_optim_row_lamb`: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-6.
  double epsilon;
  // The rule's `correction1`. Default 1.0.
  double correction1;
  // The rule's `correction2`. Default 1.0.
  double correction2;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_row_lamb;

// Hyper-parameters of `lacuna_optim_lamb`: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // The rule's `beta1`. Default 0.9.
  double beta1;
  // The rule's `beta2`. Default 0.999.
  double beta2;
  // The rule's `epsilon`. Default 1e-6.
  double epsilon;
  // The rule's `correction1`. Default 1.0.
  double correction1;
  // The rule's `correction2`. Default 1.0.
  double correction2;
  // The norm of a row is raised to this; a number below 0 is no bound. Default -1.
  double lower_bound;
  // The norm of a row is lowered to this; a number below 0 is no bound. Default -1.
  double upper_bound;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_lamb;

// Hyper-parameters of `lacuna_optim_lars`: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
//
// `g` is the gradient; `h`, where the formula does not define it, is the gradient, rescaled and clipped. Numbers are those of the value type that are nearest. A field that is 0 has its default; -0.0 is 0 where that is another number.
typedef struct {
  // lr.
  double learning_rate;
  // mu: the share of the momentum that a step keeps. Default 0.0.
  double momentum;
  // The rule's `eta`. Default 0.001.
  double eta;
  // The rule's `epsilon`. Default 1e-8.
  double epsilon;
  // wd.
  double weight_decay;
  // The gradient is multiplied by this first. Default 1.
  double rescale_gradient;
  // The rescaled gradient is limited to minus and plus this, a number from 0 on, if `clips` is 1.
  double clip_gradient;
  // 0 or 1.
  uint32_t clips;
  // A `lacuna_update`.
  uint32_t update;
} lacuna_lars;

// The numbers behind a status. Lengths and places are 64 bits wide on every processor; those that do not fit a
// signed number are negative here.
typedef struct {
  // The `lacuna_status`.
  int32_t status;
  // The argument of the call, counted from 1; 0 if the fault is not in one argument alone. Of an overlap, the
  // later of two.
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
  // Of an overlap, the argument that shares memory with it, counted from 1; else 0.
  uint32_t other_argument;
  // The `lacuna_operand` of the array or struct of that argument; else 0.
  uint32_t other_operand;
} lacuna_error;

#ifdef __cplusplus
extern "C" {
#endif

// Groups the entries of `a` by column, for its transposed products with dense matrices: writes the plan into
// `buffers`, and to `plan` where it is.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`:
// `lacuna_plan_scratch` bytes of the entries of `a`.
// Values: numbers.
lacuna_status lacuna_dot_transpose_plan(const lacuna_csr *a, size_t first_column, size_t end_column, const lacuna_plan_buffers *buffers,
    void *scratch, size_t scratch_bytes, lacuna_plan *plan, lacuna_error *error);

// Groups by column those entries of `a` whose row `b` stores, for the transposed product with `b`.
//
// Columns from `first_column` to before `end_column` count: 0 and `a->columns` for all of them. `scratch`:
// `lacuna_plan_scratch` bytes of the entries of `a`.
// Values: f32, f64.
lacuna_status lacuna_dot_transpose_plan_row_sparse(const lacuna_csr *a, const lacuna_row_sparse *b, size_t first_column, size_t end_column,
    const lacuna_plan_buffers *buffers, void *scratch, size_t scratch_bytes, lacuna_plan *plan, lacuna_error *error);

// Finds where the sums of `a`'s transposed product by scattering end their blocks: writes `columns` and `entries`,
// and to `ends` which parts of them hold something.
//
// Both have at most `lacuna_block_ends_capacity` elements. `scratch`: `lacuna_block_ends_scratch` bytes of the
// columns of `a`. An `a` of at most 1024 rows needs none of this. If one is too short, the error says how many
// elements are needed, and they hold anything.
// Values: f32, f64.
lacuna_status lacuna_dot_block_ends(const lacuna_csr *a, const lacuna_array_mut *columns, const lacuna_array_mut *entries, void *scratch,
    size_t scratch_bytes, lacuna_block_ends *ends, lacuna_error *error);

// As `lacuna_dot_block_ends`, of those rows of `a` that `b` stores, for the transposed product with `b`: if these
// are at most 1024, neither the arrays nor `scratch` need any memory.
// Values: f32, f64.
lacuna_status lacuna_dot_block_ends_row_sparse(const lacuna_csr *a, const lacuna_row_sparse *b, const lacuna_array_mut *columns,
    const lacuna_array_mut *entries, void *scratch, size_t scratch_bytes, lacuna_block_ends *ends, lacuna_error *error);

// Analyses `a` for many products with one column: writes the plan into `memory`, and to `plan` where it is.
// `memory` has `lacuna_sell_plan_length` elements.
//
// `lacuna_rows_permute` with `plan->entries` brings the values of `a` into the order of the plan.
// Values: f32, f64.
lacuna_status lacuna_dot_sell_plan(const lacuna_csr *a, const lacuna_array_mut *memory, lacuna_sell_plan *plan, lacuna_error *error);

// As `lacuna_dot_sell_plan`, of a transposed matrix: the product has the bits of the transposed product of the
// matrix itself.
//
// `entries` are the places of its entries in the matrix itself, as `lacuna_dot_transpose` gives them with its
// pattern: so `plan->entries` brings the values of the matrix itself into the order of the plan. The values of
// `transposed` are not read, and may be anything.
// Values: f32, f64.
lacuna_status lacuna_dot_sell_plan_transposed(const lacuna_csr *transposed, const lacuna_array *entries, const lacuna_array_mut *memory,
    lacuna_sell_plan *plan, lacuna_error *error);

// Writes the number of entries of each row of the product `a b`. Written to `indptr + 1` with `indptr[0] = 0`,
// they become pointers by `lacuna_cast_accumulate_indptr`.
//
// `scratch`: `lacuna_csr_csr_scratch` bytes of the columns of `b`.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_csr_row_nnz(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *counts, void *scratch,
    size_t scratch_bytes, lacuna_error *error);

// Writes the columns of each row of the product `a b`, ascending, for the pointers of
// `lacuna_dot_csr_csr_row_nnz`. `scratch` as there.
//
// At the first row whose number of columns is not what `indptr` says it stops, with the rows before it, and a part
// of it, written.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_csr_indices(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array *indptr,
    const lacuna_array_mut *indices, void *scratch, size_t scratch_bytes, lacuna_error *error);

// Writes the columns that occur in `b`, ascending, and for each entry the place of its column among them. `count`
// gets their number. Both arrays have room for as many elements as `b` stores.
//
// With `places` as columns, `b` is a matrix of `count` columns.
// Values: f32, f64.
lacuna_status lacuna_dot_occurring_columns(const lacuna_csr *b, const lacuna_array_mut *columns, const lacuna_array_mut *places,
    size_t *count, lacuna_error *error);

// Writes the pattern of the transposed matrix: `a->columns + 1` pointers to `indptr`, `a->nnz` rows of `a` to
// `indices`, and to `entries` the entry of `a` that each of its entries is. `lacuna_rows_permute` with these
// entries brings the values of `a` into their order. Longer arrays may be passed.
// Values: numbers.
lacuna_status lacuna_dot_transpose(const lacuna_csr *a, const lacuna_array_mut *indptr, const lacuna_array_mut *indices,
    const lacuna_array_mut *entries, lacuna_error *error);

// kernels/src/dot/csr_dense.rs: `C = A B`.
// `a` is R x K, `b` K x n, `out` R x n.
// Values: floats.
lacuna_status lacuna_dot_csr_dense(const lacuna_csr *a, const lacuna_dense *b, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/csr_row_sparse.rs: `C = A B`.
// `a` is R x K, `b` K x n, `out` R x n.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_row_sparse(const lacuna_csr *a, const lacuna_row_sparse *b, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense.rs: `C = A^T B`.
// `a` is R x K: its `lacuna_dot_transpose_plan` and its values. `b` is R x n, `out` K x n with the ids of the plan.
// Values: floats.
lacuna_status lacuna_dot_csr_t_dense(const lacuna_plan *plan, const lacuna_array *values, const lacuna_dense *b,
    const lacuna_row_sparse_mut *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_to_dense.rs: `C = A^T B`.
// `a` is R x K: its `lacuna_dot_transpose_plan` and its values. `b` is R x n, `out` K x n.
// Values: floats.
lacuna_status lacuna_dot_csr_t_dense_to_dense(const lacuna_plan *plan, const lacuna_array *values, const lacuna_dense *b,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse.rs: `C = A^T B`.
// `a` is R x K: its `lacuna_dot_transpose_plan_row_sparse` and its values. `b` is R x n, `out` K x n with the ids of the plan.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_t_row_sparse(const lacuna_plan *plan, const lacuna_array *values, const lacuna_row_sparse *b,
    const lacuna_row_sparse_mut *out, lacuna_error *error);

// kernels/src/dot/csr_t_dense_scatter.rs: `C = A^T B`.
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends` of `a`, all zero if `a` has at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_t_dense_scatter(const lacuna_csr *a, const lacuna_block_ends *ends, const lacuna_dense *b,
    const lacuna_array_mut *totals, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/csr_t_column.rs: `C = A^T B`.
// `a` is R x K, `b` R x 1, `out` K x 1. `columns` is scratch: K + 32768 numbers, as many as `lacuna_block_ends_scratch` has room for, and `totals` K values; both may be empty if `a` has at most 1024 rows.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_t_column(const lacuna_csr *a, const lacuna_dense *b, const lacuna_array_mut *columns,
    const lacuna_array_mut *totals, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/csr_t_row_sparse_scatter.rs: `C = A^T B`.
// `a` is R x K, `b` R x n, `out` K x n. `ends` are the `lacuna_dot_block_ends_row_sparse` of both, all zero if `b` stores at most 1024 rows. `totals` is scratch: `ends->columns_length` times n values.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_t_row_sparse_scatter(const lacuna_csr *a, const lacuna_block_ends *ends, const lacuna_row_sparse *b,
    const lacuna_array_mut *totals, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/sell_column.rs: `C = A B`.
// `plan` is the `lacuna_dot_sell_plan` of an R x K matrix, `values` are its values, put in order by `lacuna_rows_permute` with the entries of the plan. `b` is K x 1, `out` R x 1.
// Values: f32, f64.
lacuna_status lacuna_dot_sell_column(const lacuna_sell_plan *plan, const lacuna_array *values, const lacuna_dense *b,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/csr_csr.rs: `C = A B`.
// `a` is R x K, `b` K x C, `out` R x C with its columns, which are read: those of `lacuna_dot_csr_csr_indices`, or any, and then the product is sampled there. `scratch`: none, or C values.
// Values: f32, f64.
lacuna_status lacuna_dot_csr_csr(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *scratch, const lacuna_csr_mut *out,
    lacuna_error *error);

// kernels/src/dot/dense_csr.rs: `C = A B`.
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_csr_scratch` values, none for at most 1024 rows of `b`.
// Values: f32, f64.
lacuna_status lacuna_dot_dense_csr(const lacuna_dense *a, const lacuna_csr *b, const lacuna_array_mut *scratch,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/dense_csr_t.rs: `C = A B^T`.
// `a` is R x K, `b` C x K, `out` R x C.
// Values: f32, f64.
lacuna_status lacuna_dot_dense_csr_t(const lacuna_dense *a, const lacuna_csr *b, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/dense_row_sparse_t.rs: `C = A B^T`.
// `a` is R x K, `b` C x K, `out` R x C.
// Values: f32, f64.
lacuna_status lacuna_dot_dense_row_sparse_t(const lacuna_dense *a, const lacuna_row_sparse *b, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/dot/dense_dense.rs: `C = A B`.
// `a` is R x K, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
// Values: f32, f64.
lacuna_status lacuna_dot_dense_dense(const lacuna_dense *a, const lacuna_dense *b, const lacuna_array_mut *scratch,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/dense_t_dense.rs: `C = A^T B`.
// `a` is K x R, `b` K x C, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
// Values: f32, f64.
lacuna_status lacuna_dot_dense_t_dense(const lacuna_dense *a, const lacuna_dense *b, const lacuna_array_mut *scratch,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/dense_dense_t.rs: `C = A B^T`.
// `a` is R x K, `b` C x K, `out` R x C. `scratch`: `lacuna_dense_dense_scratch` values of R, C and K.
// Values: f32, f64.
lacuna_status lacuna_dot_dense_dense_t(const lacuna_dense *a, const lacuna_dense *b, const lacuna_array_mut *scratch,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/dot/sddmm.rs: `C = A B^T` at the stored places of C.
// `a` is R x n, `b` C x n, `out` R x C with its columns, which are read.
// Values: f32, f64.
lacuna_status lacuna_dot_sddmm(const lacuna_dense *a, const lacuna_dense *b, const lacuna_csr_mut *out, lacuna_error *error);

// Each number in another type, or a copy: `out[i] = input[i]`. To an integer type the integer part, or the least
// or largest integer beyond it, and 0 of NaN; from one integer type to another the low bits; to a float the
// nearest number, of two the even one.
// Values: numbers.
lacuna_status lacuna_cast_cast(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// Writes the number of elements that a csr stores for each row of `dense`. Written to `indptr + 1` with
// `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`.
// Values: f32, f64.
lacuna_status lacuna_cast_dense_row_nnz(const lacuna_dense *dense, const lacuna_array_mut *counts, lacuna_error *error);

// Turns counts into pointers in place: `indptr[r] = indptr[0] + ... + indptr[r]`. `nnz` gets the last one.
lacuna_status lacuna_cast_accumulate_indptr(const lacuna_array_mut *indptr, size_t *nnz, lacuna_error *error);

// Writes the ids of the rows that a row_sparse stores, those with an element that is not 0, counted from
// `first_row`. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
// Values: f32, f64.
lacuna_status lacuna_cast_dense_row_ids(const lacuna_dense *dense, size_t first_row, const lacuna_array_mut *ids, size_t *stored_rows,
    lacuna_error *error);

// kernels/src/cast/dense_to_csr.rs: entries != 0.
// At the first row whose number of elements is not what `indptr` says it stops, with the rows before it, and a part of it, written.
// Values: f32, f64.
lacuna_status lacuna_cast_dense_to_csr(const lacuna_dense *dense, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/cast/dense_to_csr_one_pass.rs: entries != 0.
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything.
// Values: f32, f64.
lacuna_status lacuna_cast_dense_to_csr_one_pass(const lacuna_dense *dense, const lacuna_array_mut *indptr, const lacuna_array_mut *indices,
    const lacuna_array_mut *values, size_t *count, lacuna_error *error);

// kernels/src/cast/csr_to_dense.rs: entries, else 0.
// Values: numbers.
lacuna_status lacuna_cast_csr_to_dense(const lacuna_csr *csr, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/cast/dense_to_row_sparse.rs: rows with an element != 0.
// The ids of `out` are known: those of `lacuna_cast_dense_row_ids`, or any others.
// Values: f32, f64.
lacuna_status lacuna_cast_dense_to_row_sparse(const lacuna_dense *dense, const lacuna_row_sparse_mut *out, lacuna_error *error);

// kernels/src/cast/row_sparse_to_dense.rs: stored rows, else 0.
// Values: f32, f64.
lacuna_status lacuna_cast_row_sparse_to_dense(const lacuna_row_sparse *input, const lacuna_dense_mut *out, lacuna_error *error);

// Checks the ids of rows to be retained. `stored_rows` gets how many of them the result stores: all, or none if
// `data` stores no row.
// Values: numbers.
lacuna_status lacuna_rows_retain_ids(const lacuna_row_sparse *data, const lacuna_array *ids, size_t *stored_rows, lacuna_error *error);

// Groups the stored rows of `input` by id: ids in any order, and repeated, are allowed in a trusted `input`.
// `scratch`: `lacuna_plan_scratch` bytes of the stored rows.
// Values: floats.
lacuna_status lacuna_rows_coalesce_plan(const lacuna_row_sparse *input, const lacuna_plan_buffers *buffers, void *scratch,
    size_t scratch_bytes, lacuna_plan *plan, lacuna_error *error);

// Writes the sorted union of the stored rows. `stored_rows` gets their number. `scratch`: `lacuna_add_n_scratch`
// bytes.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
// Values: f32, f64.
lacuna_status lacuna_rows_add_n_ids(const lacuna_row_sparse *inputs, size_t inputs_length, void *scratch, size_t scratch_bytes,
    const lacuna_array_mut *ids, size_t *stored_rows, lacuna_error *error);

// kernels/src/rows/retain.rs: the rows with the given ids.
// Values: numbers.
lacuna_status lacuna_rows_retain(const lacuna_row_sparse *data, const lacuna_row_sparse_mut *out, lacuna_error *error);

// kernels/src/rows/coalesce.rs: sum of rows with equal id.
// `plan` is the `lacuna_rows_coalesce_plan` of `input`.
// Values: floats.
lacuna_status lacuna_rows_coalesce(const lacuna_plan *plan, const lacuna_row_sparse *input, const lacuna_row_sparse_mut *out,
    lacuna_error *error);

// kernels/src/rows/add_n.rs: sum of arrays.
// `out` has the ids of `lacuna_rows_add_n_ids`. `cursors` is scratch of `lacuna_add_n_scratch` bytes.
// Values: f32, f64.
lacuna_status lacuna_rows_add_n(const lacuna_row_sparse *inputs, size_t inputs_length, void *cursors, size_t cursors_bytes,
    const lacuna_row_sparse_mut *out, lacuna_error *error);

// kernels/src/rows/permute.rs: values in another order.
// `out` is as long as `entries`: `out[t]` is `values[entries[t]]`. With the entries of a plan these are the values for that plan in order.
// Values: numbers.
lacuna_status lacuna_rows_permute(const lacuna_array *entries, const lacuna_array *values, const lacuna_array_mut *out,
    lacuna_error *error);

// Writes the pointers of the rows `ids` of `csr` to `indptr`, which has one element more than `ids`. `nnz` gets
// the number of entries.
// Values: numbers.
lacuna_status lacuna_slice_take_indptr(const lacuna_csr *csr, const lacuna_array *ids, const lacuna_array_mut *indptr, size_t *nnz,
    lacuna_error *error);

// Writes the pointers of the columns of `csr` from `first_column` to before `end_column` to `indptr`, which has
// `csr->rows + 1` elements. `nnz` gets the number of entries.
// Values: f32, f64.
lacuna_status lacuna_slice_columns_indptr(const lacuna_csr *csr, size_t first_column, size_t end_column, const lacuna_array_mut *indptr,
    size_t *nnz, lacuna_error *error);

// Adds the number of entries of each row of `csr` to `counts`. From zeros on, with each array that lies beside the
// others, they are first the `starts` of `lacuna_slice_concat`, and written to `indptr + 1` with `indptr[0] = 0`
// they become pointers in the end, by `lacuna_cast_accumulate_indptr`.
// Values: f32, f64.
lacuna_status lacuna_slice_add_row_nnz(const lacuna_csr *csr, const lacuna_array_mut *counts, lacuna_error *error);

// Writes the pointers of the entries of `csr` that are not 0 to `indptr`, which has `csr->rows + 1` elements.
// `nnz` gets their number.
// Values: f32, f64.
lacuna_status lacuna_slice_prune_indptr(const lacuna_csr *csr, const lacuna_array_mut *indptr, size_t *nnz, lacuna_error *error);

// Writes the ids of the stored rows of `array` with an element that is not 0, counted from its first row.
// `stored_rows` gets their number. `lacuna_rows_retain` copies these rows.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
// Values: f32, f64.
lacuna_status lacuna_slice_prune_ids(const lacuna_row_sparse *array, const lacuna_array_mut *ids, size_t *stored_rows, lacuna_error *error);

// Writes the pattern of the csr that has an entry for each place of the triplets
// `(row_indices[k], column_indices[k])`, which come in any order and any number: `rows + 1` pointers to `indptr`,
// the columns to `indices`, and the plan of the sums into `buffers`, and to `plan` where it is.
// `plan->stored_rows` is the number of entries.
//
// `lacuna_rows_coalesce` with the plan adds the values: as rows of one element, with any ids in, and those of the
// plan out. `indices` and the buffers are as long as for as many entries as there are triplets. `scratch`:
// `lacuna_plan_scratch` bytes of them.
lacuna_status lacuna_slice_canonical_coo(size_t rows, size_t columns, const lacuna_array *row_indices, const lacuna_array *column_indices,
    const lacuna_array_mut *indptr, const lacuna_array_mut *indices, const lacuna_plan_buffers *buffers, void *scratch,
    size_t scratch_bytes, lacuna_plan *plan, lacuna_error *error);

// As `lacuna_slice_canonical_coo`, of the entries of a trusted `csr` whose columns are in any order and repeated.
// Values: f32, f64.
lacuna_status lacuna_slice_canonical_csr(const lacuna_csr *csr, const lacuna_array_mut *indptr, const lacuna_array_mut *indices,
    const lacuna_plan_buffers *buffers, void *scratch, size_t scratch_bytes, lacuna_plan *plan, lacuna_error *error);

// kernels/src/slice/take.rs: rows by ids.
// `csr` is R x C, `ids` are n of its rows in any order, `out` is n x C: `lacuna_slice_take_indptr`.
// Values: numbers.
lacuna_status lacuna_slice_take(const lacuna_csr *csr, const lacuna_array *ids, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/slice/columns.rs: a range of columns.
// `csr` is R x C, `out` R x W: the columns of `csr` from `first_column` on, `lacuna_slice_columns_indptr`. A range of rows needs no call: the same arrays, with `indptr + first_row` and `trusted`.
// Values: f32, f64.
lacuna_status lacuna_slice_columns(const lacuna_csr *csr, size_t first_column, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/slice/concat.rs: copies one array to its place in a concatenation.
// `csr` is R x C, `out` R x W, of which just the places of `csr` are written: columns from `first_column` on, and in each row the entries from `starts` on, which has R elements. One call for each array. Beside each other: `starts` are the sums of `lacuna_slice_add_row_nnz` of the arrays before. Below each other: into the rows of `out`, with 0 and zeros.
// Values: f32, f64.
lacuna_status lacuna_slice_concat(const lacuna_csr *csr, size_t first_column, const lacuna_array *starts, const lacuna_csr_mut *out,
    lacuna_error *error);

// kernels/src/slice/prune.rs: entries `!= 0`.
// `csr` and `out` are R x C, `out` with the `lacuna_slice_prune_indptr` of `csr`.
// Values: f32, f64.
lacuna_status lacuna_slice_prune(const lacuna_csr *csr, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/slice/select.rs: `x` where the condition is not 0, else `y`.
// All are R x C. An explicit zero of `condition` selects `y`, NaN selects `x`.
// Values: f32, f64.
lacuna_status lacuna_slice_select(const lacuna_csr *condition, const lacuna_dense *x, const lacuna_dense *y, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/slice/select_x_gradient.rs: the gradient where the condition is not 0, else 0.
// All are R x C.
// Values: f32, f64.
lacuna_status lacuna_slice_select_x_gradient(const lacuna_csr *condition, const lacuna_dense *gradient, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/slice/select_y_gradient.rs: 0 where the condition is not 0, else the gradient.
// All are R x C.
// Values: f32, f64.
lacuna_status lacuna_slice_select_y_gradient(const lacuna_csr *condition, const lacuna_dense *gradient, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/slice/diagonal.rs: a diagonal.
// `csr` is R x C, `out` has min(R, C - `first_column`) elements: those at `(r, first_column + r)`, 0 where nothing is stored.
// Values: f32, f64.
lacuna_status lacuna_slice_diagonal(const lacuna_csr *csr, size_t first_column, const lacuna_array_mut *out, lacuna_error *error);

// Groups the entries of `bags`, which may be trusted, as ids in any order and repeated are allowed, by id: for the
// gradients of a weight. Entries of the id `padding` are no terms; `SIZE_MAX` is no id. `scratch`:
// `lacuna_plan_scratch` bytes of the entries.
// Values: floats.
lacuna_status lacuna_embedding_bag_plan(const lacuna_csr *bags, size_t padding, const lacuna_plan_buffers *buffers, void *scratch,
    size_t scratch_bytes, lacuna_plan *plan, lacuna_error *error);

// kernels/src/embedding/lookup.rs: the rows of the ids.
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are.
// Values: numbers.
lacuna_status lacuna_embedding_lookup(const lacuna_array *ids, const lacuna_dense *weight, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/embedding/lookup_row_sparse.rs: the rows of the ids.
// `ids` are rows of `weight`, in any order; `out` has as many rows as there are, zero where `weight` does not store one.
// Values: f32, f64.
lacuna_status lacuna_embedding_lookup_row_sparse(const lacuna_array *ids, const lacuna_row_sparse *weight, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/embedding/bag_sum.rs: sums of the rows of bags.
// `bags` is B x R and may be trusted, as the ids of a row may repeat and stand in any order; `weight` is R x L, `out` B x L. Entries of the id `padding` are left out; `SIZE_MAX` is no id.
// Values: floats.
lacuna_status lacuna_embedding_bag_sum(const lacuna_csr *bags, size_t padding, const lacuna_dense *weight, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/embedding/bag_mean.rs: means of the rows of bags.
// As `lacuna_embedding_bag_sum`; the sums are divided by the numbers of entries that are not padding.
// Values: floats.
lacuna_status lacuna_embedding_bag_mean(const lacuna_csr *bags, size_t padding, const lacuna_dense *weight, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/embedding/bag_shares.rs: each entry's value, divided by the number of entries of its bag.
// As many values as `bags` has entries: the values of `bags` for the gradient of `lacuna_embedding_bag_mean`.
// Values: f32, f64.
lacuna_status lacuna_embedding_bag_shares(const lacuna_csr *bags, size_t padding, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/embedding/bag_max.rs: maxima of the rows of bags.
// As `lacuna_embedding_bag_sum`. `entries` gets, for each element of `out`, the entry that it comes from, the largest index where a bag is empty.
// Values: f32, f64.
lacuna_status lacuna_embedding_bag_max(const lacuna_csr *bags, size_t padding, const lacuna_dense *weight, const lacuna_array_mut *entries,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/embedding/bag_max_gradient.rs: for each weight row, the sum of the gradients of the maxima taken from it.
// `plan` is the `lacuna_embedding_bag_plan` of B bags, `entries` are those of `lacuna_embedding_bag_max`, `gradient` is B x L, `out` R x L with the ids of the plan.
// Values: f32, f64.
lacuna_status lacuna_embedding_bag_max_gradient(const lacuna_plan *plan, const lacuna_array *entries, const lacuna_dense *gradient,
    const lacuna_row_sparse_mut *out, lacuna_error *error);

// kernels/src/optim/sgd.rs: `w = (1 - lr * wd) * w - lr * h`.
// Values: f32, f64.
lacuna_status lacuna_optim_sgd(const lacuna_sgd *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    lacuna_error *error);

// kernels/src/optim/sgd_momentum.rs: `m = (mu * m - (lr * wd) * w) - lr * h; w = w + m`.
// Values: f32, f64.
lacuna_status lacuna_optim_sgd_momentum(const lacuna_sgd_momentum *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *momentum, lacuna_error *error);

// kernels/src/optim/nag.rs: `k = mu * m; n = k - lr * (h + wd * w); w = (w - k) + (1 + mu) * n; m = n`.
// Values: f32, f64.
lacuna_status lacuna_optim_nag(const lacuna_nag *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *momentum, lacuna_error *error);

// kernels/src/optim/adagrad.rs: `n = n + h * h; w = (1 - lr * wd) * w - (h / sqrt(n + epsilon)) * lr`.
// Values: f32, f64.
lacuna_status lacuna_optim_adagrad(const lacuna_adagrad *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *history, lacuna_error *error);

// kernels/src/optim/adam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * m) / (sqrt(v) + epsilon)`.
// Values: f32, f64.
lacuna_status lacuna_optim_adam(const lacuna_adam *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, lacuna_error *error);

// kernels/src/optim/adamw.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - eta * ((lr * m) / (sqrt(v) + epsilon) + wd * w)`.
// Values: f32, f64.
lacuna_status lacuna_optim_adamw(const lacuna_adamw *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, lacuna_error *error);

// kernels/src/optim/ftrl.rs: `z = z + (h - ((sqrt(n + h * h) - sqrt(n)) * w) / lr); n = n + h * h; w = (sign(z) * lambda1 - z) / ((beta + sqrt(n)) / lr + wd) where |z| > lambda1, else 0`.
// Values: f32, f64.
lacuna_status lacuna_optim_ftrl(const lacuna_ftrl *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *z, const lacuna_rows_mut *n, lacuna_error *error);

// kernels/src/optim/adamax.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; u = max(beta2 * u, |h|); w = w - (lr * m) / u where u is not 0`.
// Values: f32, f64.
lacuna_status lacuna_optim_adamax(const lacuna_adamax *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *largest, lacuna_error *error);

// kernels/src/optim/nadam.rs: `h = clip(rescale * g + wd * w); m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); w = w - (lr * (gradient_share * h + mean_share * m)) / (sqrt(v / correction2) + epsilon)`.
// Values: f32, f64.
lacuna_status lacuna_optim_nadam(const lacuna_nadam *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, lacuna_error *error);

// kernels/src/optim/adadelta.rs: `s = rho * s + (1 - rho) * (h * h); d = (sqrt(u + epsilon) / sqrt(s + epsilon)) * h; u = rho * u + (1 - rho) * (d * d); w = w - lr * (d + wd * w)`.
// Values: f32, f64.
lacuna_status lacuna_optim_adadelta(const lacuna_adadelta *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *squares, const lacuna_rows_mut *deltas, lacuna_error *error);

// kernels/src/optim/adagrad_l2.rs: `h = clip(rescale * g + wd * w); n = n + h * h; w = w - (lr * h) / (sqrt(n) + epsilon)`.
// Values: f32, f64.
lacuna_status lacuna_optim_adagrad_l2(const lacuna_adagrad_l2 *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *history, lacuna_error *error);

// kernels/src/optim/ftml.rs: `h = clip(rescale * g + wd * w); v = beta2 * v + (1 - beta2) * (h * h); k = (correction1 / lr) * (sqrt(v / correction2) + epsilon); z = (beta1 * z + (1 - beta1) * h) - (k - beta1 * d) * w; d = k; w = -z / d`.
// Values: f32, f64.
lacuna_status lacuna_optim_ftml(const lacuna_ftml *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *d, const lacuna_rows_mut *v, const lacuna_rows_mut *z, lacuna_error *error);

// kernels/src/optim/rmsprop.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); w = clip(w - lr * (h / sqrt(s + epsilon)))`.
// Values: f32, f64.
lacuna_status lacuna_optim_rmsprop(const lacuna_rmsprop *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *squares, lacuna_error *error);

// kernels/src/optim/rmsprop_centered.rs: `h = clip(rescale * g + wd * w); s = rho * s + (1 - rho) * (h * h); m = rho * m + (1 - rho) * h; d = momentum * d - lr * (h / sqrt((s - m * m) + epsilon)); w = clip(w + d)`.
// Values: f32, f64.
lacuna_status lacuna_optim_rmsprop_centered(const lacuna_rmsprop_centered *hyper, const lacuna_row_sparse *gradient,
    const lacuna_rows_mut *weight, const lacuna_rows_mut *squares, const lacuna_rows_mut *average, const lacuna_rows_mut *delta,
    lacuna_error *error);

// kernels/src/optim/sign_sgd.rs: `w = (1 - lr * wd) * w - lr * sign(h)`.
// Values: f32, f64.
lacuna_status lacuna_optim_sign_sgd(const lacuna_sign_sgd *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    lacuna_error *error);

// kernels/src/optim/signum.rs: `m = (mu * m - ((1 - mu) * wd) * w) - (1 - mu) * h; w = (1 - lr * decoupled_decay) * w + lr * sign(m)`.
// Values: f32, f64.
lacuna_status lacuna_optim_signum(const lacuna_signum *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *momentum, lacuna_error *error);

// kernels/src/optim/lamb_direction.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); direction = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w`.
// Values: f32, f64.
lacuna_status lacuna_optim_lamb_direction(const lacuna_lamb_direction *hyper, const lacuna_row_sparse *gradient,
    const lacuna_rows_mut *weight, const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, const lacuna_rows_mut *direction,
    lacuna_error *error);

// kernels/src/optim/group_adagrad.rs: `n = n + sum(h * h) / L; w = (1 - lr * wd) * w - (lr * h) / sqrt(n + epsilon)`.
// Values: f32, f64.
lacuna_status lacuna_optim_group_adagrad(const lacuna_group_adagrad *hyper, const lacuna_row_sparse *gradient,
    const lacuna_rows_mut *weight, const lacuna_rows_mut *history, lacuna_error *error);

// kernels/src/optim/row_adagrad.rs: `h = clip(rescale * g) + wd * w; n = n + sum(h * h) / L; w = w - (lr / (sqrt(n) + epsilon)) * h`.
// Values: f32, f64.
lacuna_status lacuna_optim_row_adagrad(const lacuna_row_adagrad *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *history, lacuna_error *error);

// kernels/src/optim/row_rmsprop.rs: `h = clip(rescale * g) + wd * w; n = rho * n + (1 - rho) * (sum(h * h) / L); w = w - (lr / (sqrt(n) + epsilon)) * h`.
// Values: f32, f64.
lacuna_status lacuna_optim_row_rmsprop(const lacuna_row_rmsprop *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *history, lacuna_error *error);

// kernels/src/optim/row_adam.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; w = w - lr * (m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w)`.
// Values: f32, f64.
lacuna_status lacuna_optim_row_adam(const lacuna_row_adam *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, lacuna_error *error);

// kernels/src/optim/row_lamb.rs: `v = beta2 * v + (1 - beta2) * (sum(h * h) / L); m = beta1 * m + (1 - beta1) * h; d = m / (correction1 * (sqrt(v / correction2) + epsilon)) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
// Values: f32, f64.
lacuna_status lacuna_optim_row_lamb(const lacuna_row_lamb *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, lacuna_error *error);

// kernels/src/optim/lamb.rs: `m = beta1 * m + (1 - beta1) * h; v = beta2 * v + (1 - beta2) * (h * h); d = (m / correction1) / (sqrt(v / correction2) + epsilon) + wd * w; w = w - ((lr * norm(w)) / norm(d)) * d`.
// Values: f32, f64.
lacuna_status lacuna_optim_lamb(const lacuna_lamb *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *mean, const lacuna_rows_mut *variance, lacuna_error *error);

// kernels/src/optim/lars.rs: `s = lr * ((eta * norm(w)) / ((norm(h) + wd * norm(w)) + epsilon)); m = (mu * m - (s * wd) * w) - s * h; w = w + m`.
// Values: f32, f64.
lacuna_status lacuna_optim_lars(const lacuna_lars *hyper, const lacuna_row_sparse *gradient, const lacuna_rows_mut *weight,
    const lacuna_rows_mut *momentum, lacuna_error *error);

// kernels/src/map/abs.rs: `|x|`.
// Values: f32, f64.
lacuna_status lacuna_map_abs(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/abs.rs: `g sign(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_abs_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/square.rs: `x x`.
// Values: f32, f64.
lacuna_status lacuna_map_square(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/square.rs: `g (x + x)`.
// Values: f32, f64.
lacuna_status lacuna_map_square_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/relu.rs: `max(x, 0)`.
// Values: f32, f64.
lacuna_status lacuna_map_relu(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/relu.rs: `g (1 where y > 0, else 0 where y <= 0, else y)`.
// Values: f32, f64.
lacuna_status lacuna_map_relu_backward(const lacuna_array *gradient, const lacuna_array *result, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/negative.rs: `-x`.
// Values: f32, f64.
lacuna_status lacuna_map_negative(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/sign.rs: `sign(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sign(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/round.rs: `round(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_round(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rint.rs: `rint(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_rint(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/floor.rs: `floor(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_floor(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/ceil.rs: `ceil(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_ceil(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/trunc.rs: `trunc(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_trunc(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/degrees.rs: `f64(x (180 / pi))`.
// Values: f32, f64.
lacuna_status lacuna_map_degrees(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/radians.rs: `f64(x (pi / 180))`.
// Values: f32, f64.
lacuna_status lacuna_map_radians(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/softsign.rs: `x / (1 + |x|)`.
// Values: f32, f64.
lacuna_status lacuna_map_softsign(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/softsign.rs: `g (1 / ((1 + |x|) (1 + |x|)))`.
// Values: f32, f64.
lacuna_status lacuna_map_softsign_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/hard_sigmoid.rs: `clip(alpha x + beta, 0, 1)`.
// Values: f32, f64.
lacuna_status lacuna_map_hard_sigmoid(const lacuna_array *input, const void *alpha, const void *beta, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/hard_sigmoid.rs: `((g alpha where alpha != 0, else 0) where y < 1, else 0) where y > 0, else 0, with y = alpha x + beta`.
// Values: f32, f64.
lacuna_status lacuna_map_hard_sigmoid_backward(const lacuna_array *gradient, const lacuna_array *input, const void *alpha,
    const void *beta, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/plus_scalar.rs: `x + s`.
// Values: f32, f64.
lacuna_status lacuna_map_plus_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/mul_scalar.rs: `x s`.
// Values: f32, f64.
lacuna_status lacuna_map_mul_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/div_scalar.rs: `x / s`.
// Values: f32, f64.
lacuna_status lacuna_map_div_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rminus_scalar.rs: `s - x`.
// Values: f32, f64.
lacuna_status lacuna_map_rminus_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rdiv_scalar.rs: `s / x`.
// Values: f32, f64.
lacuna_status lacuna_map_rdiv_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rdiv_scalar.rs: `g (-s / (x x))`.
// Values: f32, f64.
lacuna_status lacuna_map_rdiv_scalar_backward(const lacuna_array *gradient, const lacuna_array *input, const void *scalar,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/maximum_scalar.rs: `max(x, s)`.
// Values: f32, f64.
lacuna_status lacuna_map_maximum_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/minimum_scalar.rs: `min(x, s)`.
// Values: f32, f64.
lacuna_status lacuna_map_minimum_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/equal_scalar.rs: `x == s`.
// Values: numbers.
lacuna_status lacuna_map_equal_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/not_equal_scalar.rs: `x != s`.
// Values: numbers.
lacuna_status lacuna_map_not_equal_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/greater_scalar.rs: `x > s`.
// Values: numbers.
lacuna_status lacuna_map_greater_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/greater_equal_scalar.rs: `x >= s`.
// Values: numbers.
lacuna_status lacuna_map_greater_equal_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/lesser_scalar.rs: `x < s`.
// Values: numbers.
lacuna_status lacuna_map_lesser_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/lesser_equal_scalar.rs: `x <= s`.
// Values: numbers.
lacuna_status lacuna_map_lesser_equal_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/clip.rs: `clip(x, a_min, a_max)`.
// Values: f32, f64.
lacuna_status lacuna_map_clip(const lacuna_array *input, const void *a_min, const void *a_max, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/clip.rs: `0 where x < a_min, else 0 where x > a_max, else g`.
// Values: f32, f64.
lacuna_status lacuna_map_clip_backward(const lacuna_array *gradient, const lacuna_array *input, const void *a_min, const void *a_max,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/quadratic.rs: `(a x + b) x + c`.
// Values: f32, f64.
lacuna_status lacuna_map_quadratic(const lacuna_array *input, const void *a, const void *b, const void *c, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/quadratic.rs: `g ((a + a) x + b)`.
// Values: f32, f64.
lacuna_status lacuna_map_quadratic_backward(const lacuna_array *gradient, const lacuna_array *input, const void *a, const void *b,
    const void *c, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/smooth_l1.rs: `|x| - 0.5 (1 / (s s)) where |x| > 1 / (s s), else 0.5 x x (s s)`.
// Values: f32, f64.
lacuna_status lacuna_map_smooth_l1(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/smooth_l1.rs: `-g where x < -(1 / (s s)), else g where x > 1 / (s s), else g (s s x)`.
// Values: f32, f64.
lacuna_status lacuna_map_smooth_l1_backward(const lacuna_array *gradient, const lacuna_array *input, const void *scalar,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/exp.rs: `e^x`.
// Values: f32, f64.
lacuna_status lacuna_map_exp(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/expm1.rs: `expm1(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_expm1(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/expm1.rs: `g e^x`.
// Values: f32, f64.
lacuna_status lacuna_map_expm1_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/log.rs: `ln(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_log(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/log.rs: `g (1 / x)`.
// Values: f32, f64.
lacuna_status lacuna_map_log_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/log2.rs: `log2(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_log2(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/log2.rs: `g (1 / (x ln(2)))`.
// Values: f32, f64.
lacuna_status lacuna_map_log2_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/log10.rs: `log10(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_log10(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/log10.rs: `g (1 / (x ln(10)))`.
// Values: f32, f64.
lacuna_status lacuna_map_log10_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/log1p.rs: `log1p(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_log1p(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/log1p.rs: `g (1 / (1 + x))`.
// Values: f32, f64.
lacuna_status lacuna_map_log1p_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/sigmoid.rs: `sigmoid(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sigmoid(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/sigmoid.rs: `g (y (1 - y))`.
// Values: f32, f64.
lacuna_status lacuna_map_sigmoid_backward(const lacuna_array *gradient, const lacuna_array *result, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/softrelu.rs: `softrelu(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_softrelu(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/softrelu.rs: `g sigmoid(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_softrelu_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/sin.rs: `sin(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sin(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/sin.rs: `g cos(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sin_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/cos.rs: `cos(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_cos(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/cos.rs: `g (-sin(x))`.
// Values: f32, f64.
lacuna_status lacuna_map_cos_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/tan.rs: `tan(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_tan(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/tan.rs: `g (1 + y y)`.
// Values: f32, f64.
lacuna_status lacuna_map_tan_backward(const lacuna_array *gradient, const lacuna_array *result, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/arcsin.rs: `arcsin(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_arcsin(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/arcsin.rs: `g (1 / sqrt((1 - x) (1 + x)))`.
// Values: f32, f64.
lacuna_status lacuna_map_arcsin_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/arccos.rs: `arccos(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_arccos(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/arccos.rs: `g (-(1 / sqrt((1 - x) (1 + x))))`.
// Values: f32, f64.
lacuna_status lacuna_map_arccos_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/arctan.rs: `arctan(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_arctan(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/arctan.rs: `g (1 / (1 + x x))`.
// Values: f32, f64.
lacuna_status lacuna_map_arctan_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/sinh.rs: `sinh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sinh(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/sinh.rs: `g cosh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sinh_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/cosh.rs: `cosh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_cosh(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/cosh.rs: `g sinh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_cosh_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/tanh.rs: `tanh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_tanh(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/tanh.rs: `g ((1 - y) (1 + y))`.
// Values: f32, f64.
lacuna_status lacuna_map_tanh_backward(const lacuna_array *gradient, const lacuna_array *result, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/arcsinh.rs: `arcsinh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_arcsinh(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/arcsinh.rs: `g (r / sqrt(1 + r r)) where |x| > 1, else g (1 / sqrt(x x + 1)), with r = 1 / |x|`.
// Values: f32, f64.
lacuna_status lacuna_map_arcsinh_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/arccosh.rs: `arccosh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_arccosh(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/arccosh.rs: `g (1 / (sqrt(|x| - 1) sqrt(|x| + 1)))`.
// Values: f32, f64.
lacuna_status lacuna_map_arccosh_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/arctanh.rs: `arctanh(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_arctanh(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/arctanh.rs: `g (1 / ((1 - x) (1 + x)))`.
// Values: f32, f64.
lacuna_status lacuna_map_arctanh_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/sqrt.rs: `sqrt(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_sqrt(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/sqrt.rs: `g (0.5 / y)`.
// Values: f32, f64.
lacuna_status lacuna_map_sqrt_backward(const lacuna_array *gradient, const lacuna_array *result, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/rsqrt.rs: `rsqrt(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_rsqrt(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rsqrt.rs: `g (-(0.5 rsqrt(x) / x))`.
// Values: f32, f64.
lacuna_status lacuna_map_rsqrt_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/cbrt.rs: `cbrt(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_cbrt(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/cbrt.rs: `g (1 / (3 (y y)))`.
// Values: f32, f64.
lacuna_status lacuna_map_cbrt_backward(const lacuna_array *gradient, const lacuna_array *result, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/rcbrt.rs: `rcbrt(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_rcbrt(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rcbrt.rs: `g (-(rcbrt(x) / (3 x)))`.
// Values: f32, f64.
lacuna_status lacuna_map_rcbrt_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/erf.rs: `erf(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_erf(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/erf.rs: `g (f64(2 / sqrt(pi)) e^-(x x))`.
// Values: f32, f64.
lacuna_status lacuna_map_erf_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/erfinv.rs: `erfinv(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_erfinv(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/erfinv.rs: `g (f64(sqrt(pi) / 2) e^(erfinv(x) erfinv(x)))`.
// Values: f32, f64.
lacuna_status lacuna_map_erfinv_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/gamma.rs: `gamma(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_gamma(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/gamma.rs: `g (gamma(x) digamma(x))`.
// Values: f32, f64.
lacuna_status lacuna_map_gamma_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/gammaln.rs: `gammaln(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_gammaln(const lacuna_array *input, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/gammaln.rs: `g digamma(x)`.
// Values: f32, f64.
lacuna_status lacuna_map_gammaln_backward(const lacuna_array *gradient, const lacuna_array *input, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/map/power_scalar.rs: `x^s`.
// Values: f32, f64.
lacuna_status lacuna_map_power_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/power_scalar.rs: `g (x^(s - 1) s)`.
// Values: f32, f64.
lacuna_status lacuna_map_power_scalar_backward(const lacuna_array *gradient, const lacuna_array *input, const void *scalar,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rpower_scalar.rs: `s^x`.
// Values: f32, f64.
lacuna_status lacuna_map_rpower_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rpower_scalar.rs: `g (y ln(s))`.
// Values: f32, f64.
lacuna_status lacuna_map_rpower_scalar_backward(const lacuna_array *gradient, const lacuna_array *result, const void *scalar,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/hypot_scalar.rs: `hypot(x, s)`.
// Values: f32, f64.
lacuna_status lacuna_map_hypot_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/hypot_scalar.rs: `g (x / hypot(x, s))`.
// Values: f32, f64.
lacuna_status lacuna_map_hypot_scalar_backward(const lacuna_array *gradient, const lacuna_array *input, const void *scalar,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/mod_scalar.rs: `mod(x, s)`.
// Values: f32, f64.
lacuna_status lacuna_map_mod_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rmod_scalar.rs: `mod(s, x)`.
// Values: f32, f64.
lacuna_status lacuna_map_rmod_scalar(const lacuna_array *input, const void *scalar, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/map/rmod_scalar.rs: `g (-floor(s / x))`.
// Values: f32, f64.
lacuna_status lacuna_map_rmod_scalar_backward(const lacuna_array *gradient, const lacuna_array *input, const void *scalar,
    const lacuna_array_mut *out, lacuna_error *error);

// Writes the number of columns that `a` or `b` stores, for each row. Written to `indptr + 1` with `indptr[0] = 0`,
// they become pointers by `lacuna_cast_accumulate_indptr`.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_union_nnz(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *counts, lacuna_error *error);

// Writes the number of columns that both `a` and `b` store, for each row. Written to `indptr + 1` with
// `indptr[0] = 0`, they become pointers by `lacuna_cast_accumulate_indptr`.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_intersection_nnz(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *counts,
    lacuna_error *error);

// Writes the ids of the rows that both arrays store. `stored_rows` gets their number.
//
// If `ids` is too short, the error says how many elements are needed, and it holds the first ones.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_intersection_ids(const lacuna_row_sparse *left, const lacuna_row_sparse *right,
    const lacuna_array_mut *ids, size_t *stored_rows, lacuna_error *error);

// kernels/src/binary/multiply.rs: `x y`.
// Values: f32, f64.
lacuna_status lacuna_binary_multiply(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/subtract.rs: `x - y`.
// Values: f32, f64.
lacuna_status lacuna_binary_subtract(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/maximum.rs: `max(x, y)`.
// Values: f32, f64.
lacuna_status lacuna_binary_maximum(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/minimum.rs: `min(x, y)`.
// Values: f32, f64.
lacuna_status lacuna_binary_minimum(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/equal.rs: `x == y`.
// Values: f32, f64.
lacuna_status lacuna_binary_equal(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/not_equal.rs: `x != y`.
// Values: f32, f64.
lacuna_status lacuna_binary_not_equal(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/binary/greater.rs: `x > y`.
// Values: f32, f64.
lacuna_status lacuna_binary_greater(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/greater_equal.rs: `x >= y`.
// Values: f32, f64.
lacuna_status lacuna_binary_greater_equal(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/binary/power.rs: `x^y`.
// Values: f32, f64.
lacuna_status lacuna_binary_power(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/hypot.rs: `hypot(x, y)`.
// Values: f32, f64.
lacuna_status lacuna_binary_hypot(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/modulo.rs: `mod(x, y)`.
// Values: f32, f64.
lacuna_status lacuna_binary_modulo(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/add.rs: `x + y`.
// Values: f32, f64.
lacuna_status lacuna_binary_add(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/divide.rs: `x / y`.
// Values: f32, f64.
lacuna_status lacuna_binary_divide(const lacuna_array *left, const lacuna_array *right, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/binary/csr_add.rs: `A + B`.
// The pointers of `out` are those of `lacuna_binary_csr_union_nnz`. At the first row whose number of entries is not what they say it stops, with the rows before it, and parts of it and the next, written.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_add(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/csr_add_one_pass.rs: `A + B`.
// Arrays may be longer than needed; `count` gets the stored entries. Where one is too short, the error says what is needed, and they hold anything, as they do behind the stored entries. The entries of both matrices together are always enough.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_add_one_pass(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *indptr,
    const lacuna_array_mut *indices, const lacuna_array_mut *values, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_subtract.rs: `A - B`.
// As `lacuna_binary_csr_add`.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_subtract(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/csr_subtract_one_pass.rs: `A - B`.
// As `lacuna_binary_csr_add_one_pass`.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_subtract_one_pass(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *indptr,
    const lacuna_array_mut *indices, const lacuna_array_mut *values, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_multiply.rs: `A B, element by element`.
// The pointers of `out` are those of `lacuna_binary_csr_intersection_nnz`. At the first row whose number of entries is not what they say it stops, with the rows before it, and parts of it and the next, written.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_multiply(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/csr_multiply_one_pass.rs: `A B, element by element`.
// As `lacuna_binary_csr_add_one_pass`; the entries of either matrix are always enough.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_multiply_one_pass(const lacuna_csr *a, const lacuna_csr *b, const lacuna_array_mut *indptr,
    const lacuna_array_mut *indices, const lacuna_array_mut *values, size_t *count, lacuna_error *error);

// kernels/src/binary/csr_maximum.rs: `max(A, B), element by element`.
// As `lacuna_binary_csr_add`, its pointers too.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_maximum(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/csr_minimum.rs: `min(A, B), element by element`.
// As `lacuna_binary_csr_add`, its pointers too.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_minimum(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/csr_greater.rs: `A > B, element by element`.
// As `lacuna_binary_csr_add`, its pointers too: 1 where an element of `a` is greater than that of `b`, 0 at the other entries.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_greater(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/csr_not_equal.rs: `A != B, element by element`.
// As `lacuna_binary_csr_add`, its pointers too: 1 where elements differ, 0 at the other entries.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_not_equal(const lacuna_csr *a, const lacuna_csr *b, const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/binary/rows_add.rs: `A + B`.
// `out` is written in the rows that it has; a row that a row_sparse operand does not store counts as zero.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_add(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_subtract.rs: `A - B`.
// As `lacuna_binary_rows_add`.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_subtract(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_multiply.rs: `A B, element by element`.
// As `lacuna_binary_rows_add`. `lacuna_binary_rows_intersection_ids` finds the rows that two row_sparse operands store.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_multiply(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_divide.rs: `A / B, element by element`.
// As `lacuna_binary_rows_add`.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_divide(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_maximum.rs: `max(A, B), element by element`.
// As `lacuna_binary_rows_add`.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_maximum(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_minimum.rs: `min(A, B), element by element`.
// As `lacuna_binary_rows_add`.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_minimum(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_greater.rs: `A > B, element by element`.
// As `lacuna_binary_rows_add`: 1 where an element of `left` is greater than that of `right`, or 0.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_greater(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/rows_not_equal.rs: `A != B, element by element`.
// As `lacuna_binary_rows_add`: 1 where elements differ, or 0.
// Values: f32, f64.
lacuna_status lacuna_binary_rows_not_equal(const lacuna_broadcast *left, const lacuna_broadcast *right, const lacuna_rows_mut *out,
    lacuna_error *error);

// kernels/src/binary/csr_broadcast_add.rs: `A + B`.
// An entry that `a` does not store counts as zero.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_broadcast_add(const lacuna_csr *a, const lacuna_broadcast *b, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/binary/csr_broadcast_subtract.rs: `A - B`.
// An entry that `a` does not store counts as zero.
// Values: f32, f64.
lacuna_status lacuna_binary_csr_broadcast_subtract(const lacuna_csr *a, const lacuna_broadcast *b, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/binary/broadcast_subtract_csr.rs: `B - A`.
// An entry that `a` does not store counts as zero.
// Values: f32, f64.
lacuna_status lacuna_binary_broadcast_subtract_csr(const lacuna_broadcast *b, const lacuna_csr *a, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/binary/entries_multiply.rs: `A B`, element by element, at the entries of A.
// `out` has a value for each entry of `a`.
// Values: f32, f64.
lacuna_status lacuna_binary_entries_multiply(const lacuna_csr *a, const lacuna_broadcast *b, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/binary/entries_divide.rs: `A / B`, element by element, at the entries of A.
// `out` has a value for each entry of `a`.
// Values: f32, f64.
lacuna_status lacuna_binary_entries_divide(const lacuna_csr *a, const lacuna_broadcast *b, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/binary/entries_gather.rs: `B` at the entries of A.
// `out` has a value for each entry of `a`, whose values are not read.
// Values: f32, f64.
lacuna_status lacuna_binary_entries_gather(const lacuna_csr *a, const lacuna_broadcast *b, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/binary/accumulate_csr.rs: `S + A`.
// `sum` is updated in place.
// Values: f32, f64.
lacuna_status lacuna_binary_accumulate_csr(const lacuna_csr *input, const lacuna_dense_mut *sum, lacuna_error *error);

// kernels/src/binary/accumulate_rows.rs: `S + A`.
// `sum` is updated in place; rows that a row_sparse `input` does not store stay as they are.
// Values: f32, f64.
lacuna_status lacuna_binary_accumulate_rows(const lacuna_broadcast *input, const lacuna_dense_mut *sum, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x`.
// `out` is one value.
// Values: f32, f64.
lacuna_status lacuna_reduce_sum(const lacuna_array *values, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_sum_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_sum_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_sum_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/sum.rs: `sum of x` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.
// Values: f32, f64.
lacuna_status lacuna_reduce_sum_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count`.
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
// Values: f32, f64.
lacuna_status lacuna_reduce_mean(const lacuna_array *values, size_t count, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_mean_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_mean_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_mean_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/mean.rs: `(sum of x) / count` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.
// Values: f32, f64.
lacuna_status lacuna_reduce_mean_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|`.
// `out` is one value.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm1(const lacuna_array *values, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm1_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm1_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm1_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm1.rs: `sum of |x|` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm1_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)`.
// `out` is one value.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm2(const lacuna_array *values, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm2_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm2_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm2_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/norm2.rs: `sqrt(sum of x^2)` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.
// Values: f32, f64.
lacuna_status lacuna_reduce_norm2_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2`.
// `out` is one value.
// Values: f32, f64.
lacuna_status lacuna_reduce_square_sum(const lacuna_array *values, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_square_sum_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_square_sum_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_square_sum_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/square_sum.rs: `sum of x^2` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows.
// Values: f32, f64.
lacuna_status lacuna_reduce_square_sum_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x`.
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
// Values: f32, f64.
lacuna_status lacuna_reduce_max(const lacuna_array *values, size_t count, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_max_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_max_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each row.
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
// Values: f32, f64.
lacuna_status lacuna_reduce_max_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/max.rs: `largest x` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows. An element that is not stored counts as zero.
// Values: f32, f64.
lacuna_status lacuna_reduce_max_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x`.
// `out` is one value. `count` is the number of elements, of which `values` are those stored.
// Values: f32, f64.
lacuna_status lacuna_reduce_min(const lacuna_array *values, size_t count, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
// `a` is R x C, `out` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_min_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
// `a` is R x C, `out` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_min_columns(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each row.
// `a` is R x C, `out` R values. An element that is not stored counts as zero.
// Values: f32, f64.
lacuna_status lacuna_reduce_min_csr_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/min.rs: `smallest x` of each column.
// `a` is R x C, `out` C values. `scratch` is 2 C values or more, 7 C for more than 1024 rows. An element that is not stored counts as zero.
// Values: f32, f64.
lacuna_status lacuna_reduce_min_csr_columns(const lacuna_csr *a, const lacuna_array_mut *scratch, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/reduce/argmax_rows.rs: column of the largest value of each row.
// `a` is R x C, `out` R numbers.
// Values: f32, f64.
lacuna_status lacuna_reduce_argmax_rows(const lacuna_dense *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/extreme_rows_backward.rs: `g` where `x` is the extreme of its row, else 0.
// `a` and `out` are R x C, `gradient` and `result` R values, `result` the extremes of the rows of `a`.
// Values: f32, f64.
lacuna_status lacuna_reduce_extreme_rows_backward(const lacuna_array *gradient, const lacuna_dense *a, const lacuna_array *result,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/reduce/extreme_columns_backward.rs: `g` where `x` is the extreme of its column, else 0.
// `a` and `out` are R x C, `gradient` and `result` C values, `result` the extremes of the columns of `a`.
// Values: f32, f64.
lacuna_status lacuna_reduce_extreme_columns_backward(const lacuna_array *gradient, const lacuna_dense *a, const lacuna_array *result,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/reduce/repeat_rows.rs: a value for each row.
// `out` is R x C, `values` R values.
// Values: f32, f64.
lacuna_status lacuna_reduce_repeat_rows(const lacuna_array *values, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/reduce/repeat_columns.rs: a value for each column.
// `out` is R x C, `values` C values.
// Values: f32, f64.
lacuna_status lacuna_reduce_repeat_columns(const lacuna_array *values, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/reduce/nnz_rows.rs: stored entries of each row.
// `a` is R x C, `out` R numbers.
// Values: numbers.
lacuna_status lacuna_reduce_nnz_rows(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/reduce/nnz_columns.rs: stored entries of each column.
// `a` is R x C, `out` C numbers.
// Values: numbers.
lacuna_status lacuna_reduce_nnz_columns(const lacuna_csr *a, const lacuna_array_mut *out, lacuna_error *error);

// Writes different classes of the log-uniform distribution, ascending, as many as `ids` has elements. `tries` gets
// how many draws they took, as `lacuna_random_expected_counts_unique` takes it. Near as many ids as classes take
// very many draws: all of 10,000 about 700,000, all of 1,000,000 about 160 million, which is most of a minute.
lacuna_status lacuna_random_log_uniform_unique(const lacuna_stream *stream, size_t classes, const lacuna_array_mut *ids, size_t *tries,
    lacuna_error *error);

// Writes the pattern of a csr of which each element is stored with the probability `density`, a `double`: `indptr`
// has one element more than there are rows. `nnz` gets the number of entries.
//
// If `indices` is too short, not all pointers are written, and the error reports one entry more than there is room
// for. For `n` elements, `n d + 6 sqrt(n d) + 9` entries are enough.
lacuna_status lacuna_random_uniform_pattern(const lacuna_stream *stream, size_t columns, const void *density,
    const lacuna_array_mut *indptr, const lacuna_array_mut *indices, size_t *nnz, lacuna_error *error);

// Writes the ids of a row_sparse of which each row is stored with the probability `density`, a `double`,
// ascending, as `lacuna_random_uniform_pattern` writes those of one row. `stored_rows` gets their number.
lacuna_status lacuna_random_row_ids(const lacuna_stream *stream, size_t rows, const void *density, const lacuna_array_mut *ids,
    size_t *stored_rows, lacuna_error *error);

// Writes the pattern of a csr whose rows are twice as long from row to row, until there are as many entries as
// `indices` has elements; those behind have the first column alone.
//
// `indptr` has one element more than there are rows, `indices` at least two for each.
lacuna_status lacuna_random_power_law_pattern(size_t columns, const lacuna_array_mut *indptr, const lacuna_array_mut *indices,
    lacuna_error *error);

// kernels/src/random/uniform.rs: `low + (high - low) u`.
// `u` are numbers from 0 to below 1, of 24 random bits in `f32` and 53 in `f64`. `low` and `high` point to one value each.
// Values: f32, f64.
lacuna_status lacuna_random_uniform(const lacuna_stream *stream, const void *low, const void *high, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/random/bernoulli.rs: `value` with the probability, else 0.
// With `value` 1 / `probability` a mask for dropout. `probability` and `value` point to one value each.
// Values: f32, f64.
lacuna_status lacuna_random_bernoulli(const lacuna_stream *stream, const void *probability, const void *value, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/random/normal.rs: `mean + deviation z`.
// `z` are normally distributed with mean 0 and standard deviation 1, none beyond 5.77 in `f32` and 8.58 in `f64`. `mean` and `deviation` point to one value each.
// Values: f32, f64.
lacuna_status lacuna_random_normal(const lacuna_stream *stream, const void *mean, const void *deviation, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/random/log_uniform.rs: classes drawn with `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`, and their expected counts `n p`.
// `ids` and `out` have one length `n`; the ids are from 0 to below `classes`, drawn with repetition, and `out` says how often each is expected among them.
// Values: f32, f64.
lacuna_status lacuna_random_log_uniform(const lacuna_stream *stream, size_t classes, const lacuna_array_mut *ids,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/random/expected_counts.rs: `tries p`.
// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)` of each of the `ids`, which are below `classes`; `out` has as many elements.
// Values: f32, f64.
lacuna_status lacuna_random_expected_counts(const lacuna_array *ids, size_t classes, size_t tries, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/random/expected_counts_unique.rs: `-expm1(tries log1p(-p))`.
// As `lacuna_random_expected_counts`, of the ids and the number of tries of `lacuna_random_log_uniform_unique`.
// Values: f32, f64.
lacuna_status lacuna_random_expected_counts_unique(const lacuna_array *ids, size_t classes, size_t tries, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/loss/regression_gradient.rs: `(y - z) scale`.
// `scale` is `grad_scale` over the numbers in a row of the label. It points to one value, as `margin` does below.
// Values: f32, f64.
lacuna_status lacuna_loss_regression_gradient(const lacuna_array *result, const lacuna_array *label, const void *scale,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/mae_gradient.rs: `sign(y - z) scale`.
// As `lacuna_loss_regression_gradient`.
// Values: f32, f64.
lacuna_status lacuna_loss_mae_gradient(const lacuna_array *result, const lacuna_array *label, const void *scale,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/sigmoid_cross_entropy.rs: `(max(x, 0) - x z) + softrelu(-|x|)`.
// A label is a number from 0 to 1.
// Values: f32, f64.
lacuna_status lacuna_loss_sigmoid_cross_entropy(const lacuna_array *logits, const lacuna_array *labels, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/loss/sigmoid_cross_entropy.rs: `(sigmoid(x) - z) scale`.
// As `lacuna_loss_sigmoid_cross_entropy`.
// Values: f32, f64.
lacuna_status lacuna_loss_sigmoid_cross_entropy_gradient(const lacuna_array *logits, const lacuna_array *labels, const void *scale,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/hinge.rs: `max(margin - y z, 0)`.
// A label is 1 or -1.
// Values: f32, f64.
lacuna_status lacuna_loss_hinge(const lacuna_array *result, const lacuna_array *label, const void *margin, const lacuna_array_mut *out,
    lacuna_error *error);

// kernels/src/loss/hinge.rs: `-z scale where margin - y z > 0, else 0`.
// A label is 1 or -1.
// Values: f32, f64.
lacuna_status lacuna_loss_hinge_gradient(const lacuna_array *result, const lacuna_array *label, const void *margin, const void *scale,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/squared_hinge.rs: `m m, with m = max(margin - y z, 0)`.
// A label is 1 or -1.
// Values: f32, f64.
lacuna_status lacuna_loss_squared_hinge(const lacuna_array *result, const lacuna_array *label, const void *margin,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/squared_hinge.rs: `0 where m <= 0, else -z (m + m) scale, with m = margin - y z`.
// A label is 1 or -1.
// Values: f32, f64.
lacuna_status lacuna_loss_squared_hinge_gradient(const lacuna_array *result, const lacuna_array *label, const void *margin,
    const void *scale, const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/csr_regression_gradient.rs: `(Y - Z) scale`.
// All are R x C. An entry that `label` does not store counts as zero.
// Values: f32, f64.
lacuna_status lacuna_loss_csr_regression_gradient(const lacuna_dense *result, const lacuna_csr *label, const void *scale,
    const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/softmax.rs: `e^x / sum of e^x` of each row.
// Both are R x C. The largest number of a row is subtracted first, so that nothing overflows.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax(const lacuna_dense *logits, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/softmax_columns.rs: `e^x / sum of e^x` of each column of an element of the batch.
// Both are N C x P, with C = `classes`: of an array of N elements, C classes and P positions. As `lacuna_loss_softmax`, of each column of each C rows.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax_columns(const lacuna_dense *logits, size_t classes, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/softmax_backward.rs: `y (g - sum of g y)` of each row.
// All are R x C; `result` is that of `lacuna_loss_softmax`.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax_backward(const lacuna_dense *gradient, const lacuna_dense *result, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/loss/log_softmax.rs: `x - ln(sum of e^x)` of each row.
// As `lacuna_loss_softmax`.
// Values: f32, f64.
lacuna_status lacuna_loss_log_softmax(const lacuna_dense *logits, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/log_softmax_backward.rs: `g - e^y sum of g` of each row.
// All are R x C; `result` is that of `lacuna_loss_log_softmax`.
// Values: f32, f64.
lacuna_status lacuna_loss_log_softmax_backward(const lacuna_dense *gradient, const lacuna_dense *result, const lacuna_dense_mut *out,
    lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy.rs: `ln(sum of e^x) - x of the label` of each row.
// `logits` is R x C, `labels` R classes below C, `out` R values. A label that equals `ignore`, a class or not, has loss 0; where that is `SIZE_MAX`, so has one below 0. Any other label that is no class is refused.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax_cross_entropy(const lacuna_dense *logits, const lacuna_array *labels, size_t ignore,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/loss/softmax_cross_entropy_gradient.rs: `(softmax - one_hot) scale`.
// As `lacuna_loss_softmax_cross_entropy`; `out` is R x C.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax_cross_entropy_gradient(const lacuna_dense *logits, const lacuna_array *labels, size_t ignore,
    const void *scale, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/softmax_output_gradient.rs: `(P - one_hot, smoothed) scale`.
// As `lacuna_loss_softmax_cross_entropy_gradient`, from the results of `lacuna_loss_softmax`. `smooth_alpha` of the label's probability belongs to the other classes.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax_output_gradient(const lacuna_dense *probabilities, const lacuna_array *labels, size_t ignore,
    const void *smooth_alpha, const void *scale, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/softmax_output_gradient_columns.rs: `(P - one_hot, smoothed) scale` of each column of an element of the batch.
// As `lacuna_loss_softmax_output_gradient`, from the results of `lacuna_loss_softmax_columns`, with N P labels. MXNet divides the scale by P, except for `normalization` valid.
// Values: f32, f64.
lacuna_status lacuna_loss_softmax_output_gradient_columns(const lacuna_dense *probabilities, const lacuna_array *labels, size_t classes,
    size_t ignore, const void *smooth_alpha, const void *scale, const lacuna_dense_mut *out, lacuna_error *error);

// kernels/src/loss/sampled_softmax.rs: loss of the label against sampled noise, and its gradients.
// `noise_logits` and `out` are R x k, `noise_counts` and `noise` have k elements, all others R. Counts are logarithms of expected counts. Noise that is the label of a row is left out there; a row of weight 0 is not looked at, and all of its results are 0.
// Values: f32, f64.
lacuna_status lacuna_loss_sampled_softmax(const lacuna_array *true_logits, const lacuna_dense *noise_logits,
    const lacuna_array *true_counts, const lacuna_array *noise_counts, const lacuna_array *labels, const lacuna_array *noise,
    const lacuna_array *weights, const lacuna_array_mut *losses, const lacuna_array_mut *true_gradient, const lacuna_dense_mut *out,
    lacuna_error *error);

// Writes the pointers of a subgraph: the entries of `graph` in the rows `rows` and the columns `columns`, which
// ascend. `nnz` gets the last one.
//
// `indptr` has at least one element more than `rows`.
// Values: f32, f64.
lacuna_status lacuna_graph_subgraph_indptr(const lacuna_csr *graph, const lacuna_array *rows, const lacuna_array *columns,
    const lacuna_array_mut *indptr, size_t *nnz, lacuna_error *error);

// Writes pointers to `most` edges of each of the vertices, or to all that it has. `nnz` gets the last one.
//
// `indptr` has at least one element more than `vertices`.
// Values: f32, f64.
lacuna_status lacuna_graph_sample_indptr(const lacuna_csr *graph, const lacuna_array *vertices, size_t most,
    const lacuna_array_mut *indptr, size_t *nnz, lacuna_error *error);

// kernels/src/graph/edge_id.rs: value of the edge, or -1 if there is none.
// Edge `t` leads from row `sources[t]` of `graph` to column `targets[t]`. The three lists have one length.
// Values: f32, f64.
lacuna_status lacuna_graph_edge_id(const lacuna_csr *graph, const lacuna_array *sources, const lacuna_array *targets,
    const lacuna_array_mut *out, lacuna_error *error);

// kernels/src/graph/subgraph.rs: entries in some rows and columns, renumbered.
// `out` has the `lacuna_graph_subgraph_indptr` of these rows, in any order, and columns, which ascend. At the first row whose number of entries is another one it stops, with the rows before it, and a part of it, written.
// Values: f32, f64.
lacuna_status lacuna_graph_subgraph(const lacuna_csr *graph, const lacuna_array *rows, const lacuna_array *columns,
    const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors.rs: some of the edges of each vertex.
// `out` has a row for each of the vertices, with the `lacuna_graph_sample_indptr`, or others with no more edges than the vertex has; its columns are those of `graph`. Which edges are chosen depends on the stream, the vertex and their number alone.
// Values: f32, f64.
lacuna_status lacuna_graph_sample_neighbors(const lacuna_csr *graph, const lacuna_array *vertices, const lacuna_stream *stream,
    const lacuna_csr_mut *out, lacuna_error *error);

// kernels/src/graph/sample_neighbors_weighted.rs: some of the edges of each vertex, with given probabilities.
// As `lacuna_graph_sample_neighbors`; `weight` has an element for each column of `graph`, in proportion to which edges are chosen, one after the other.
// Values: f32, f64.
lacuna_status lacuna_graph_sample_neighbors_weighted(const lacuna_csr *graph, const lacuna_array *vertices, const lacuna_array *weight,
    const lacuna_stream *stream, const lacuna_csr_mut *out, lacuna_error *error);

// Checks every rule of a csr, whatever its `trusted` says, in time proportional to its rows and entries. After
// that, `trusted` may be 1 as long as its arrays do not change.
// Values: numbers.
lacuna_status lacuna_check_csr(const lacuna_csr *csr, lacuna_error *error);

// Checks every rule of a row_sparse, whatever its `trusted` says, in time proportional to its stored rows. After
// that, `trusted` may be 1 as long as its arrays do not change.
// Values: numbers.
lacuna_status lacuna_check_row_sparse(const lacuna_row_sparse *row_sparse, lacuna_error *error);

// Checks every rule of a plan, whatever its `trusted` says, in time proportional to its terms.
lacuna_status lacuna_check_plan(const lacuna_plan *plan, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, without copying.
// Values: numbers.
lacuna_status lacuna_csr_rows(const lacuna_csr *csr, size_t start, size_t end, lacuna_csr *part, lacuna_error *error);

// `part` gets the rows of `csr` from `start` to before `end`, to be written.
// Values: numbers.
lacuna_status lacuna_csr_mut_rows(const lacuna_csr_mut *csr, size_t start, size_t end, lacuna_csr_mut *part, lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, without copying: found by a search among the
// stored ids.
// Values: numbers.
lacuna_status lacuna_row_sparse_rows(const lacuna_row_sparse *row_sparse, size_t start, size_t end, lacuna_row_sparse *part,
    lacuna_error *error);

// `part` gets the rows of `row_sparse` from `start` to before `end`, to be written.
// Values: numbers.
lacuna_status lacuna_row_sparse_mut_rows(const lacuna_row_sparse_mut *row_sparse, size_t start, size_t end, lacuna_row_sparse_mut *part,
    lacuna_error *error);

// `part` gets the segments of `plan` from `start` to before `end`: its results are those stored rows of a
// row_sparse result.
lacuna_status lacuna_plan_segments(const lacuna_plan *plan, size_t start, size_t end, lacuna_plan *part, lacuna_error *error);

// `part` gets the segments of `plan` whose ids lie from `start` to before `end`, as a plan of a result that has
// just these rows.
lacuna_status lacuna_plan_rows(const lacuna_plan *plan, size_t start, size_t end, lacuna_plan *part, lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored entries, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each
// range and the end of the last; `ranges` gets how many ranges there are.
// Values: numbers.
lacuna_status lacuna_partition_csr(const lacuna_csr *csr, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Cuts the rows into at most `parts` ranges of nearly equal stored rows, for as many threads.
//
// `bounds`, of one element more than there are parts or rows, whichever are fewer, gets the first row of each
// range and the end of the last; `ranges` gets how many ranges there are.
// Values: numbers.
lacuna_status lacuna_partition_row_sparse(const lacuna_row_sparse *row_sparse, size_t parts, size_t *bounds, size_t bounds_length,
    size_t *ranges, lacuna_error *error);

// Cuts the segments into at most `parts` ranges of nearly equal terms, for as many threads.
//
// `bounds`, of one element more than there are parts or segments, whichever are fewer, gets the first segment of
// each range and the end of the last; `ranges` gets how many ranges there are.
lacuna_status lacuna_partition_plan(const lacuna_plan *plan, size_t parts, size_t *bounds, size_t bounds_length, size_t *ranges,
    lacuna_error *error);

// Makes all kernels of the process run at a level: 1 baseline, 2 AVX2, 3 AVX-512; 0 for the best one.
lacuna_status lacuna_force_level(size_t level, lacuna_error *error);

// Writes the sentence of an error, with its numbers and a zero at its end, to `text`, cut off after `capacity`
// bytes; gives the length of the whole sentence without the zero.
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

// Bytes of scratch for a plan of so many entries, with indices of this `lacuna_type`, aligned to 16 bytes for
// `LACUNA_TYPE_I64`, else to 8; all that a size can hold, if that is not enough, or if no index has this type.
size_t lacuna_plan_scratch(uint32_t index_type, size_t entries);

// Elements that the columns, and the entries, of the block ends of a csr with so many entries have at most.
size_t lacuna_block_ends_capacity(size_t nnz);

// Bytes of scratch for finding the block ends of a csr with so many columns, with indices of this `lacuna_type`,
// and aligned as they are; all that a size can hold, if that is not enough, or if no index has this type. A csr of
// at most 1024 rows needs none.
size_t lacuna_block_ends_scratch(uint32_t index_type, size_t columns);

// Bytes of scratch for finding the pattern of a product of two csr with so many columns, aligned to 8 bytes; all
// that a size can hold, if that is not enough.
size_t lacuna_csr_csr_scratch(size_t columns);

// Values of scratch for the product of a dense matrix with a csr of so many rows and columns; all that a size can
// hold, if that is not enough.
size_t lacuna_dense_csr_scratch(size_t rows, size_t columns);

// Values of scratch for a product of two dense matrices, transposed or not, of so many rows and columns and so
// many terms in each sum: at most 1.1 million.
size_t lacuna_dense_dense_scratch(size_t rows, size_t columns, size_t terms);

// Elements of memory for the SELL plan of a csr; all that a size can hold, if that is not enough.
size_t lacuna_sell_plan_length(size_t rows, size_t nnz);

// Bytes of scratch for a sum of so many arrays, aligned as a size is; all that a size can hold, if that is not
// enough.
size_t lacuna_add_n_scratch(size_t inputs);

// Infers how the results of an operator of MXNet are stored, and how it runs, from the storage types of its
// operands: nothing is computed.
//
// `operator_name` is its name, such as "elemwise_add". The parameters are texts as MXNet has them: `names[i]` is
// "transpose_a", `values[i]` "True"; those that say nothing about storage types are passed over, and what is not
// given has the default of MXNet. `device` is a `lacuna_device`. `inputs` has a `lacuna_stype` for each operand,
// at most 256. `outputs` has one for each result, `LACUNA_STYPE_ANY` except for arrays that the caller supplies:
// those of the results are written there, and a `lacuna_mode` to `mode`.
//
// Where the mode is `LACUNA_MODE_FALLBACK`, or the call is refused with `LACUNA_STATUS_NOT_IMPLEMENTED`,
// `lacuna_infer_nearest` returns the nearest path. For another number of operands or results than the operator
// has, the error says how many it has.
lacuna_status lacuna_infer(const char *operator_name, const char *const *names, const char *const *values, size_t parameters,
    uint32_t device, const uint32_t *inputs, size_t inputs_length, uint32_t *outputs, size_t outputs_length, uint32_t *mode,
    lacuna_error *error);

// Writes the storage types nearest to those of a call for which the operator has a path, such as "dot(csr,
// default) -> default, fcompute_ex", and a zero to `text`, cut off after `capacity` bytes; gives the length of the
// whole text without the zero.
//
// The arguments are those of `lacuna_infer`. Nearest is where fewest operands are converted. The text is empty if
// the call has a path itself, if there is none, or if `lacuna_infer` refuses the arguments. `text` may be null if
// `capacity` is 0.
size_t lacuna_infer_nearest(const char *operator_name, const char *const *names, const char *const *values, size_t parameters,
    uint32_t device, const uint32_t *inputs, size_t inputs_length, char *text, size_t capacity);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // LACUNA_H
