/* strtod() and related functions convert the longest prefix of a text that is a number. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"
#include "libc/scan/floating.h"

/* The null character at the end is read like any other character, so it can be given back. */
static int get(struct scan_input *input) {
    const unsigned char *at = input->at;
    input->at = at + 1;
    return *at;
}

static struct scan_wide scan(const char *text, char **end, const struct scan_format *format) {
    struct scan_input input = {.get = get, .unget = __oc_scan_unget_text, .at = text};
    struct scan_wide bits = __oc_scan_floating(&input, format, true);
    if (end)
        *end = (char *)text + input.count;
    return bits;
}

float strtof(const char *text, char **end) {
    uint32_t bits = (uint32_t)scan(text, end, &__oc_scan_float).low;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double strtod(const char *text, char **end) {
    uint64_t bits = scan(text, end, &__oc_scan_double).low;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

long double strtold(const char *text, char **end) {
    struct scan_wide wide = scan(text, end, &__oc_scan_long_double);
    uint64_t bits[] = {wide.low, wide.high};
    long double value;
    memcpy(&value, bits, sizeof value);
    return value;
}

/* All locales write numbers in the same way. */
float __oc_strtof_l(const char *text, char **end, locale_t locale) {
    (void)locale;
    return strtof(text, end);
}
ALSO_NAMED(strtof_l);

double __oc_strtod_l(const char *text, char **end, locale_t locale) {
    (void)locale;
    return strtod(text, end);
}
ALSO_NAMED(strtod_l);

long double __oc_strtold_l(const char *text, char **end, locale_t locale) {
    (void)locale;
    return strtold(text, end);
}
ALSO_NAMED(strtold_l);
