#include "tensors.h"

#include "memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A place in the JSON text of the header, which ends at end.
struct json {
    const char *at, *end;
};

static void skip_blanks(struct json *json)
{
    while (json->at < json->end && (*json->at == ' ' || *json->at == '\t' || *json->at == '\r' || *json->at == '\n'))
        json->at++;
}

static bool take(struct json *json, char byte)
{
    skip_blanks(json);
    if (json->at == json->end || *json->at != byte)
        return false;
    json->at++;
    return true;
}

// A string, without its quotes; escapes stay as they are.
static bool take_string(struct json *json, const char **text, size_t *length)
{
    if (!take(json, '"'))
        return false;
    *text = json->at;
    for (; json->at < json->end && *json->at != '"'; json->at++)
        if (*json->at == '\\' && json->at + 1 < json->end)
            json->at++;
    *length = (size_t)(json->at - *text);
    return take(json, '"');
}

static bool take_size(struct json *json, size_t *size)
{
    skip_blanks(json);
    const char *start = json->at;
    *size = 0;
    for (; json->at < json->end && *json->at >= '0' && *json->at <= '9'; json->at++) {
        size_t digit = (size_t)(*json->at - '0');
        if (*size > (SIZE_MAX - digit) / 10)
            return false;
        *size = *size * 10 + digit;
    }
    return json->at > start;
}

// Whatever stands here, up to the comma or the bracket behind it.
static bool skip_value(struct json *json)
{
    size_t depth = 0, length;
    const char *text;
    while (json->at < json->end) {
        char byte = *json->at;
        if (depth == 0 && (byte == ',' || byte == '}' || byte == ']'))
            return true;
        if (byte == '"') {
            if (!take_string(json, &text, &length))
                return false;
            continue;
        }
        depth += byte == '{' || byte == '[';
        depth -= byte == '}' || byte == ']';
        json->at++;
    }
    return false;
}

// Goes to the value of a key of the object that begins here. False if there is none, or the text is no object.
static bool find_key(struct json json, const char *key, struct json *value)
{
    const char *name;
    size_t length;
    if (!take(&json, '{'))
        return false;
    do {
        if (!take_string(&json, &name, &length) || !take(&json, ':'))
            return false;
        *value = json;
        if (length == strlen(key) && memcmp(name, key, length) == 0)
            return true;
        if (!skip_value(&json))
            return false;
    } while (take(&json, ','));
    return false;
}

static bool refuse(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    return false;
}

static bool read_bytes(struct tensors *tensors, FILE *file)
{
    size_t capacity = 1 << 16;
    for (;;) {
        unsigned char *larger = (unsigned char *)realloc(tensors->bytes, capacity);
        if (larger == NULL)
            return refuse(tensors->path, "no memory for it");
        tensors->bytes = larger;
        tensors->length += fread(larger + tensors->length, 1, capacity - tensors->length, file);
        if (ferror(file))
            return refuse(tensors->path, strerror(errno));
        if (tensors->length < capacity)
            return true;
        capacity *= 2;
    }
}

static bool find_start(struct tensors *tensors)
{
    uint64_t header = 0;
    for (size_t byte = 8; byte-- > 0 && tensors->length >= 8;)
        header = header << 8 | tensors->bytes[byte];
    if (tensors->length < 8 || header > tensors->length - 8)
        return refuse(tensors->path, "not a safetensors file");
    tensors->start = 8 + (size_t)header;
    return true;
}

bool tensors_read(struct tensors *tensors, const char *path)
{
    FILE *file = fopen(path, "rb");
    memset(tensors, 0, sizeof *tensors);
    tensors->path = path;
    if (file == NULL)
        return refuse(path, strerror(errno));
    bool done = read_bytes(tensors, file) && find_start(tensors);
    fclose(file);
    if (!done)
        tensors_free(tensors);
    return done;
}

void tensors_free(struct tensors *tensors)
{
    free(tensors->bytes);
    tensors->bytes = NULL;
}

static struct json header_of(const struct tensors *tensors)
{
    struct json header = {(const char *)tensors->bytes + 8, (const char *)tensors->bytes + tensors->start};
    return header;
}

bool tensors_metadata_has(const struct tensors *tensors, const char *key, const char *part)
{
    struct json metadata, value;
    const char *text;
    size_t length;
    if (!find_key(header_of(tensors), "__metadata__", &metadata) || !find_key(metadata, key, &value) || !take_string(&value, &text, &length))
        return false;
    for (size_t at = 0; at + strlen(part) <= length; at++)
        if (memcmp(text + at, part, strlen(part)) == 0)
            return true;
    return false;
}

// Where the numbers of a tensor lie, if the header says so and the file has them.
static bool locate(const struct tensors *tensors, const char *name, size_t *start, size_t *count)
{
    struct json tensor, value;
    const char *dtype;
    size_t length, end;
    if (!find_key(header_of(tensors), name, &tensor) || !find_key(tensor, "dtype", &value) || !take_string(&value, &dtype, &length))
        return false;
    if (length != 3 || memcmp(dtype, "F32", 3) != 0 || !find_key(tensor, "data_offsets", &value))
        return false;
    if (!take(&value, '[') || !take_size(&value, start) || !take(&value, ',') || !take_size(&value, &end))
        return false;
    *count = (end - *start) / sizeof(float);
    return *start <= end && end <= tensors->length - tensors->start && (end - *start) % sizeof(float) == 0;
}

float *tensors_floats(const struct tensors *tensors, const char *name, size_t *count)
{
    size_t start;
    if (!locate(tensors, name, &start, count)) {
        fprintf(stderr, "%s: no tensor `%s` of F32\n", tensors->path, name);
        return NULL;
    }
    float *numbers = (float *)allocate(*count, sizeof *numbers);
    // The file is little-endian, and its numbers lie at any address.
    for (size_t at = 0; numbers != NULL && at < *count; at++) {
        const unsigned char *bytes = tensors->bytes + tensors->start + start + at * sizeof *numbers;
        uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
        memcpy(&numbers[at], &bits, sizeof bits);
    }
    return numbers;
}
