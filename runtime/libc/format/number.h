/* A floating-point number taken apart, independent of its format. */
#ifndef LIBC_FORMAT_NUMBER_H
#define LIBC_FORMAT_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#define MANTISSA_WORDS 4

struct number {
    enum { NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN } kind;
    bool negative;
    /* A finite number has the value mantissa × 2^exponent. The least significant word comes
     * first. */
    uint32_t mantissa[MANTISSA_WORDS];
    int exponent;
    int fraction_bits; /* bits of the mantissa that %a shows after the point */
};

void __oc_number_from_double(struct number *number, double value);
void __oc_number_from_long_double(struct number *number, long double value);

/* Converts the bits of the IEEE 754 format binary128, least significant word first. */
void __oc_number_from_binary128(struct number *number, const uint32_t bits[4]);

bool __oc_number_is_zero(const struct number *number);

/* Whether the current rounding mode rounds a number away from zero. The dropped part of the number
 * is not zero. `compared` is below, equal to or above zero if this part is less than, equal to or
 * more than half a unit in the last place. */
bool __oc_rounds_up(bool negative, bool odd, int compared);

#endif
