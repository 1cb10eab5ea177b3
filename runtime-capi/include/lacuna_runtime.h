#ifndef LACUNA_RUNTIME_H
#define LACUNA_RUNTIME_H

// Lacuna 0.1.0: readers and learners, and the kernels on threads and on GPUs.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by `cargo xtask capi` from runtime-capi/src: changes belong there.
//
// Functions give a lacuna_runtime_status. When one is not LACUNA_RUNTIME_STATUS_OK, nothing was written, unless the
// description says otherwise, and lacuna_runtime_message() says why. A handle may be used by one thread at a time. The
// library allocates, reads and writes files, and starts threads where it is asked to; the kernels themselves, which do
// none of this, are in lacuna.h. Settings and options are JSON objects (runtime-capi/README.md).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a call gives.
enum lacuna_runtime_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // It has done its work.
  LACUNA_RUNTIME_STATUS_OK = 0,
  // A pointer is null or not aligned, a text is not UTF-8, or a number is none of its choices.
  LACUNA_RUNTIME_STATUS_ARGUMENT = 1,
  // Settings are malformed, or a number in them is out of range.
  LACUNA_RUNTIME_STATUS_SETTINGS = 2,
  // Rows, labels or weights break the rules of their format, or do not fit the model.
  LACUNA_RUNTIME_STATUS_DATA = 3,
  // A file cannot be read or written, or holds something else.
  LACUNA_RUNTIME_STATUS_FILE = 4,
  // A defect of the library. The handle must not be used any more, except to be freed.
  LACUNA_RUNTIME_STATUS_DEFECT = 5,
  // A GPU cannot be used, has no room, or has failed.
  LACUNA_RUNTIME_STATUS_DEVICE = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_runtime_status lacuna_runtime_status;
#else
typedef int32_t lacuna_runtime_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Types of numbers, with the values that they have in `lacuna.h`.
enum lacuna_runtime_type
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // `float`.
  LACUNA_RUNTIME_TYPE_F32 = 1,
  // `double`.
  LACUNA_RUNTIME_TYPE_F64 = 2,
  // 16 bits, of which 5 are the exponent.
  LACUNA_RUNTIME_TYPE_F16 = 3,
  // The upper 16 bits of a `float`.
  LACUNA_RUNTIME_TYPE_BF16 = 4,
  // `int32_t`.
  LACUNA_RUNTIME_TYPE_I32 = 7,
  // `int64_t`.
  LACUNA_RUNTIME_TYPE_I64 = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_runtime_type lacuna_runtime_type;
#else
typedef uint32_t lacuna_runtime_type;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What an operand of a kernel on a GPU is.
enum lacuna_gpu_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Scratch in bytes, which a GPU does not need. Scratch that is values is `LACUNA_GPU_KIND_VALUES` of length 0.
  LACUNA_GPU_KIND_SCRATCH = 0,
  // `rows` x `columns` with `length` entries: `indptr`, `indices`, and the values in `data`. Its pattern is not
  // checked. What kernels make of pointers that are no csr's is unspecified; they stay inside the arrays.
  LACUNA_GPU_KIND_CSR = 1,
  // `rows` x `columns` in `data`; rows begin `stride` elements after each other.
  LACUNA_GPU_KIND_DENSE = 2,
  // `rows` rows of `columns` elements, of which `length` are stored: their ids in `indices`, their elements in
  // `data`. Of a result of a plan, `plan` stands for ids and `length`, and `data` has room for all of its rows.
  LACUNA_GPU_KIND_ROW_SPARSE = 3,
  // `length` structs like this of row_sparse arrays, at `data` in memory of the host.
  LACUNA_GPU_KIND_ROW_SPARSE_LIST = 4,
  // `plan`.
  LACUNA_GPU_KIND_PLAN = 5,
  // `length` values at `data`.
  LACUNA_GPU_KIND_VALUES = 6,
  // `length` indices at `indices`.
  LACUNA_GPU_KIND_INDICES = 7,
  // `length` values at `data`, the same for each row.
  LACUNA_GPU_KIND_ROW = 8,
  // `length` values at `data`, the same for each column.
  LACUNA_GPU_KIND_COLUMN = 9,
  // A `double` at `data` in memory of the host.
  LACUNA_GPU_KIND_SCALAR = 10,
  // `length`.
  LACUNA_GPU_KIND_SIZE = 11,
  // Seed, stream and first element of random numbers: three `uint64_t` at `data` in memory of the host.
  LACUNA_GPU_KIND_STREAM = 12,
  // Hyper-parameters of the optimizer that is called: `length` `double` at `data` in memory of the host. The first
  // are learning rate, weight decay, what gradients are multiplied by, their bound or a negative number, and 0 for
  // lazy or 1 for standard updates; then come the rule's own, in the order of its struct in `lacuna.h`.
  LACUNA_GPU_KIND_RULE = 13,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lacuna_gpu_kind lacuna_gpu_kind;
