#include "libc/scan/floating.h"

#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>

#include "libc/format/number.h"

static const uint32_t largest_double[] = {9007199, 254740991};
static const uint32_t largest_long_double[] = {10384593, 717069655, 257060992, 658440191};

#define FORMAT(type) type##_MANT_DIG, type##_MIN_EXP - type##_MANT_DIG, type##_MAX_EXP
const struct scan_format __oc_scan_float = {FORMAT(FLT), 2, largest_double, 128};
const struct scan_format __oc_scan_double = {FORMAT(DBL), 2, largest_double, 128};
const struct scan_format __oc_scan_long_double = {FORMAT(LDBL), 4, largest_long_double, 2048};
_Static_assert(DBL_MANT_DIG == 53 && LDBL_MANT_DIG == 113, "used above");

static struct scan_wide shift_left(struct scan_wide value, int by) {
    if (by >= 64)
        return (struct scan_wide){value.low << (by - 64), 0};
    if (by == 0)
        return value;
    return (struct scan_wide){value.high << by | value.low >> (64 - by), value.low << by};
}

static int length(struct scan_wide value) {
    if (value.high)
        return 128 - __builtin_clzll(value.high);
    return value.low ? 64 - __builtin_clzll(value.low) : 0;
}

static struct scan_wide add(struct scan_wide a, struct scan_wide b) {
    uint64_t low = a.low + b.low;
    return (struct scan_wide){a.high + b.high + (low < a.low), low};
}

/* Divides by 2^by and rounds; returns true if the result is not exact. */
static bool divide(struct scan_wide *value, int by, bool negative) {
    if (by <= 0) {
        *value = shift_left(*value, -by);
        return false;
    }
    /* If no bit is kept, the dropped part is far less than a half. */
    struct scan_wide dropped = {0, 1}, kept = {0, 0};
    if (by < 128)
        dropped = shift_left(*value, 128 - by);
    if (by < 64)
        kept = (struct scan_wide){value->high >> by, value->high << (64 - by) | value->low >> by};
    else if (by < 128)
        kept.low = value->high >> (by - 64);
    bool inexact = dropped.high || dropped.low;
    const uint64_t half = 1ull << 63;
    int compared = dropped.high < half ? -1 : dropped.high > half || dropped.low;
    if (inexact && __oc_rounds_up(negative, kept.low & 1, compared))
        kept = add(kept, (struct scan_wide){0, 1});
    *value = kept;
    return inexact;
}

/* Raises floating-point exception flags, as an operation of the hardware would. Without a
 * floating-point unit there are neither flags nor names for them. */
#ifdef __riscv_flen
static void raise_flags(unsigned flags) {
    __asm__ volatile("csrs fflags, %0" : : "r"(flags));
}
#else
#define raise_flags(flags) ((void)0)
#endif

/* The bits of a number, without its sign. */
static struct scan_wide assemble(struct scan_real real, const struct scan_format *format,
                                 bool negative) {
    struct scan_wide value = real.significand;
    /* Exponent of the last bit that is kept. */
    int at = real.exponent + length(value) - format->bits;
    bool small = at < format->lowest;
    if (small)
        at = format->lowest;
    bool inexact = divide(&value, at - real.exponent, negative);
    if (length(value) > format->bits) {
        value = shift_left((struct scan_wide){0, 1}, format->bits - 1);
        at++;
    }
    struct scan_wide infinity =
        shift_left((struct scan_wide){0, 2 * (unsigned)format->highest - 1}, format->bits - 1);
    if (at + format->bits > format->highest) {
        errno = ERANGE;
        raise_flags(FE_OVERFLOW | FE_INEXACT);
        if (!__oc_rounds_up(negative, true, 1))
            infinity = add(infinity, (struct scan_wide){UINT64_MAX, UINT64_MAX}); /* subtract one */
        return infinity;
    }
    if (inexact && small) {
        /* Whether the number would still be below the least normal number after rounding with an
         * unlimited exponent range. */
        struct scan_wide finer = real.significand;
        divide(&finer, at - 1 - real.exponent, negative);
        if (length(value) < format->bits || length(finer) <= format->bits) {
            errno = ERANGE;
            raise_flags(FE_UNDERFLOW);
        }
    }
    if (inexact)
        raise_flags(FE_INEXACT);
    /* In a normal number, the top bit of the significand adds one to the exponent field. */
    return add(value, shift_left((struct scan_wide){0, (unsigned)(at - format->lowest)},
                                 format->bits - 1));
}

/* Reads the longest prefix of `word` with which the input begins, ignoring case. Returns the length
 * of this prefix in letters. */
static unsigned read_word(struct scan_input *input, const char *word, unsigned letters, int c) {
    unsigned i = 0;
    while (i < letters && (c | 32) == word[i])
        if (++i < letters)
            c = __oc_scan_get(input);
    return i;
}

/* Reads the parentheses that may follow NaN. */
static void read_payload(struct scan_input *input, bool lenient) {
    int c = __oc_scan_get(input);
    if (c != '(') {
        __oc_scan_unget(input);
        return;
    }
    unsigned count = 1;
    do {
        c = __oc_scan_get(input);
        count++;
    } while (scan_digit(c) < 36 || c == '_');
    if (c == ')')
        return;
    if (lenient) {
        while (count--)
            __oc_scan_unget(input);
    } else {
        __oc_scan_unget(input);
        __oc_scan_limit(input, 0);
    }
}

struct scan_wide __oc_scan_floating(struct scan_input *input, const struct scan_format *format,
                                    bool lenient) {
    int c;
    do
        c = __oc_scan_get(input);
    while (isspace(c));
    bool negative = c == '-';
    if (c == '+' || c == '-')
        c = __oc_scan_get(input);

    const struct scan_wide infinity =
        shift_left((struct scan_wide){0, 2 * (unsigned)format->highest - 1}, format->bits - 1);
    const struct scan_wide sign =
        shift_left((struct scan_wide){0, negative}, format->bits == LDBL_MANT_DIG  ? 127
                                                    : format->bits == DBL_MANT_DIG ? 63
                                                                                   : 31);
    struct scan_wide result = {0, 0};
    unsigned letters = read_word(input, "infinity", 8, c);
    if (letters == 3 || letters == 8 || (letters > 3 && lenient)) {
        if (letters < 8)
            __oc_scan_unget(input);
        for (; letters > 3 && letters < 8; letters--)
            __oc_scan_unget(input);
        return add(infinity, sign);
    }
    if (!letters && (letters = read_word(input, "nan", 3, c)) == 3) {
        read_payload(input, lenient);
        result = shift_left((struct scan_wide){0, 1}, format->bits - 2);
        return add(add(infinity, result), sign);
    }
    if (letters) {
        __oc_scan_unget(input);
        __oc_scan_limit(input, 0);
        return result;
    }
    struct scan_real real;
    bool hexadecimal = false;
    if (c == '0') {
        c = __oc_scan_get(input);
        hexadecimal = (c | 32) == 'x';
        if (!hexadecimal) {
            __oc_scan_unget(input);
            c = '0';
        }
    }
    if (hexadecimal)
        real = __oc_scan_hexadecimal(input, lenient);
    else
        real = __oc_scan_decimal(input, c, format, lenient);
    if (real.significand.high || real.significand.low)
        result = assemble(real, format, negative);
    /* If no number was found, a "-" that was read is not a sign either. */
    return input->count ? add(result, sign) : result;
}
