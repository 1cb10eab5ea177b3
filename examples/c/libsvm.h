#ifndef LIBSVM_H
#define LIBSVM_H

#include "lacuna_runtime.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The rows of a LibSVM file as the arrays of one csr, and their labels. They belong to the text, which the library reads.
struct dataset {
    size_t rows, features, entries;
    const int32_t *indptr;  // rows + 1
    const int32_t *indices; // features count from 0 here
    const float *values;
    const float *labels;
    lacuna_text *text;
};

// Reads lines "label index:value index:value ..." whose indices count from 1 and ascend; "#" begins a comment.
// If features is 0, there are as many as the largest index says.
// On failure: false, one line FILE:line:column: what on standard error, and nothing to free.
bool dataset_read(struct dataset *data, const char *path, size_t features);

void dataset_free(struct dataset *data);

#endif