#else
typedef uint32_t lacuna_gpu_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Exact lazy updates: which steps each row of a table has seen, and the hyper-parameters of those that it may have
// missed. The table itself, a weight and the states of the rule, belongs to the caller.
typedef struct lacuna_exact lacuna_exact;

// A stream of a GPU.
typedef struct lacuna_gpu lacuna_gpu;

// Which terms each row of a sparse result has, of a csr, of bags or of rows to coalesce.
typedef struct lacuna_gpu_plan lacuna_gpu_plan;

// A model, and what was asked about it.
typedef struct lacuna_learner lacuna_learner;

// Updates of a table whose numbers have fewer bits than the rule computes with. The table and the states belong to the
// caller.
typedef struct lacuna_mixed lacuna_mixed;

// A map from ids of 64 bits to slots, the rows of a table that the caller owns.
typedef struct lacuna_slots lacuna_slots;

// Rows of a file, and how many of them had something that was left out.
typedef struct lacuna_text lacuna_text;

// Threads that share calls.
typedef struct lacuna_threads lacuna_threads;

// An operand of a kernel on a GPU. What its kind does not name is of no meaning.
typedef struct lacuna_gpu_operand {
  // A `lacuna_gpu_kind`.
  uint32_t kind;
  // Rows, stored or not.
  size_t rows;
  // Columns, or elements of a row.
  size_t columns;
  // Distance of row starts.
  size_t stride;
  // Number of entries, of stored rows, or of elements.
  size_t length;
  // `rows + 1` places of entries.
  void *indptr;
  // Columns, ids, or indices.
  void *indices;
  // Values, or what the kind says.
  void *data;
  // A plan.
  const struct lacuna_gpu_plan *plan;
} lacuna_gpu_operand;

// A table of `rows` rows of `row_length` numbers.
typedef struct lacuna_table {
  // The type of the numbers: F16 or BF16.
  uint32_t value_type;
  // Rows.
  size_t rows;
  // Numbers of a row.
  size_t row_length;
  // `rows * row_length` numbers.
  void *values;
} lacuna_table;

// Rows of a csr matrix that are read. The columns of a row ascend.
typedef struct lacuna_rows {
  // The type of the values: F32 or F64.
  uint32_t value_type;
  // The type of `indptr` and `indices`: I32 or I64.
  uint32_t index_type;
  // Number of rows.
  size_t rows;
  // Number of columns.
  size_t columns;
  // Number of entries.
  size_t nnz;
  // `rows + 1` places: the entries of row r are `indptr[r]` to before `indptr[r + 1]`. The first is 0.
  const void *indptr;
  // The column of each entry.
  const void *indices;
  // The value of each entry.
  const void *values;
} lacuna_rows;

// What the rows of a pass add up to.
typedef struct lacuna_loss {
  // Number of rows.
  uint64_t rows;
  // The sum of their losses, each before its row was learnt and times its weight.
  double sum;
  // The sum of their weights: the number of rows where all weigh 1.
  double weight;
} lacuna_loss;

// A table of `rows` rows of `row_length` numbers: number c of row r is
// `scales[2 r] * codes[r * row_length + c] + scales[2 r + 1]`, the product rounded, then the sum.
typedef struct lacuna_quantized {
  // `rows * row_length` codes.
  uint8_t *codes;
  // `2 * rows` numbers: of each row its scale and its offset.
  float *scales;
  // Rows.
  size_t rows;
  // Numbers of a row.
  size_t row_length;
} lacuna_quantized;

// Calls `run(one)` and `run(other)`, at the same time or one after the other, and returns when both have returned.
typedef void (*lacuna_both)(void *state, void (*run)(void *work), void *one, void *other);

