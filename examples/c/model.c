#include "model.h"

#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// True if a call did its work. Else the numbers of the error become a sentence.
static bool done(lacuna_status status, const char *function, const lacuna_error *error)
{
    char text[256];
    if (status == LACUNA_STATUS_OK)
        return true;
    lacuna_error_text(error, text, sizeof text);
    fprintf(stderr, "linear: %s: %s\n", function, text);
    return false;
}

// One column, all of whose rows are stored: a weight or its momentum.
static lacuna_rows_mut_f32_i32 stored_column(struct model *model, float *values)
{
    lacuna_rows_mut_f32_i32 column;
    column.storage = LACUNA_STORAGE_ROW_SPARSE;
    column.trusted = 1;
    column.rows = model->features;
    column.row_length = 1;
    column.stride = 1;
    column.stored_rows = model->features;
    column.first_row = 0;
    column.indices = model->ids;
    column.data = values;
    return column;
}

static lacuna_row_sparse_f32_i32 row_sparse_column(size_t rows, size_t stored_rows, const int32_t *ids, const float *values)
{
    lacuna_row_sparse_f32_i32 column;
    column.rows = rows;
    column.row_length = 1;
    column.stored_rows = stored_rows;
    column.first_row = 0;
    column.indices = ids;
    column.data = values;
    column.trusted = 1;
    return column;
}

// One number.
static lacuna_rows_mut_f32_i32 scalar(float *value)
{
    lacuna_rows_mut_f32_i32 one;
    memset(&one, 0, sizeof one);
    one.storage = LACUNA_STORAGE_DENSE;
    one.rows = 1;
    one.row_length = 1;
    one.stride = 1;
    one.data = value;
    return one;
}

// residuals gets x w, then (x w + b) - label.
static bool predict(struct model *model, const lacuna_csr_f32_i32 *x, const float *labels, double *sum, double *squares)
{
    lacuna_row_sparse_f32_i32 weight = row_sparse_column(model->features, model->features, model->ids, model->weight);
    lacuna_dense_mut_f32 product;
    lacuna_error error;
    product.rows = x->rows;
    product.columns = 1;
    product.stride = 1;
    product.data = model->residuals;
    if (!done(lacuna_dot_csr_row_sparse_f32_i32(x, &weight, &product, &error), "dot_csr_row_sparse", &error))
        return false;
    *sum = *squares = 0;
    for (size_t row = 0; row < x->rows; row++) {
        float residual = (model->residuals[row] + model->bias) - labels[row];
        model->residuals[row] = residual;
        *sum += residual;
        *squares += (double)residual * residual;
    }
    return true;
}

// weight_gradient = x^T residuals: it stores the rows of the features that occur in the batch, and no others.
static bool differentiate(struct model *model, const lacuna_csr_f32_i32 *x, lacuna_row_sparse_f32_i32 *weight_gradient)
{
    lacuna_plan_i32 plan;
    lacuna_dense_f32 residuals;
    lacuna_row_sparse_mut_f32_i32 gradient;
    lacuna_error error;
    if (!done(lacuna_dot_transpose_plan_f32_i32(x, 0, x->columns, &model->plan, model->scratch, model->scratch_bytes, &plan, &error),
              "dot_transpose_plan", &error))
        return false;

    residuals.rows = x->rows;
    residuals.columns = 1;
    residuals.stride = 1;
    residuals.data = model->residuals;

    gradient.rows = model->features;
    gradient.row_length = 1;
    gradient.stored_rows = plan.stored_rows;
    gradient.first_row = 0;
    gradient.indices = plan.ids;
    gradient.data = model->gradient;
    gradient.trusted = 1;
    if (!done(lacuna_dot_csr_t_dense_f32_i32(&plan, x->values, x->nnz, &residuals, &gradient, &error), "dot_csr_t_dense", &error))
        return false;
    *weight_gradient = row_sparse_column(model->features, plan.stored_rows, plan.ids, model->gradient);
    return true;
}

static bool update(struct model *model, const lacuna_row_sparse_f32_i32 *weight_gradient, float bias_gradient)
{
    static const int32_t row = 0;
    lacuna_rows_mut_f32_i32 weight = stored_column(model, model->weight);
    lacuna_rows_mut_f32_i32 weight_momentum = stored_column(model, model->weight_momentum);
    lacuna_row_sparse_f32_i32 gradient = row_sparse_column(1, 1, &row, &bias_gradient);
    lacuna_rows_mut_f32_i32 bias = scalar(&model->bias);
    lacuna_rows_mut_f32_i32 bias_momentum = scalar(&model->bias_momentum);
    lacuna_error error;
    return done(lacuna_optim_sgd_momentum_f32_i32(&model->hyper, weight_gradient, &weight, &weight_momentum, &error),
                "optim_sgd_momentum of the weight", &error)
        && done(lacuna_optim_sgd_momentum_f32_i32(&model->hyper, &gradient, &bias, &bias_momentum, &error),
                "optim_sgd_momentum of the bias", &error);
}

