#include "libc/format/number.h"

#include <float.h>
#include <string.h>

bool __oc_number_is_zero(const struct number *number) {
    const uint32_t *word = number->mantissa;
    return !(word[0] | word[1] | word[2] | word[3]);
}

/* Sets the kind and the exponent of a number from the biased exponent. Returns whether the mantissa
 * has a hidden leading bit. */
static bool classify(struct number *number, int biased, int greatest, int bias, int fraction_bits) {
    number->fraction_bits = fraction_bits;
    number->exponent = (biased ? biased : 1) - bias - fraction_bits;
    number->kind = NUMBER_FINITE;
    if (biased == greatest)
        number->kind = __oc_number_is_zero(number) ? NUMBER_INFINITE : NUMBER_NAN;
    return biased != 0;
}

void __oc_number_from_double(struct number *number, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    number->negative = bits >> 63;
    number->mantissa[0] = (uint32_t)bits;
    number->mantissa[1] = (uint32_t)(bits >> 32) & 0xfffff;
    number->mantissa[2] = number->mantissa[3] = 0;
    if (classify(number, (int)(bits >> 52) & 0x7ff, 0x7ff, 1023, 52))
        number->mantissa[1] |= 1u << 20;
}

void __oc_number_from_binary128(struct number *number, const uint32_t bits[4]) {
    number->negative = bits[3] >> 31;
    memcpy(number->mantissa, bits, 3 * sizeof *bits);
    number->mantissa[3] = bits[3] & 0xffff;
    if (classify(number, (int)(bits[3] >> 16) & 0x7fff, 0x7fff, 16383, 112))
        number->mantissa[3] |= 1u << 16;
}

#if LDBL_MANT_DIG == 113
void __oc_number_from_long_double(struct number *number, long double value) {
    uint32_t bits[4];
    memcpy(bits, &value, sizeof bits);
    __oc_number_from_binary128(number, bits);
}
#elif LDBL_MANT_DIG == 64
/* Converts the x87's format, whose leading bit is stored; %a shows four bits before the point. Only
 * tests on a PC use this function. */
void __oc_number_from_long_double(struct number *number, long double value) {
    uint32_t bits[3] = {0};
    memcpy(bits, &value, 10);
    number->negative = bits[2] >> 15 & 1;
    number->mantissa[0] = bits[0];
    number->mantissa[1] = bits[1] & 0x7fffffff;
    number->mantissa[2] = number->mantissa[3] = 0;
    classify(number, (int)(bits[2] & 0x7fff), 0x7fff, 16383, 63);
    number->mantissa[1] = bits[1];
    number->fraction_bits = 60;
}
#else
#error "a long double that is neither binary128 nor the x87's"
#endif
