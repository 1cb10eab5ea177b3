#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

void *allocate(size_t count, size_t element_bytes)
{
    // An array without elements has an address too.
    void *array = calloc(count > 0 ? count : 1, element_bytes);
    if (array == NULL)
        fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count, element_bytes);
    return array;
}
