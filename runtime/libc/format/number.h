/* A floating-point number taken apart, whatever its format was. */
#ifndef LIBC_FORMAT_NUMBER_H
#define LIBC_FORMAT_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#define MANTISSA_WORDS 4

struct number {
    enum { NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN } kind;
    bool negative;
    /* The value of a finite one is mantissa × 2^exponent; least significant word first. */
    uint32_t mantissa[MANTISSA_WORDS];
    int exponent;
    int fraction_bits; /* bits of the mantissa that %a shows after the point */
};

void __oc_number_from_double(struct number *number, double value);
void __oc_number_from_long_double(struct number *number, long double value);

/* Converts the bits of the IEEE 754 format binary128, least significant word first. */
void __oc_number_from_binary128(struct number *number, const uint32_t bits[4]);

bool __oc_number_is_zero(const struct number *number);

/* Rounds a number whose dropped part compares with half a unit as `compared` (below zero: less,
 * zero: equal, above: more) and is not zero: away from zero? As the rounding mode says. */
bool __oc_rounds_up(bool negative, bool odd, int compared);

#endif
