/* Functions that round to a whole number. Those of picolibc shift by more bits than a word has, or
 * carry from the wrong half of the number: ceil() of a fraction between 0x1p21 and 0x1p22 is 2 too
 * large, trunc(), truncf() and llround() of large whole numbers lose digits, and llrint() of a
 * fraction below 1 ignores the rounding mode. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Defines a function that rounds the bits of a number, away from zero or towards zero. A carry out
 * of the fraction increments the exponent, as it should. */
#define DEFINE_ROUND(name, word, fraction_bits, bias)                                              \
    static word name(word bits, bool away) {                                                       \
        const word sign = (word)1 << (sizeof(word) * 8 - 1);                                       \
        int exponent = (int)((bits & ~sign) >> fraction_bits) - bias;                              \
        if (exponent >= fraction_bits)                                                             \
            return bits; /* a whole number, an infinity or no number */                            \
        if (exponent < 0) {                                                                        \
            word one = (word)bias << fraction_bits;                                                \
            return (bits & sign) | (away && bits & ~sign ? one : 0);                               \
        }                                                                                          \
        word fraction = ((word)1 << (fraction_bits - exponent)) - 1;                               \
        return (bits + (away ? fraction : 0)) & ~fraction;                                         \
    }

DEFINE_ROUND(round_double, uint64_t, 52, 1023)
DEFINE_ROUND(round_float, uint32_t, 23, 127)

union double_bits {
    double number;
    uint64_t bits;
    int64_t sign; /* is negative if the number is */
};
union float_bits {
    float number;
    uint32_t bits;
    int32_t sign;
};

#define FUNCTIONS(type, end)                                                                       \
    type trunc##end(type x) {                                                                      \
        union type##_bits number = {x};                                                            \
        number.bits = round_##type(number.bits, false);                                            \
        return number.number;                                                                      \
    }                                                                                              \
    type floor##end(type x) {                                                                      \
        union type##_bits number = {x};                                                            \
        number.bits = round_##type(number.bits, number.sign < 0);                                  \
        return number.number;                                                                      \
    }                                                                                              \
    type ceil##end(type x) {                                                                       \
        union type##_bits number = {x};                                                            \
        number.bits = round_##type(number.bits, number.sign >= 0);                                 \
        return number.number;                                                                      \
    }

FUNCTIONS(double, )
FUNCTIONS(float, f)

long long llround(double x) {
    union double_bits number = {x};
    int exponent = (int)(number.bits >> 52 & 0x7ff) - 1023;
    if (exponent >= 63)
        return (long long)x; /* has no such value, except for the smallest one */
    if (exponent < -1)
        return 0;
    const uint64_t leading = UINT64_C(1) << 52;
    uint64_t size = (number.bits & (leading - 1)) | leading;
    size = exponent >= 52 ? size << (exponent - 52)
                          : (size + (UINT64_C(1) << (51 - exponent))) >> (52 - exponent);
    return number.sign < 0 ? -(long long)size : (long long)size;
}

long long llrint(double x) {
    return (long long)rint(x);
}

long long llrintf(float x) {
    return (long long)rintf(x);
}
