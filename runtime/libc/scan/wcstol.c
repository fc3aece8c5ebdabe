/* Conversion of wide text to integers. picolibc's functions do not see that "0x" without a digit is
 * a zero, do not report a base that does not exist, or report EINVAL for text without a number. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

#include "libc/names/weak.h"
#include "libc/scan/input.h"

/* A character that is not a byte is not part of any number. */
static unsigned digit(wchar_t c) {
    return scan_digit((unsigned)c < 128 ? (int)c : '@');
}

/* Converts to an integer type whose greatest value is `most`. In an unsigned type, a negative
 * number becomes what remains of it, unless its size is too large. */
static unsigned long long scan(const wchar_t *text, wchar_t **end, int given,
                               unsigned long long most, bool is_signed) {
    const wchar_t *at = text;
    unsigned base = (unsigned)given;
    if (base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    while (iswspace((wint_t)*at))
        at++;
    bool negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' && digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    unsigned long long value = 0;
    bool overflow = false;
    const wchar_t *last = text;
    for (; digit(*at) < base; last = ++at) {
        overflow |= __builtin_mul_overflow(value, base, &value);
        overflow |= __builtin_add_overflow(value, digit(*at), &value);
    }
    if (end)
        *end = (wchar_t *)last;
    most += is_signed && negative;
    if (overflow || value > most) {
        errno = ERANGE;
        return is_signed && negative ? -most : most;
    }
    return negative ? -value : value;
}

/* All locales write numbers in the same way. */
#define FUNCTION(name, type, most, is_signed)                                                      \
    type name(const wchar_t *restrict text, wchar_t **restrict end, int base) {                    \
        return (type)scan(text, end, base, most, is_signed);                                       \
    }                                                                                              \
    type __oc_##name##_l(const wchar_t *restrict text, wchar_t **restrict end, int base,           \
                         locale_t locale);                                                         \
    type __oc_##name##_l(const wchar_t *restrict text, wchar_t **restrict end, int base,           \
                         locale_t locale) {                                                        \
        (void)locale;                                                                              \
        return name(text, end, base);                                                              \
    }                                                                                              \
    ALSO_NAMED(name##_l)

FUNCTION(wcstol, long, LONG_MAX, true);
FUNCTION(wcstoll, long long, LLONG_MAX, true);
FUNCTION(wcstoimax, intmax_t, INTMAX_MAX, true);
FUNCTION(wcstoul, unsigned long, ULONG_MAX, false);
FUNCTION(wcstoull, unsigned long long, ULLONG_MAX, false);
FUNCTION(wcstoumax, uintmax_t, UINTMAX_MAX, false);