// Bags of ids: bag b has the entries from `indptr[b]` to before `indptr[b + 1]`.
typedef struct lacuna_bags {
  // How many there are.
  size_t bags;
  // `bags + 1` numbers that ascend from 0.
  const int64_t *indptr;
  // A row of the table for each entry, in any order.
  const int64_t *ids;
  // What the row of each entry is multiplied by; null means 1.
  const float *weights;
  // The id of entries that do not count; -1 if all count.
  int64_t padding;
} lacuna_bags;

// A slot that was given to an id: its row, and the states of the row, are to be made anew.
typedef struct lacuna_slot_assigned {
  // Whose it is.
  uint64_t id;
  // Whose it was, if `was_used`; the row is still that id's.
  uint64_t evicted;
  // The slot. None occurs twice in a call.
  int64_t slot;
  // 1 if it was another id's, else 0.
  uint64_t was_used;
} lacuna_slot_assigned;

// What a call of `lacuna_slots_admit` has done.
typedef struct lacuna_slots_admitted {
  // Slots that were given to ids: the first elements of `assigned`.
  size_t assigned;
  // Occurrences without a slot.
  size_t missing;
  // Those of them that found all slots in use in this step.
  size_t refused;
} lacuna_slots_admitted;

// How full a map is.
typedef struct lacuna_slots_in_use {
  // All slots.
  size_t slots;
  // Slots that belong to an id.
  size_t used;
  // Ids that are counted, and have no slot yet.
  size_t candidates;
  // The last step.
  uint64_t step;
} lacuna_slots_in_use;

// Rows of a text.
typedef struct lacuna_text_rows {
  // The matrix.
  struct lacuna_rows matrix;
  // A label for each row, of the type of the values.
  const void *labels;
  // A weight for each row, or null.
  const void *weights;
  // Rows with a query id, which is left out.
  uint64_t query_ids;
} lacuna_text_rows;

// What a text file holds.
typedef struct lacuna_text_size {
  // Number of rows.
  uint64_t rows;
  // Number of entries.
  uint64_t entries;
  // Features that have room for every index.
  size_t features;
  // Of LIBFFM's text, the largest field plus 1, else 0.
  size_t fields;
  // The number of the first feature: that of the options, or what the text has.
  uint32_t base;
} lacuna_text_size;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as `0.1.0`. Before 1.0.0 the ABI stays where the second number stays.
const char *lacuna_runtime_version(void);

// Exact lazy updates of a table of `rows` rows of `row_length` numbers, F32 or F64 (`value_type`), all of which have
// seen the same steps. `settings` is a JSON object: `optimizer` (`sgd`, `sgd_momentum`, `adagrad`, `adagrad_l2`,
// `adam`, `adamw`, `ftrl`), `learning_rate`, `weight_decay`, `hyper` (other hyper-parameters by their names), `step`
// (steps made before), `room` (steps that a row may miss, 1024), `threads`. `*out` is a handle for `lacuna_exact_free`.
lacuna_runtime_status lacuna_exact_new(const char *settings,
                                       uint32_t value_type,
                                       size_t rows,
                                       size_t row_length,
                                       struct lacuna_exact **out);

// Frees the handle. Null is none.
void lacuna_exact_free(struct lacuna_exact *exact);

// Sets a hyper-parameter of the steps to come, such as `learning_rate`.
lacuna_runtime_status lacuna_exact_set(struct lacuna_exact *exact, const char *name, double value);

// The number of steps that were made; 0 of null.
uint64_t lacuna_exact_step(const struct lacuna_exact *exact);

// One step: the rows of `ids`, which ascend, are brought up to date, and go a step with their row of `gradient`, of
// `stored` rows. `arrays` are `count` pointers: the weight, then the states of the rule in the order of its kernel
// (`momentum`; `history`; `mean`, `variance`; `z`, `n`), all zero at the beginning. A row that has no gradient is not
// touched, but where there is no room for another missed step: then all rows are brought up to date.
lacuna_runtime_status lacuna_exact_update(struct lacuna_exact *exact,
                                          const int64_t *ids,
                                          size_t stored,
                                          const void *gradient,
                                          void *const *arrays,
                                          size_t count);

