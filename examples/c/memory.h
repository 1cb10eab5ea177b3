#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

// An array of zeros, to be given to free. If there is no memory for it, NULL, and one line on standard error.
void *allocate(size_t count, size_t element_bytes);

#endif
