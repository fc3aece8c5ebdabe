/* ecvt() and fcvt() with at most 17 digits, as in glibc. picolibc's ecvt() returns a null pointer
 * for more, and its fcvt() rounds 0.0008 with three digits to nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

enum { MOST_DIGITS = 17, ECVT_BYTES = MOST_DIGITS + 1, FCVT_BYTES = 310 + MOST_DIGITS + 2 };

int __oc_ecvt_r(double value, int digits, int *point, int *sign, char *to, size_t bytes);
int __oc_fcvt_r(double value, int digits, int *point, int *sign, char *to, size_t bytes);
char *__oc_ecvt(double value, int digits, int *point, int *sign);
char *__oc_fcvt(double value, int digits, int *point, int *sign);

/* Digits before the point (all of them for a whole number), or after it from the first that is not
 * a zero. */
int __oc_fcvt_r(double value, int digits, int *restrict point, int *restrict sign,
                char *restrict to, size_t bytes) {
    int zeros = 0;
    *sign = isfinite(value) && signbit(value);
    value = fabs(value);
    for (; isfinite(value) && digits < 0 && value >= 10; digits++, zeros++)
        value /= 10;
    digits = digits < 0 ? 0 : digits > MOST_DIGITS ? MOST_DIGITS : digits;
    if ((size_t)snprintf(to, bytes, "%.*f", digits, value) + (size_t)zeros >= bytes)
        return -1;
    *point = 0;
    if (!isfinite(value))
        return 0;
    char *after = strchr(to, '.');
    *point = after ? (int)(after - to) : (int)strlen(to);
    if (after++) {
        char *rest = to + *point;
        if (value < 1 && value != 0 && *to == '0')
            for (*point = 0, rest = to; *after == '0'; after++)
                --*point;
        memmove(rest, after, strlen(after) + 1);
    }
    size_t length = strlen(to);
    memset(to + length, '0', (size_t)zeros);
    to[length + (size_t)zeros] = '\0';
    *point += zeros;
    return 0;
}
ALSO_NAMED(fcvt_r);

int __oc_ecvt_r(double value, int digits, int *restrict point, int *restrict sign,
                char *restrict to, size_t bytes) {
    char text[MOST_DIGITS + 8];
    digits = digits < 0 ? 0 : digits > MOST_DIGITS ? MOST_DIGITS : digits;
    *sign = isfinite(value) && signbit(value);
    *point = 0;
    snprintf(text, sizeof text, "%.*e", digits ? digits - 1 : MOST_DIGITS, fabs(value));
    if (isfinite(value)) {
        *point = atoi(strchr(text, 'e') + 1) + 1;
        text[1] = text[0];
        text[digits + 1] = '\0';
    }
    const char *from = text + isfinite(value);
    if (strlen(from) >= bytes)
        return -1;
    strcpy(to, from);
    return 0;
}
ALSO_NAMED(ecvt_r);

char *__oc_ecvt(double value, int digits, int *point, int *sign) {
    static char text[ECVT_BYTES];
    __oc_ecvt_r(value, digits, point, sign, text, sizeof text);
    return text;
}
ALSO_NAMED(ecvt);

char *__oc_fcvt(double value, int digits, int *point, int *sign) {
    static char text[FCVT_BYTES];
    __oc_fcvt_r(value, digits, point, sign, text, sizeof text);
    return text;
}
ALSO_NAMED(fcvt);
