/* How fast can A^T x be when nothing is prepared? The benchmark kit's matrices, one thread, float and 32-bit indices.
 *
 *   gcc -O3 -march=native benches/limits/transposed_column.c -o target/transposed_column
 *   target/transposed_column DATA w4l w4su w4u
 *
 * `add` is SciPy's loop, `ahead` asks for entries 512 places ahead. The order law cuts the sum of a column into blocks of
 * 1024 terms, so whoever adds must know that no column has more: `count` counts groups of columns in a pass of its own,
 * `both` in the pass that adds. `read` only reads the entries. The least of all runs, in ms. */
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
static uint32_t sum;
static void add(void) { memset(out, 0, rows * 4); LOOP(, ADD) }
static void ahead(void) { memset(out, 0, rows * 4); LOOP(ASK, ADD) }
static void count(void) { memset(groups, 0, sizeof groups); LOOP(, COUNT) }
static void both(void) { memset(out, 0, rows * 4); memset(groups, 0, sizeof groups); LOOP(ASK, ADD; COUNT) }
static void only_read(void) {
  for (size_t k = 0; k < nnz; k++) sum += indices[k] ^ ((uint32_t *)values)[k];
}
int main(int count_of, char **names) {
  struct { const char *name; void (*run)(void); double least; } ways[] = {
      {"add", add, 1e9}, {"ahead", ahead, 1e9}, {"count", count, 1e9}, {"both", both, 1e9}, {"read", only_read, 1e9}};
  for (int set = 2; set < count_of; set++) {
    size_t bytes;
    int64_t *pointers = load(names[1], names[set], "indptr", &bytes);
    rows = bytes / 8 - 1;
    indptr = memory(bytes / 2);
    for (size_t row = 0; row <= rows; row++) indptr[row] = pointers[row];
    indices = load(names[1], names[set], "indices", &bytes), nnz = bytes / 4;
    values = load(names[1], names[set], "data", &bytes);
    x = memory(rows * 4), out = memory(rows * 4);
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
