#include "libsvm.h"

#include "memory.h"
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file in memory with a zero behind its last byte, and the place that has been reached.
struct reader {
    const char *path;
    const char *at, *end;
    const char *line_start;
    size_t line;
};

// A piece of the file, fit for a terminal.
struct excerpt {
    char text[200];
};

static struct excerpt excerpt(const char *start, const char *end)
{
    const ptrdiff_t longest = 40;
    struct excerpt excerpt;
    char *out = excerpt.text;
    for (const char *at = start; at < end && at - start < longest; at++) {
        unsigned char byte = (unsigned char)*at;
        out += snprintf(out, 5, byte >= 0x20 && byte < 0x7f ? "%c" : "\\x%02x", byte);
    }
    strcpy(out, end - start > longest ? "..." : "");
    return excerpt;
}

static bool refuse(const struct reader *reader, const char *place, const char *format, ...)
{
    va_list numbers;
    va_start(numbers, format);
    fprintf(stderr, "%s:%zu:%zu: ", reader->path, reader->line, (size_t)(place - reader->line_start) + 1);
    vfprintf(stderr, format, numbers);
    fputc('\n', stderr);
    va_end(numbers);
    return false;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end && is_blank(*reader->at))
        reader->at++;
}

static bool at_line_end(const struct reader *reader)
{
    return reader->at == reader->end || *reader->at == '\n' || *reader->at == '#';
}

static void next_line(struct reader *reader)
{
    const char *newline = (const char *)memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    reader->at = newline != NULL ? newline + 1 : reader->end;
    reader->line_start = reader->at;
    reader->line++;
}

static const char *token_end(const struct reader *reader)
{
    const char *end = reader->at;
    while (end < reader->end && !is_blank(*end) && *end != '\n' && *end != '#')
        end++;
    return end;
}

static bool parse_value(const struct reader *reader, const char *what, const char *start, const char *end, float *value)
{
    if (!is_decimal(start, end))
        return refuse(reader, start, "%s `%s` is not a number", what, excerpt(start, end).text);
    // Rounded once, to the nearest float. The double of strtod, made a float, would be rounded twice.
    *value = strtof(start, NULL);
    if (!isfinite(*value))
        return refuse(reader, start, "%s `%s` is too large for a float", what, excerpt(start, end).text);
    return true;
}

// Reads one "index:value". previous is the index before it in the row, or 0.
static bool parse_entry(struct reader *reader, struct dataset *data, size_t features, uint64_t *previous)
{
    const char *start = reader->at;
    const char *end = token_end(reader);
    const char *colon = (const char *)memchr(start, ':', (size_t)(end - start));
    uint64_t index;
    float value;
    if (colon == NULL)
        return refuse(reader, start, "feature `%s` has no value", excerpt(start, end).text);
    if (!parse_whole(start, colon, &index))
        return refuse(reader, start, "`%s` is not a feature index", excerpt(start, colon).text);
    if (index == 0)
        return refuse(reader, start, "feature index 0: indices count from 1");
    if (index > INT32_MAX)
        return refuse(reader, start, "feature index %s does not fit: at most %d", excerpt(start, colon).text, INT32_MAX);
    if (features > 0 && index > features)
        return refuse(reader, start, "feature index %llu is out of range: %zu features", (unsigned long long)index, features);
    if (index <= *previous) {
        unsigned long long now = index, before = *previous;
        return refuse(reader, start, "feature index %llu after %llu: indices must ascend", now, before);
    }
    if (!parse_value(reader, "value", colon + 1, end, &value))
        return false;
    if (data->entries == INT32_MAX)
        return refuse(reader, start, "more than %d entries", INT32_MAX);
    data->indices[data->entries] = (int32_t)(index - 1);
    data->values[data->entries] = value;
    data->entries++;
    *previous = index;
    reader->at = end;
    return true;
}

static bool parse_row(struct reader *reader, struct dataset *data, size_t features)
{
    const char *end = token_end(reader);
    uint64_t previous = 0;
    if (!parse_value(reader, "label", reader->at, end, &data->labels[data->rows]))
        return false;
    reader->at = end;
    for (skip_blanks(reader); !at_line_end(reader); skip_blanks(reader))
        if (!parse_entry(reader, data, features, &previous))
            return false;
    data->rows++;
    data->indptr[data->rows] = (int32_t)data->entries;
    if (features == 0 && previous > data->features)
        data->features = (size_t)previous;
    return true;
}

static bool parse(struct dataset *data, const char *path, const char *text, size_t bytes, size_t features)
{
    struct reader reader = {path, text, text + bytes, text, 1};
    // There are no more rows than lines, and no more entries than colons.
    size_t lines = 1, colons = 0;
    for (const char *at = text; at < reader.end; at++) {
        lines += *at == '\n';
        colons += *at == ':';
    }
    data->features = features;
    data->indptr = (int32_t *)allocate(lines + 1, sizeof *data->indptr);
    data->indices = (int32_t *)allocate(colons, sizeof *data->indices);
    data->values = (float *)allocate(colons, sizeof *data->values);
    data->labels = (float *)allocate(lines, sizeof *data->labels);
    if (data->indptr == NULL || data->indices == NULL || data->values == NULL || data->labels == NULL)
        return false;
    for (; reader.at < reader.end; next_line(&reader)) {
        skip_blanks(&reader);
        if (!at_line_end(&reader) && !parse_row(&reader, data, features))
            return false;
    }
    if (data->rows == 0 || data->features == 0) {
        fprintf(stderr, "%s: %s\n", path, data->rows == 0 ? "no rows" : "no row has a feature: give --features");
        return false;
    }
    return true;
}

// The bytes of a file and a zero behind them. NULL after one line on standard error.
static char *read_file(const char *path, size_t *bytes)
{
    size_t length = 0, capacity = 1 << 16;
    char *text = NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return NULL;
    }
    for (;;) {
        char *larger = (char *)realloc(text, capacity);
        if (larger == NULL) {
            fprintf(stderr, "%s: no memory for %zu bytes\n", path, capacity);
            break;
        }
        text = larger;
        length += fread(text + length, 1, capacity - 1 - length, file);
        if (ferror(file)) {
            fprintf(stderr, "%s: %s\n", path, strerror(errno));
            break;
        }
        if (length < capacity - 1) {
            fclose(file);
            text[length] = '\0';
            *bytes = length;
            return text;
        }
        capacity *= 2;
    }
    fclose(file);
    free(text);
    return NULL;
}

bool dataset_read(struct dataset *data, const char *path, size_t features)
{
    size_t bytes;
    memset(data, 0, sizeof *data);
    char *text = read_file(path, &bytes);
    if (text == NULL)
        return false;
    bool done = parse(data, path, text, bytes, features);
    free(text);
    if (!done)
        dataset_free(data);
    return done;
}

void dataset_free(struct dataset *data)
{
    free(data->indptr);
    free(data->indices);
    free(data->values);
    free(data->labels);
}
