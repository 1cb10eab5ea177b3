#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stdint.h>

// Numbers in text from start to before end, where something readable stands that is no part of a number: a blank, a colon, a zero.
// strtof and strtod read by the C locale, as in every program that never calls setlocale.

// Digits with or without sign, point and exponent: what strtof, strtod and `lacuna train` read alike. Not hexadecimal, "inf" or "nan".
bool is_decimal(const char *start, const char *end);

// Digits only. A number above UINT64_MAX becomes UINT64_MAX.
bool parse_whole(const char *start, const char *end, uint64_t *number);

#endif
