#include "libsvm.h"

#include <stdio.h>
#include <string.h>

bool dataset_read(struct dataset *data, const char *path, size_t features)
{
    char options[80];
    lacuna_text_rows rows;
    memset(data, 0, sizeof *data);
    if (features == 0)
        snprintf(options, sizeof options, "{\"base\": \"one\"}");
    else
        snprintf(options, sizeof options, "{\"base\": \"one\", \"features\": %zu}", features);
    if (lacuna_text_read(path, options, &data->text) != LACUNA_RUNTIME_STATUS_OK ||
        lacuna_text_view(data->text, &rows) != LACUNA_RUNTIME_STATUS_OK) {
        fprintf(stderr, "%s\n", lacuna_runtime_message());
        dataset_free(data);
        return false;
    }
    data->rows = rows.matrix.rows;
    data->features = rows.matrix.columns;
    data->entries = rows.matrix.nnz;
    // Of 32 bits each, as nothing else was asked for.
    data->indptr = (const int32_t *)rows.matrix.indptr;
    data->indices = (const int32_t *)rows.matrix.indices;
    data->values = (const float *)rows.matrix.values;
    data->labels = (const float *)rows.labels;
    if (data->rows == 0 || data->features == 0) {
        fprintf(stderr, "%s: %s\n", path, data->rows == 0 ? "no rows" : "no row has a feature: give --features");
        dataset_free(data);
        return false;
    }
    return true;
}

void dataset_free(struct dataset *data)
{
    lacuna_text_free(data->text);
    data->text = NULL;
}
