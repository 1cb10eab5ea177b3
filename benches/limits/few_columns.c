/* How fast can a csr be with few columns? The benchmark kit's matrices, one thread, float and 32-bit indices.
 *
 *   gcc -O3 -march=native benches/limits/few_columns.c -o target/few_columns
 *   target/few_columns DATA w4l w4su w4u
 *
 * The least of all runs of each loop, in ms. None checks an index; all but SciPy's ask for entries 512 places ahead.
 *
 *   A x        `scipy`: its loop, one sum a row. `four`: the order law's four sums. `two`: the same for two rows at once.
 *   A^T x      `add`: SciPy's loop. `ahead`. The order law cuts the sum of a column into blocks of 1024 terms, so whoever
 *              adds must know that no column has more: `count` counts groups of columns in a pass of its own, `both` in
 *              the pass that adds.
 *   sums       of columns: `sum` into float, as SciPy has them; `sum64` into double; `counted`: `sum64` and `count`.
 *   `read`     only reads the entries. */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { AHEAD = 512, GROUPS = 1 << 15, HEADER = 128 };
static size_t rows, nnz;
static int32_t *indptr, *indices;
static float *values, *x, *out;
static double *sums;
static uint32_t groups[GROUPS], mask;

static void *memory(size_t bytes) {
  void *place = aligned_alloc(2 << 20, (bytes + (2 << 20) - 1) & ~(size_t)((2 << 20) - 1));
  if (!place) exit(1);
  madvise(place, bytes, MADV_HUGEPAGE);
  return place;
}
static void *load(const char *data, const char *set, const char *what, size_t *bytes) {
  char name[4096], header[HEADER];
  snprintf(name, sizeof name, "%s/%s_%s.npy", data, set, what);
  FILE *file = fopen(name, "rb");
  if (!file || fread(header, 1, HEADER, file) != HEADER) { fprintf(stderr, "cannot read %s\n", name); exit(1); }
  fseek(file, 0, SEEK_END);
  *bytes = ftell(file) - HEADER;
  fseek(file, HEADER, SEEK_SET);
  void *place = memory(*bytes);
  if (fread(place, 1, *bytes, file) != *bytes) exit(1);
  fclose(file);
  return place;
}
#define LOOP(BEFORE_A_ROW, AN_ENTRY)                                          \
  for (size_t row = 0; row < rows; row++) {                                   \
    float factor = x[row];                                                    \
    int k = indptr[row], end = indptr[row + 1];                               \
    BEFORE_A_ROW;                                                             \
    for (; k < end; k++) { uint32_t column = indices[k]; AN_ENTRY; }          \
    (void)factor;                                                             \
  }