// Brings the rows of `ids` up to date, so that they can be read: ids in any order, any number of times.
lacuna_runtime_status lacuna_exact_catch_up(struct lacuna_exact *exact,
                                            const int64_t *ids,
                                            size_t length,
                                            void *const *arrays,
                                            size_t count);

// Brings all rows up to date: the table is then what standard updates would have made of it. Before it is saved.
lacuna_runtime_status lacuna_exact_flush(struct lacuna_exact *exact,
                                         void *const *arrays,
                                         size_t count);

// Why the last call of this thread that was refused was refused, in one sentence with its numbers. The text stays until
// the next one that is refused.
const char *lacuna_runtime_message(void);

// Opens a GPU. `stream` is a `CUstream` of its primary context, in whose order all is done: that of the CUDA runtime or
// of PyTorch; null is the default stream. It must live as long as the handle and its plans. With `device` -1 an
// interpreter runs the same PTX on the host, slowly, and "device memory" is memory of the host.
//
// Nothing but this looks for libcuda. A handle has 390 KiB of device memory for what its calls check there.
lacuna_runtime_status lacuna_gpu_open(int32_t device,
                                      void *stream,
                                      struct lacuna_gpu **out);

// Frees a handle, which may be null, after what was begun with it.
void lacuna_gpu_free(struct lacuna_gpu *gpu);

// Waits for all that was begun. What only the GPU has found, such as an id that is no row, is reported here, the first
// since the last time; the call that it concerns has written nothing.
lacuna_runtime_status lacuna_gpu_finish(struct lacuna_gpu *gpu);

// Begins a kernel of `lacuna.h`, by the last part of its name: `csr_dense` is `lacuna_dot_csr_dense`. Its operands are
// those of that function, in their order, without lengths and without the error.
//
// `value_type` and `index_type` are those of the arrays. All pointers are of the device, unless a kind says otherwise.
// Values begin at a multiple of 16 bytes. The memory must stay until the kernel is done: that of PyTorch does, if it is freed in the order of the stream.
lacuna_runtime_status lacuna_gpu_call(struct lacuna_gpu *gpu,
                                      const char *kernel,
                                      uint32_t value_type,
                                      uint32_t index_type,
                                      const struct lacuna_gpu_operand *operands,
                                      size_t count);

// Begins to make a plan by `transpose_plan` (of a csr), `transpose_plan_row_sparse` (and of a row_sparse array),
// `bag_plan` (of a csr and the size `padding`) or `coalesce_plan` (of a row_sparse array). It belongs to the caller,
// who frees it.
lacuna_runtime_status lacuna_gpu_plan_new(struct lacuna_gpu *gpu,
                                          const char *kernel,
                                          uint32_t value_type,
                                          uint32_t index_type,
                                          const struct lacuna_gpu_operand *operands,
                                          size_t count,
                                          struct lacuna_gpu_plan **out);

// The most rows that a sparse result of the plan can store: what its data must have room for.
size_t lacuna_gpu_plan_room(const struct lacuna_gpu_plan *plan);

// How many rows a sparse result of the plan stores. Waits for all that was begun, and reports what `lacuna_gpu_finish`
// would.
lacuna_runtime_status lacuna_gpu_plan_rows(struct lacuna_gpu *gpu,
                                           const struct lacuna_gpu_plan *plan,
                                           size_t *rows);

// Begins to copy the first `count` ids of the rows of the plan's result to memory of the device, which has room for as
// many of the plan's index type.
lacuna_runtime_status lacuna_gpu_plan_ids(struct lacuna_gpu *gpu,
                                          const struct lacuna_gpu_plan *plan,
                                          size_t count,
                                          void *ids);

// Frees a plan, which may be null, after what was begun with it.
void lacuna_gpu_plan_free(struct lacuna_gpu_plan *plan);

// As `lacuna_mixed_update`, begun on a GPU, of which all arrays are; `states` itself, the pointers to them, is of the
// host. The bits are those of `lacuna_mixed_update`. Values begin at a multiple of 16 bytes. The touched rows take
// device memory for two `float` for each of their numbers until the step is done. Ids are not checked: for one that is
// no row nothing is written, but what becomes of the other rows is unspecified then.
lacuna_runtime_status lacuna_mixed_update_gpu(struct lacuna_mixed *mixed,
                                              struct lacuna_gpu *gpu,
                                              const struct lacuna_table *table,
                                              const int64_t *ids,
                                              size_t stored,
                                              const void *gradient,
                                              float *const *states,
                                              size_t count);

