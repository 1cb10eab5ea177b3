#include "number.h"

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

static const char *skip_sign(const char *at, const char *end)
{
    return at < end && (*at == '+' || *at == '-') ? at + 1 : at;
}

bool is_decimal(const char *start, const char *end)
{
    const char *whole = skip_sign(start, end);
    const char *at = skip_digits(whole, end);
    bool digits = at > whole;
    if (at < end && *at == '.') {
        const char *fraction = at + 1;
        at = skip_digits(fraction, end);
        digits = digits || at > fraction;
    }
    if (digits && at < end && (*at == 'e' || *at == 'E')) {
        const char *exponent = skip_sign(at + 1, end);
        at = skip_digits(exponent, end);
        digits = at > exponent;
    }
    return digits && at == end;
}

bool parse_whole(const char *start, const char *end, uint64_t *number)
{
    uint64_t sum = 0;
    if (start == end || skip_digits(start, end) != end)
        return false;
    for (const char *at = start; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        sum = sum > (UINT64_MAX - digit) / 10 ? UINT64_MAX : sum * 10 + digit;
    }
    *number = sum;
    return true;
}
