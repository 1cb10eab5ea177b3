#ifndef TENSORS_H
#define TENSORS_H

#include <stdbool.h>
#include <stddef.h>

// The bytes of a safetensors file: the length of a JSON header in 8 bytes, the header, and the numbers of all tensors.
struct tensors {
    const char *path;
    unsigned char *bytes;
    size_t length;
    size_t start; // of the numbers
};

// Reads the file, and checks what is read of the header only when a tensor is asked for. On failure: false, one line on standard error, and nothing to free.
bool tensors_read(struct tensors *tensors, const char *path);

void tensors_free(struct tensors *tensors);

// True if the text that the file's metadata has of a key contains a part. Quotes stand in both with a backslash before them, as in the file.
bool tensors_metadata_has(const struct tensors *tensors, const char *key, const char *part);

// A copy of the numbers of a tensor of dtype F32, to be given to free, and how many they are. NULL after one line on standard error.
float *tensors_floats(const struct tensors *tensors, const char *name, size_t *count);

#endif