// A model of these settings, a JSON object, whose numbers are zeros or random. `*out` is a handle for
// `lacuna_learner_free`.
lacuna_runtime_status lacuna_learner_new(const char *settings,
                                         struct lacuna_learner **out);

// A model of a file that `lacuna_learner_save` or a program of `lacuna train` has written. Settings, or null, take the
// place of those in the file. Without settings, a factorization machine begins with a new state of its optimizer.
lacuna_runtime_status lacuna_learner_load(const char *path,
                                          const char *settings,
                                          struct lacuna_learner **out);

// Frees a model. Null is no model.
void lacuna_learner_free(struct lacuna_learner *learner);

// Learns rows, one pass over them: those of `order`, `ordered` numbers of rows, or all in their order if it is null.
// There is a label for each row, and a weight, or `weights` is null. `loss`, unless it is null, gets the losses that the
// rows had before they were learnt. A pass that is refused inside has learnt the batches before.
lacuna_runtime_status lacuna_learner_learn(struct lacuna_learner *learner,
                                           const struct lacuna_rows *rows,
                                           const double *labels,
                                           const double *weights,
                                           const uint64_t *order,
                                           size_t ordered,
                                           struct lacuna_loss *loss);

// Learns the rows of a text file, one pass over it. `options` are a JSON object, or null.
lacuna_runtime_status lacuna_learner_learn_text(struct lacuna_learner *learner,
                                                const char *path,
                                                const char *options,
                                                struct lacuna_loss *loss);

// Writes what the model says about rows: for each, the numbers of `lacuna_learner_outputs`. With `logits`, before they
// become probabilities. Threads do not change the bits.
lacuna_runtime_status lacuna_learner_predict(struct lacuna_learner *learner,
                                             const struct lacuna_rows *rows,
                                             bool logits,
                                             size_t threads,
                                             float *out,
                                             size_t length);

// Writes what the model says about the rows of a text file, at most `capacity` numbers, and into `found` how many there
// are.
lacuna_runtime_status lacuna_learner_predict_text(struct lacuna_learner *learner,
                                                  const char *path,
                                                  const char *options,
                                                  bool logits,
                                                  float *out,
                                                  size_t capacity,
                                                  size_t *found);

// Writes the model and the states of its optimizer to a file, completely or not at all.
lacuna_runtime_status lacuna_learner_save(const struct lacuna_learner *learner, const char *path);

// Columns of the rows of a model: its features, or those times its fields. 0 for null.
size_t lacuna_learner_columns(const struct lacuna_learner *learner);

// Numbers that a model gives for each row: 1, or one for each of several classes. 0 for null.
size_t lacuna_learner_outputs(const struct lacuna_learner *learner);

// All settings of a model as a JSON object, until the next call with it. Null if the handle is.
const char *lacuna_learner_settings(struct lacuna_learner *learner);

// Writes an array of the model, at most `capacity` numbers, and into `found` how many there are. Of `linear` and `ffm`:
// `weight` and `bias`; of `fm`: `w0`, `w` and `v`.
lacuna_runtime_status lacuna_learner_array(const struct lacuna_learner *learner,
                                           const char *name,
                                           float *out,
                                           size_t capacity,
                                           size_t *found);

// Updates of a table of 16 or 8 bits a number. `settings` is a JSON object: `optimizer` (`sgd`, `sgd_momentum`,
// `adagrad`, `adagrad_l2`, `adam`, `adamw`, `ftrl`), `learning_rate`, `weight_decay`, `hyper` (other hyper-parameters
// by their names), `step` (steps made before), `threads`, `rounding` (`stochastic`, the default, or `nearest`), `seed`
// and `parameter` of the random numbers: two tables of a model have different ones. `*out` is a handle for
// `lacuna_mixed_free`.
lacuna_runtime_status lacuna_mixed_new(const char *settings,
                                       struct lacuna_mixed **out);

// Frees the handle. Null is none.
void lacuna_mixed_free(struct lacuna_mixed *mixed);

// Sets a hyper-parameter of the steps to come, such as `learning_rate`.
lacuna_runtime_status lacuna_mixed_set(struct lacuna_mixed *mixed, const char *name, double value);

