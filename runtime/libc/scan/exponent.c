#include "libc/scan/floating.h"

int64_t __oc_scan_exponent(struct scan_input *input, bool lenient) {
    bool negative = false;
    int c = __oc_scan_get(input);
    if (c == '+' || c == '-') {
        negative = c == '-';
        c = __oc_scan_get(input);
        if (scan_digit(c) >= 10 && lenient)
            __oc_scan_unget(input);
    }
    if (scan_digit(c) >= 10) {
        __oc_scan_unget(input);
        return SCAN_NO_EXPONENT;
    }
    int64_t value = 0;
    for (; scan_digit(c) < 10; c = __oc_scan_get(input)) {
        if (value < INT64_MAX / 100)
            value = value * 10 + (c - '0');
    }
    __oc_scan_unget(input);
    return negative ? -value : value;
}
