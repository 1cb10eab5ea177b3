/* What one core needs for a row of a field-aware machine with 4 factors, learnt by AdaGrad with exact roots and
 * quotients, beside the memory that the row touches. SSE2, no loop but these; features of the next row are asked for
 * meanwhile.
 *
 * cc -O3 -ffp-contract=off -o ffm_limit ffm_limit.c -lm && ./ffm_limit ffm.train
 *
 * ffm.train is what beside_others.py has written. Microseconds of core time for each row, of two epochs. */
#include <emmintrin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
enum { FIELDS = 39, FEATURES = 130013, ROWS = 160000, LENGTH = FIELDS * 8, NEAR = 200 };
typedef struct { long feature, field; float value; } Entry;
static Entry entries[(size_t)ROWS * FIELDS + FIELDS];
static long starts[ROWS + 2];
static float labels[ROWS], *table;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}
#define PAIR(a, b, w, u) \
    float *w = table + a.feature * LENGTH + b.field * 8, *u = table + b.feature * LENGTH + a.field * 8

static float score(const Entry *e, int n) {
    __m128 sum = _mm_setzero_ps();
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) {
        PAIR(e[i], e[j], w, u);
        __m128 product = _mm_mul_ps(_mm_load_ps(w), _mm_load_ps(u));
        sum = _mm_add_ps(sum, _mm_mul_ps(product, _mm_set1_ps(e[i].value * e[j].value)));
    }
    sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
    return _mm_cvtss_f32(sum) + _mm_cvtss_f32(_mm_shuffle_ps(sum, sum, 1));
}

static void step(float *own, __m128 its, __m128 slope) {
    __m128 w = _mm_load_ps(own), g = _mm_add_ps(_mm_mul_ps(_mm_set1_ps(2e-5f), w), _mm_mul_ps(slope, its));
    __m128 squares = _mm_add_ps(_mm_load_ps(own + 4), _mm_mul_ps(g, g));
    __m128 root = _mm_sqrt_ps(_mm_add_ps(squares, _mm_set1_ps(1)));
    _mm_store_ps(own, _mm_sub_ps(w, _mm_mul_ps(_mm_div_ps(g, root), _mm_set1_ps(.2f))));
    _mm_store_ps(own + 4, squares);
}

static void learn(const Entry *e, int n, float slope, const Entry *next, int ahead) {
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) {
        if (j < ahead) { PAIR(next[i], next[j], w, u); _mm_prefetch(w, _MM_HINT_T0); _mm_prefetch(u, _MM_HINT_T0); }
        PAIR(e[i], e[j], w, u);
        __m128 first = _mm_load_ps(w), second = _mm_load_ps(u), own = _mm_set1_ps(slope * (e[i].value * e[j].value));
        step(w, second, own);
        step(u, first, own);
    }
}

/* Reads and writes all numbers of the row's features. */
static void touch(const Entry *e, int n, const Entry *next, int ahead) {
    for (int i = 0; i < n; i++) for (long k = 0; k < LENGTH; k += 8) {
        if (i < ahead && k % 16 == 0) _mm_prefetch(table + next[i].feature * LENGTH + k, _MM_HINT_T0);
        float *at = table + e[i].feature * LENGTH + k;
        _mm_store_ps(at, _mm_add_ps(_mm_load_ps(at), _mm_set1_ps(1e-30f)));
        _mm_store_ps(at + 4, _mm_add_ps(_mm_load_ps(at + 4), _mm_set1_ps(1e-30f)));
    }
}

int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
    static char line[1 << 16];
    if (!file) return 1;
    long rows = 0, n = 0;
    for (; rows < ROWS && fgets(line, sizeof line, file); starts[++rows] = n) {
        char *at = line;
        for (labels[rows] = strtof(at, &at) > 0 ? 1 : -1; *at == ' '; n++) {
            entries[n].field = strtol(at + 1, &at, 10);
            entries[n].feature = strtol(at + 1, &at, 10);
            entries[n].value = strtof(at + 1, &at);
        }
    }
    size_t bytes = sizeof(float) * LENGTH * FEATURES;
    table = aligned_alloc(2 << 20, (bytes + (2 << 20)) >> 21 << 21);
    madvise(table, bytes, MADV_HUGEPAGE);
    const char *names[] = {"memory alone", "arithmetic alone, 200 features", "both"};
    for (int what = 0; what < 3; what++) {
        for (size_t i = 0; i < bytes / 4; i++) table[i] = i % 8 < 4 ? .5f * rand() / RAND_MAX : 0;
        double start = now(), loss = 0;
        for (int epoch = 0; epoch < 2; epoch++) for (long row = loss = 0; row < rows; row++) {
            static Entry own[FIELDS];
            const Entry *e = entries + starts[row];
            int length = starts[row + 1] - starts[row];
            int ahead = row + 1 < rows ? starts[row + 2] - starts[row + 1] : 0;
            if (what == 0) { touch(e, length, e + length, ahead); continue; }
            for (int i = 0; what == 1 && i < length; i++) own[i] = e[i], own[i].feature %= NEAR;
            if (what == 1) e = own, ahead = 0;
            float squares = 0;
            for (int i = 0; i < length; i++) squares += e[i].value * e[i].value;
            float logit = score(e, length) / squares, odds = expf(-labels[row] * logit);
            loss += log1p(odds);
            learn(e, length, -labels[row] * odds / (1 + odds) / squares, e + length, ahead);
        }
        double us = (now() - start) / 2 / rows * 1e6;
        printf("%s: %.2f us, log loss of the last epoch %.4f\n", names[what], us, loss / rows);
    }
}