// The number of steps that were made; 0 of null.
uint64_t lacuna_mixed_step(const struct lacuna_mixed *mixed);

// One step of a table of 16 bits: the rows of `ids`, which ascend, go a step with their row of `gradient`, of `stored`
// rows in the type of the table; no other row is touched. Numbers are widened to `float`, updated, and rounded once.
// `states` are `count` pointers to `rows * row_length` numbers, zero at the beginning, in the order of the rule
// (`momentum`; `history`; `mean`, `variance`; `z`, `n`).
lacuna_runtime_status lacuna_mixed_update(struct lacuna_mixed *mixed,
                                          const struct lacuna_table *table,
                                          const int64_t *ids,
                                          size_t stored,
                                          const void *gradient,
                                          float *const *states,
                                          size_t count);

// The same of a table of 8 bits, with a gradient of `float`: each row of `ids` is decoded, updated, and encoded anew
// with the scale and offset of its new range.
lacuna_runtime_status lacuna_mixed_update_quantized(struct lacuna_mixed *mixed,
                                                    const struct lacuna_quantized *table,
                                                    const int64_t *ids,
                                                    size_t stored,
                                                    const float *gradient,
                                                    float *const *states,
                                                    size_t count);

// Makes threads for `lacuna_threads_call`: the one that calls, and `count - 1` more, which sleep between calls. They are
// not there in a process that is forked.
lacuna_runtime_status lacuna_threads_new(size_t count,
                                         struct lacuna_threads **out);

// The same with threads of a program's own: a call is cut into about `count` parts by `both`, which is called from
// threads that it runs parts on, too.
lacuna_runtime_status lacuna_threads_of(size_t count,
                                        lacuna_both both,
                                        void *state,
                                        struct lacuna_threads **out);

// Frees threads. The handle may be null.
void lacuna_threads_free(struct lacuna_threads *threads);

// Calls a function of `lacuna.h` by its name, such as `lacuna_dot_csr_dense`, with the same bits. `words` are its
// arguments but the last, the error: pointers, and sizes as pointers. Large calls of kernels that can be cut ("splits" in
// docs/kernels.md) share the threads: products of 1,048,576 entries times columns, for example, or vectors of as many
// elements. Everything else runs on the thread that calls. Several threads may use the same handle at once. A call that
// finds out while it works that it cannot go on, as its description says, may have written more than on one thread.
//
// Gives a `lacuna_status`; `error` is null or a `lacuna_error`. No such function, or another number of words, is
// `LACUNA_STATUS_INVALID_CHOICE`, and a null pointer here `LACUNA_STATUS_NULL_POINTER`; then `lacuna_runtime_message()`
// says which, and `error` is not written.
int32_t lacuna_threads_call(const struct lacuna_threads *threads,
                            const char *function,
                            const void *const *words,
                            size_t count,
                            void *error);

// Makes the codes and scales of a table from `rows * row_length` numbers: `scale = (max - min) / 255`,
// `offset = min`, and the nearest code, at most half a scale away. A row with an infinity or NaN becomes NaN as a whole.
lacuna_runtime_status lacuna_quantized_encode(const float *dense,
                                              size_t threads,
                                              const struct lacuna_quantized *out);

// The numbers of a table: `rows * row_length` of them.
lacuna_runtime_status lacuna_quantized_decode(const struct lacuna_quantized *table,
                                              size_t threads,
                                              float *out);

// The rows of `count` ids, in any order: `count * row_length` numbers. An id that is no row is refused.
lacuna_runtime_status lacuna_quantized_lookup(const struct lacuna_quantized *table,
                                              const int64_t *ids,
                                              size_t count,
                                              size_t threads,
                                              float *out);

// The sum of the rows of each bag, or with `mean` that divided by its entries that count: `bags * row_length` numbers.
// The bits are those of a table of `float` with the same numbers. An id that is no row is refused, padding or not.
lacuna_runtime_status lacuna_quantized_bags(const struct lacuna_quantized *table,
                                            const struct lacuna_bags *bags,
                                            bool mean,
                                            size_t threads,
                                            float *out);

