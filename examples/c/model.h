#ifndef MODEL_H
#define MODEL_H

#include "libsvm.h"

#include "lacuna.h"

struct settings {
    size_t batch_size;
    float learning_rate, momentum;
};

// The model y = x w + b, and all memory that its training takes. Every weight is stored, in a row_sparse array of one column.
struct model {
    lacuna_csr x; // the whole data, checked
    const float *labels;
    size_t batch_size;
    lacuna_sgd_momentum hyper;

    size_t features;
    int32_t *ids; // 0, 1, ... of all features
    float *weight, *weight_momentum;
    float bias, bias_momentum;

    // What a step needs, for the largest batch.
    float *residuals;
    float *gradient;
    lacuna_plan_buffers plan;
    void *scratch;
    size_t scratch_bytes;
};

// A model of zeros for this data, which must stay until it is freed. On failure: false, one line on standard error, and nothing to free.
bool model_create(struct model *model, const struct dataset *data, const struct settings *settings);

void model_free(struct model *model);

// Trains on every batch once, in the order of the rows, and gives the mean squared error before the updates. Nothing is allocated.
bool model_epoch(struct model *model, double *loss);

// False once the learning rate was too large.
bool model_is_finite(const struct model *model);

// FNV-1a over the bits of the weights and the bias.
uint64_t model_hash(const struct model *model);

#endif
