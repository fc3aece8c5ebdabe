/* Conversion of wide text to numbers. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "libc/names/weak.h"
#include "libc/scan/floating.h"

/* A character that is not a byte is not part of any number. */
static int get(struct scan_input *input) {
    const wchar_t *at = input->at;
    input->at = at + 1;
    return (unsigned)*at < 128 ? (int)*at : '@';
}

static void unget(struct scan_input *input, int c) {
    (void)c;
    input->at = (const wchar_t *)input->at - 1;
}

static struct scan_wide scan(const wchar_t *text, wchar_t **end, const struct scan_format *format) {
    const wchar_t *at = text;
    while (iswspace((wint_t)*at))
        at++;
    struct scan_input input = {.get = get, .unget = unget, .at = at};
    struct scan_wide bits = __oc_scan_floating(&input, format, true);
    if (end)
        *end = (wchar_t *)(input.count ? at + input.count : text);
    return bits;
}

float wcstof(const wchar_t *text, wchar_t **end) {
    uint32_t bits = (uint32_t)scan(text, end, &__oc_scan_float).low;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double wcstod(const wchar_t *text, wchar_t **end) {
    uint64_t bits = scan(text, end, &__oc_scan_double).low;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

long double wcstold(const wchar_t *text, wchar_t **end) {
    struct scan_wide wide = scan(text, end, &__oc_scan_long_double);
    uint64_t bits[] = {wide.low, wide.high};
    long double value;
    memcpy(&value, bits, sizeof value);
    return value;
}

float __oc_wcstof_l(const wchar_t *text, wchar_t **end, locale_t locale) {
    (void)locale;
    return wcstof(text, end);
}
ALSO_NAMED(wcstof_l);

double __oc_wcstod_l(const wchar_t *text, wchar_t **end, locale_t locale) {
    (void)locale;
    return wcstod(text, end);
}
ALSO_NAMED(wcstod_l);

long double __oc_wcstold_l(const wchar_t *text, wchar_t **end, locale_t locale) {
    (void)locale;
    return wcstold(text, end);
}
ALSO_NAMED(wcstold_l);