bool model_epoch(struct model *model, double *loss)
{
    size_t batches = 0;
    double total = 0;
    for (size_t start = 0; start < model->x.rows; batches++) {
        size_t rows = model->x.rows - start < model->batch_size ? model->x.rows - start : model->batch_size;
        double sum, squares;
        lacuna_csr_f32_i32 batch;
        lacuna_row_sparse_f32_i32 gradient;
        lacuna_error error;
        if (!done(lacuna_csr_rows_f32_i32(&model->x, start, start + rows, &batch, &error), "csr_rows", &error)
            || !predict(model, &batch, model->labels + start, &sum, &squares)
            || !differentiate(model, &batch, &gradient)
            || !update(model, &gradient, (float)sum))
            return false;
        total += squares / (double)rows;
        start += rows;
    }
    *loss = total / (double)batches;
    return true;
}

bool model_is_finite(const struct model *model)
{
    for (size_t feature = 0; feature < model->features; feature++)
        if (!isfinite(model->weight[feature]))
            return false;
    return isfinite(model->bias);
}

static uint64_t hash_bits(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int shift = 0; shift < 32; shift += 8)
        hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3;
    return hash;
}

uint64_t model_hash(const struct model *model)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t feature = 0; feature < model->features; feature++)
        hash = hash_bits(hash, model->weight[feature]);
    return hash_bits(hash, model->bias);
}

static bool check_data(struct model *model, const struct dataset *data)
{
    lacuna_csr_f32_i32 *x = &model->x;
    lacuna_error error;
    x->rows = data->rows;
    x->columns = data->features;
    x->nnz = data->entries;
    x->indptr = data->indptr;
    x->indices = data->indices;
    x->values = data->values;
    // The kernels need not check every index again. This call does, once; with 0 here it would do so twice.
    x->trusted = 1;
    return done(lacuna_check_csr_f32_i32(x, &error), "check_csr", &error);
}

static bool allocate_arrays(struct model *model)
{
    lacuna_plan_buffers_i32 *plan = &model->plan;
    size_t rows = model->x.rows, batch_size = model->batch_size, entries = 0;
    for (size_t start = 0; start < rows; start += batch_size) {
        size_t end = rows - start < batch_size ? rows : start + batch_size;
        size_t found = (size_t)(model->x.indptr[end] - model->x.indptr[start]);
        entries = found > entries ? found : entries;
    }
    plan->ids_length = plan->rows_length = plan->entries_length = entries;
    plan->segments_length = entries + 1;
    model->scratch_bytes = lacuna_plan_scratch_i32(entries);

    return (model->ids = (int32_t *)allocate(model->features, sizeof *model->ids)) != NULL
        && (model->weight = (float *)allocate(model->features, sizeof *model->weight)) != NULL
        && (model->weight_momentum = (float *)allocate(model->features, sizeof *model->weight_momentum)) != NULL
        && (model->residuals = (float *)allocate(batch_size, sizeof *model->residuals)) != NULL
        && (model->gradient = (float *)allocate(entries, sizeof *model->gradient)) != NULL
        && (plan->ids = (int32_t *)allocate(plan->ids_length, sizeof *plan->ids)) != NULL
        && (plan->segments = (int32_t *)allocate(plan->segments_length, sizeof *plan->segments)) != NULL
        && (plan->rows = (int32_t *)allocate(plan->rows_length, sizeof *plan->rows)) != NULL
        && (plan->entries = (int32_t *)allocate(plan->entries_length, sizeof *plan->entries)) != NULL
        && (model->scratch = allocate(model->scratch_bytes, 1)) != NULL;
}

bool model_create(struct model *model, const struct dataset *data, const struct settings *settings)
{
    memset(model, 0, sizeof *model);
    model->features = data->features;
    model->labels = data->labels;
    model->batch_size = settings->batch_size < data->rows ? settings->batch_size : data->rows;
    if (!check_data(model, data) || !allocate_arrays(model)) {
        model_free(model);
        return false;
    }
    for (size_t feature = 0; feature < model->features; feature++)
        model->ids[feature] = (int32_t)feature;

    model->hyper.learning_rate = settings->learning_rate;
    model->hyper.momentum = settings->momentum;
    model->hyper.weight_decay = 0;
    // By the size that was asked for, also in a smaller last batch: so every row counts alike.
    model->hyper.rescale_gradient = (float)(1.0 / (double)settings->batch_size);
    model->hyper.clips = 0;
    model->hyper.update = LACUNA_UPDATE_LAZY;
    return true;
}

void model_free(struct model *model)
{
    free(model->ids);
    free(model->weight);
    free(model->weight_momentum);
    free(model->residuals);
    free(model->gradient);
    free(model->plan.ids);
    free(model->plan.segments);
    free(model->plan.rows);
    free(model->plan.entries);
    free(model->scratch);
}