#define ASK __builtin_prefetch(indices + k + AHEAD), __builtin_prefetch(values + k + AHEAD)
#define ADD out[column] += values[k] * factor
#define COUNT groups[column & mask]++
static uint32_t all;
static void add(void) { memset(out, 0, rows * 4); LOOP(, ADD) }
static void ahead(void) { memset(out, 0, rows * 4); LOOP(ASK, ADD) }
static void count(void) { memset(groups, 0, sizeof groups); LOOP(, COUNT) }
static void both(void) { memset(out, 0, rows * 4); memset(groups, 0, sizeof groups); LOOP(ASK, ADD; COUNT) }
static void sum(void) { memset(out, 0, rows * 4); LOOP(ASK, out[column] += values[k]) }
static void sum64(void) {
  memset(sums, 0, rows * 8);
  LOOP(ASK, sums[column] += values[k])
  for (size_t column = 0; column < rows; column++) out[column] = sums[column];
}
static void counted(void) {
  memset(sums, 0, rows * 8);
  memset(groups, 0, sizeof groups);
  LOOP(ASK, sums[column] += values[k]; COUNT)
  for (size_t column = 0; column < rows; column++) out[column] = sums[column];
}
static void scipy(void) {
  for (size_t row = 0; row < rows; row++) {
    float total = 0;
    for (int k = indptr[row]; k < indptr[row + 1]; k++) total += values[k] * x[indices[k]];
    out[row] = total;
  }
}
/* Up to four terms from `k` on, one a lane. */
static inline __m128 terms(int k, int n) {
  const float *v = values + k;
  const int32_t *i = indices + k;
  switch (n) {
    case 0: return _mm_setzero_ps();
    case 1: return _mm_mul_ps(_mm_load_ss(v), _mm_load_ss(x + *i));
    case 2: return _mm_mul_ps(_mm_setr_ps(v[0], v[1], 0, 0), _mm_setr_ps(x[i[0]], x[i[1]], 0, 0));
    case 3: return _mm_mul_ps(_mm_setr_ps(v[0], v[1], v[2], 0), _mm_setr_ps(x[i[0]], x[i[1]], x[i[2]], 0));
    default: return _mm_mul_ps(_mm_loadu_ps(v), _mm_setr_ps(x[i[0]], x[i[1]], x[i[2]], x[i[3]]));
  }
}
static inline float row_of(int k, int end) {
  __m128 lanes = _mm_setzero_ps();
  for (; k + 4 <= end; k += 4) lanes = _mm_add_ps(lanes, terms(k, 4));
  lanes = _mm_add_ps(lanes, terms(k, end - k));
  lanes = _mm_add_ps(lanes, _mm_movehl_ps(lanes, lanes));
  return _mm_cvtss_f32(_mm_add_ss(lanes, _mm_shuffle_ps(lanes, lanes, 1)));
}
static void four(void) {
  for (size_t row = 0; row < rows; row++) {
    int k = indptr[row];
    ASK;
    out[row] = row_of(k, indptr[row + 1]);
  }
}
static void two(void) {
  for (size_t row = 0; row + 1 < rows; row += 2) {
    int k = indptr[row], second = indptr[row + 1], n = second - k, same = n == indptr[row + 2] - second;
    ASK;
    if (!same) { out[row] = row_of(k, second), out[row + 1] = row_of(second, indptr[row + 2]); continue; }
    __m128 a = _mm_setzero_ps(), b = a;
    for (; n >= 4; n -= 4, k += 4, second += 4) a = _mm_add_ps(a, terms(k, 4)), b = _mm_add_ps(b, terms(second, 4));
    a = _mm_add_ps(a, terms(k, n)), b = _mm_add_ps(b, terms(second, n));
    a = _mm_add_ps(_mm_shuffle_ps(a, b, 0x44), _mm_shuffle_ps(a, b, 0xee));
    _mm_storel_pi((void *)(out + row), _mm_add_ps(_mm_shuffle_ps(a, a, 0x88), _mm_shuffle_ps(a, a, 0xdd)));
  }
  if (rows % 2) out[rows - 1] = row_of(indptr[rows - 1], indptr[rows]);
}
static void only_read(void) {
  for (size_t k = 0; k < nnz; k++) all += indices[k] ^ ((uint32_t *)values)[k];
}
int main(int count_of, char **names) {
  struct { const char *name; void (*run)(void); double least; } ways[] = {
      {"scipy", scipy, 0}, {"four", four, 0}, {"two", two, 0},
      {"add", add, 0}, {"ahead", ahead, 0}, {"count", count, 0}, {"both", both, 0}, {"sum", sum, 0},
      {"sum64", sum64, 0}, {"counted", counted, 0}, {"read", only_read, 0}};
  for (int set = 2; set < count_of; set++) {
    size_t bytes;
    int64_t *pointers = load(names[1], names[set], "indptr", &bytes);
    rows = bytes / 8 - 1;
    indptr = memory(bytes / 2);
    for (size_t row = 0; row <= rows; row++) indptr[row] = pointers[row];
    indices = load(names[1], names[set], "indices", &bytes), nnz = bytes / 4;
    values = load(names[1], names[set], "data", &bytes);
    x = memory(rows * 4), out = memory(rows * 4), sums = memory(rows * 8);
    for (size_t row = 0; row < rows; row++) x[row] = row % 7 - 3.0f;
    for (mask = GROUPS / 16; mask < GROUPS && mask < nnz / 512; mask *= 2) {}
    mask -= 1;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) ways[way].least = 1e9;
    for (int run = 0; run < (nnz > 10000000 ? 10 : 60); run++)
      for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        ways[way].run();
        clock_gettime(CLOCK_MONOTONIC, &to);
        double ms = (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) * 1e-6;
        if (ms < ways[way].least) ways[way].least = ms;
      }
    printf("%s", names[set]);
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) printf("  %s %.3f", ways[way].name, ways[way].least);
    printf("\n");
  }
  return 0;
}
