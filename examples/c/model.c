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
static lacuna_rows_mut stored_column(struct model *model, float *values)
{
    lacuna_rows_mut column;
    column.value_type = LACUNA_TYPE_F32;
    column.index_type = LACUNA_TYPE_I32;
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

static lacuna_row_sparse row_sparse_column(size_t rows, size_t stored_rows, const void *ids, const float *values)
{
    lacuna_row_sparse column;
    column.value_type = LACUNA_TYPE_F32;
    column.index_type = LACUNA_TYPE_I32;
    column.trusted = 1;
    column.rows = rows;
    column.row_length = 1;
    column.stored_rows = stored_rows;
    column.first_row = 0;
    column.indices = ids;
    column.data = values;
    return column;
}

// One number. Dense rows have no indices, and so no index type.
static lacuna_rows_mut scalar(float *value)
{
    lacuna_rows_mut one;
    memset(&one, 0, sizeof one);
    one.value_type = LACUNA_TYPE_F32;
    one.storage = LACUNA_STORAGE_DENSE;
    one.rows = 1;
    one.row_length = 1;
    one.stride = 1;
    one.data = value;
    return one;
}

// residuals gets x w, then (x w + b) - label.
static bool predict(struct model *model, const lacuna_csr *x, const float *labels, double *sum, double *squares)
{
    lacuna_row_sparse weight = row_sparse_column(model->features, model->features, model->ids, model->weight);
    lacuna_dense_mut product;
    lacuna_error error;
    product.value_type = LACUNA_TYPE_F32;
    product.rows = x->rows;
    product.columns = 1;
    product.stride = 1;
    product.data = model->residuals;
    if (!done(lacuna_dot_csr_row_sparse(x, &weight, &product, &error), "dot_csr_row_sparse", &error))
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
static bool differentiate(struct model *model, const lacuna_csr *x, lacuna_row_sparse *weight_gradient)
{
    lacuna_plan plan;
    lacuna_array values = {LACUNA_TYPE_F32, x->nnz, x->values};
    lacuna_dense residuals;
    lacuna_row_sparse_mut gradient;
    lacuna_error error;
    if (!done(lacuna_dot_transpose_plan(x, 0, x->columns, &model->plan, model->scratch, model->scratch_bytes, &plan, &error),
              "dot_transpose_plan", &error))
        return false;

    residuals.value_type = LACUNA_TYPE_F32;
    residuals.rows = x->rows;
    residuals.columns = 1;
    residuals.stride = 1;
    residuals.data = model->residuals;

    gradient.value_type = LACUNA_TYPE_F32;
    gradient.index_type = LACUNA_TYPE_I32;
    gradient.trusted = 1;
    gradient.rows = model->features;
    gradient.row_length = 1;
    gradient.stored_rows = plan.stored_rows;
    gradient.first_row = 0;
    gradient.indices = plan.ids;
    gradient.data = model->gradient;
    if (!done(lacuna_dot_csr_t_dense(&plan, &values, &residuals, &gradient, &error), "dot_csr_t_dense", &error))
        return false;
    *weight_gradient = row_sparse_column(model->features, plan.stored_rows, plan.ids, model->gradient);
    return true;
}

static bool update(struct model *model, const lacuna_row_sparse *weight_gradient, float bias_gradient)
{
    static const int32_t row = 0;
    lacuna_rows_mut weight = stored_column(model, model->weight);
    lacuna_rows_mut weight_momentum = stored_column(model, model->weight_momentum);
    lacuna_row_sparse gradient = row_sparse_column(1, 1, &row, &bias_gradient);
    lacuna_rows_mut bias = scalar(&model->bias);
    lacuna_rows_mut bias_momentum = scalar(&model->bias_momentum);
    lacuna_error error;
    return done(lacuna_optim_sgd_momentum(&model->hyper, weight_gradient, &weight, &weight_momentum, &error),
                "optim_sgd_momentum of the weight", &error)
        && done(lacuna_optim_sgd_momentum(&model->hyper, &gradient, &bias, &bias_momentum, &error),
                "optim_sgd_momentum of the bias", &error);
}

bool model_epoch(struct model *model, double *loss)
{
    size_t batches = 0;
    double total = 0;
    for (size_t start = 0; start < model->x.rows; batches++) {
        size_t rows = model->x.rows - start < model->batch_size ? model->x.rows - start : model->batch_size;
        double sum, squares;
        lacuna_csr batch;
        lacuna_row_sparse gradient;
        lacuna_error error;
        if (!done(lacuna_csr_rows(&model->x, start, start + rows, &batch, &error), "csr_rows", &error)
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
    lacuna_csr *x = &model->x;
    lacuna_error error;
    x->value_type = LACUNA_TYPE_F32;
    x->index_type = LACUNA_TYPE_I32;
    // The kernels need not check every index again. check_csr does, once; with 0 here it would do so twice.
    x->trusted = 1;
    x->rows = data->rows;
    x->columns = data->features;
    x->nnz = data->entries;
    x->indptr = data->indptr;
    x->indices = data->indices;
    x->values = data->values;
    return done(lacuna_check_csr(x, &error), "check_csr", &error);
}

static bool allocate_arrays(struct model *model, const struct dataset *data)
{
    lacuna_plan_buffers *plan = &model->plan;
    size_t rows = data->rows, batch_size = model->batch_size, entries = 0;
    for (size_t start = 0; start < rows; start += batch_size) {
        size_t end = rows - start < batch_size ? rows : start + batch_size;
        size_t found = (size_t)(data->indptr[end] - data->indptr[start]);
        entries = found > entries ? found : entries;
    }
    plan->index_type = LACUNA_TYPE_I32;
    plan->ids_length = plan->rows_length = plan->entries_length = entries;
    plan->segments_length = entries + 1;
    model->scratch_bytes = lacuna_plan_scratch(LACUNA_TYPE_I32, entries);

    return (model->ids = (int32_t *)allocate(model->features, sizeof *model->ids)) != NULL
        && (model->weight = (float *)allocate(model->features, sizeof *model->weight)) != NULL
        && (model->weight_momentum = (float *)allocate(model->features, sizeof *model->weight_momentum)) != NULL
        && (model->residuals = (float *)allocate(batch_size, sizeof *model->residuals)) != NULL
        && (model->gradient = (float *)allocate(entries, sizeof *model->gradient)) != NULL
        && (plan->ids = allocate(plan->ids_length, sizeof(int32_t))) != NULL
        && (plan->segments = allocate(plan->segments_length, sizeof(int32_t))) != NULL
        && (plan->rows = allocate(plan->rows_length, sizeof(int32_t))) != NULL
        && (plan->entries = allocate(plan->entries_length, sizeof(int32_t))) != NULL
        && (model->scratch = allocate(model->scratch_bytes, 1)) != NULL;
}

bool model_create(struct model *model, const struct dataset *data, const struct settings *settings)
{
    memset(model, 0, sizeof *model);
    model->features = data->features;
    model->labels = data->labels;
    model->batch_size = settings->batch_size < data->rows ? settings->batch_size : data->rows;
    if (!check_data(model, data) || !allocate_arrays(model, data)) {
        model_free(model);
        return false;
    }
    for (size_t feature = 0; feature < model->features; feature++)
        model->ids[feature] = (int32_t)feature;

    // Fields that stay 0 have their defaults: no weight decay, no bound.
    model->hyper.learning_rate = settings->learning_rate;
    model->hyper.momentum = settings->momentum;
    // By the size that was asked for, also in a smaller last batch: so every row counts alike.
    model->hyper.rescale_gradient = 1.0 / (double)settings->batch_size;
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
