// Serves a model of `lacuna train classify` through the C ABI of Lacuna: the probability of class 1 of each row of a LibSVM file whose indices count from 1, a line each.
#include "libsvm.h"
#include "memory.h"
#include "tensors.h"

#include "lacuna.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *function, const lacuna_error *error)
{
    char text[256];
    lacuna_error_text(error, text, sizeof text);
    fprintf(stderr, "serve: %s: %s\n", function, text);
    return false;
}

// The sigmoid of x w + b, for each row.
static bool score(const struct dataset *rows, const float *weight, float bias, float *logits, float *probabilities)
{
    lacuna_csr x;
    lacuna_dense w;
    lacuna_dense_mut product;
    lacuna_array sums = {LACUNA_TYPE_F32, rows->rows, logits};
    lacuna_array_mut sigmoids = {LACUNA_TYPE_F32, rows->rows, probabilities};
    lacuna_error error;
    x.value_type = w.value_type = product.value_type = LACUNA_TYPE_F32;
    x.index_type = LACUNA_TYPE_I32;
    x.trusted = 0;
    x.rows = rows->rows;
    x.columns = rows->features;
    x.nnz = rows->entries;
    x.indptr = rows->indptr;
    x.indices = rows->indices;
    x.values = rows->values;
    w.rows = rows->features;
    w.columns = w.stride = 1;
    w.data = weight;
    product.rows = rows->rows;
    product.columns = product.stride = 1;
    product.data = logits;
    if (lacuna_dot_csr_dense(&x, &w, &product, &error) != LACUNA_STATUS_OK)
        return refuse("dot_csr_dense", &error);
    for (size_t row = 0; row < rows->rows; row++)
        logits[row] += bias;
    if (lacuna_map_sigmoid(&sums, &sigmoids, &error) != LACUNA_STATUS_OK)
        return refuse("map_sigmoid", &error);
    return true;
}

// FNV-1a over the bits, to compare programs by.
static uint64_t hash(const float *numbers, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t at = 0; at < count; at++) {
        uint32_t bits;
        memcpy(&bits, &numbers[at], sizeof bits);
        for (unsigned shift = 0; shift < 32; shift += 8)
            hash = (hash ^ (bits >> shift & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static bool print(const float *probabilities, size_t count)
{
    for (size_t row = 0; row < count; row++)
        printf("%.9f\n", (double)probabilities[row]);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "serve: standard output: %s\n", strerror(errno));
        return false;
    }
    fprintf(stderr, "%zu rows, probabilities %016" PRIx64 "\n", count, hash(probabilities, count));
    return true;
}

// The text that was learnt must count its features as the reader of this program does.
static bool is_classifier(const struct tensors *model)
{
    const char *const key = "lacuna_train_classify";
    if (!tensors_metadata_has(model, key, "")) {
        fprintf(stderr, "%s: not a model of lacuna train classify\n", model->path);
        return false;
    }
    if (!tensors_metadata_has(model, key, "\\\"index_base\\\":\\\"one\\\"")) {
        fprintf(stderr, "%s: its indices count from 0, those of this program from 1\n", model->path);
        return false;
    }
    return true;
}

static bool serve(const struct tensors *model, const char *file)
{
    size_t features, one;
    struct dataset rows;
    float *weight = tensors_floats(model, "weight", &features);
    float *bias = weight != NULL ? tensors_floats(model, "bias", &one) : NULL;
    bool done = bias != NULL;
    if (done && (one != 1 || features == 0)) {
        fprintf(stderr, "%s: %zu weights and %zu biases\n", model->path, features, one);
        done = false;
    }
    if (done && dataset_read(&rows, file, features)) {
        float *logits = (float *)allocate(rows.rows, sizeof *logits);
        float *probabilities = (float *)allocate(rows.rows, sizeof *probabilities);
        done = logits != NULL && probabilities != NULL && score(&rows, weight, *bias, logits, probabilities);
        done = done && print(probabilities, rows.rows);
        free(probabilities);
        free(logits);
        dataset_free(&rows);
    } else {
        done = false;
    }
    free(bias);
    free(weight);
    return done;
}

int main(int count, char **texts)
{
    struct tensors model;
    if (count != 3) {
        fputs("serve MODEL.safetensors FILE\n", stderr);
        return EXIT_FAILURE;
    }
    if (!tensors_read(&model, texts[1]))
        return EXIT_FAILURE;
    bool done = is_classifier(&model) && serve(&model, texts[2]);
    tensors_free(&model);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