// A map from ids of 64 bits to `slots` rows of a table of the caller, all of which are free. `settings` is a JSON
// object: `slots`, `admit_after` (with which occurrence an id gets a slot, 1), `candidates` (ids whose occurrences are
// counted before that, 0), `eviction` (whose slot a new id takes where none is free: `age`, that of the least last
// step, or `frequency`, that of the least count). `*out` is a handle for `lacuna_slots_free`. Takes 64 bytes for each
// slot and candidate, 80 by frequency.
lacuna_runtime_status lacuna_slots_new(const char *settings,
                                       struct lacuna_slots **out);

// The map of words that `lacuna_slots_words` has given, which are checked and copied.
lacuna_runtime_status lacuna_slots_load(const uint64_t *words,
                                        size_t length,
                                        struct lacuna_slots **out);

// Frees the handle. Null is none.
void lacuna_slots_free(struct lacuna_slots *map);

// Counts `length` occurrences of ids in a step, gives slots to ids that are due, and writes the slot of each
// occurrence, or the largest number of 64 bits where it has none. `assigned`, of `capacity` elements, gets the slots
// that have a new owner: there is room for as many as there are ids or slots, whichever is less. Steps never
// decrease, and no slot that a step has used is given to another id in it. Of a call that is refused, nothing is
// written.
lacuna_runtime_status lacuna_slots_admit(struct lacuna_slots *map,
                                         const uint64_t *ids,
                                         size_t length,
                                         uint64_t step,
                                         int64_t *slots,
                                         struct lacuna_slot_assigned *assigned,
                                         size_t capacity,
                                         struct lacuna_slots_admitted *out);

// Writes the slot of each of `length` ids, or the largest number of 64 bits where it has none, of which `*missing`
// becomes the number. The map stays as it is.
lacuna_runtime_status lacuna_slots_find(const struct lacuna_slots *map,
                                        const uint64_t *ids,
                                        size_t length,
                                        int64_t *slots,
                                        size_t *missing);

// Forgets `length` ids, and writes the slot that each had, or the largest number of 64 bits where it had none. `*freed`
// becomes the number of slots that became free.
lacuna_runtime_status lacuna_slots_remove(struct lacuna_slots *map,
                                          const uint64_t *ids,
                                          size_t length,
                                          int64_t *slots,
                                          size_t *freed);

// Forgets all ids whose last step is before `step`, and writes those that had a slot, with it, in the order of the
// slots. There is room for `capacity` of each; `*count` becomes their number. Of a call that is refused, nothing is
// written.
lacuna_runtime_status lacuna_slots_evict_older_than(struct lacuna_slots *map,
                                                    uint64_t step,
                                                    uint64_t *ids,
                                                    int64_t *slots,
                                                    size_t capacity,
                                                    size_t *count);

// How full the map is.
lacuna_runtime_status lacuna_slots_use(const struct lacuna_slots *map,
                                       struct lacuna_slots_in_use *out);

// All words of the map, to be written to a file: `docs/slot-map.md` says what they mean. They stay until the next call
// that changes the map, or frees it.
lacuna_runtime_status lacuna_slots_words(const struct lacuna_slots *map,
                                         const uint64_t **words,
                                         size_t *length);

// Reads all rows of a text file into memory. `options` are a JSON object, or null. `*out` is a handle for
// `lacuna_text_free`.
lacuna_runtime_status lacuna_text_read(const char *path,
                                       const char *options,
                                       struct lacuna_text **out);

// Where the rows of a text are, until it is freed.
lacuna_runtime_status lacuna_text_view(const struct lacuna_text *text,
                                       struct lacuna_text_rows *out);

// Frees a text. Null is no text.
void lacuna_text_free(struct lacuna_text *text);

// Writes rows as LibSVM text, with features from `base` on, 0 or 1. `labels` are of the type of the values.
lacuna_runtime_status lacuna_text_write(const char *path,
                                        const struct lacuna_rows *rows,
                                        const void *labels,
                                        uint32_t base);

// Reads a text file for its size. With a number of fields in the options it is LIBFFM's text, whatever that number is.
lacuna_runtime_status lacuna_text_scan(const char *path,
                                       const char *options,
                                       struct lacuna_text_size *out);

// The labels of a text file, each once, in ascending order: at most `capacity`, and in `found` how many there are. A
// file with more than 10,000 is refused.
lacuna_runtime_status lacuna_text_labels(const char *path,
                                         const char *options,
                                         double *out,
                                         size_t capacity,
                                         size_t *found);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LACUNA_RUNTIME_H */
