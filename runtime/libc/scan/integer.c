#include "libc/scan/integer.h"

#include <limits.h>

unsigned long long __oc_scan_integer(struct scan_input *input, unsigned base) {
    int c = __oc_scan_get(input);
    int sign = c;
    if (c == '+' || c == '-')
        c = __oc_scan_get(input);
    bool any = false, overflow = false;
    if ((base == 0 || base == 16) && c == '0') {
        any = true;
        c = __oc_scan_get(input);
        if ((c | 32) == 'x') {
            any = false;
            base = 16;
            c = __oc_scan_get(input);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    unsigned long long value = 0;
    for (; scan_digit(c) < base; c = __oc_scan_get(input)) {
        any = true;
        overflow |= __builtin_mul_overflow(value, base, &value);
        overflow |= __builtin_add_overflow(value, scan_digit(c), &value);
    }
    __oc_scan_unget(input);
    if (!any)
        __oc_scan_limit(input, 0);
    if (overflow)
        return ULLONG_MAX;
    return sign == '-' ? -value : value;
}
