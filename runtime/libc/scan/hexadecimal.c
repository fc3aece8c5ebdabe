#include "libc/scan/floating.h"

/* The number of digits that are kept. Even if the first digit has only one bit, they have 117 bits:
 * the 113 of the longest format, those needed for rounding, and a last bit that stands for all
 * digits that are not kept. */
#define DIGITS 30

struct scan_real __oc_scan_hexadecimal(struct scan_input *input, bool lenient) {
    struct scan_real real = {0};
    struct scan_wide *sum = &real.significand;
    bool point = false, digit = false;
    int kept = 0;
    int64_t exponent = 0;
    int c;
    for (;; digit |= c != '.') {
        c = __oc_scan_get(input);
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        unsigned value = scan_digit(c);
        if (value >= 16)
            break;
        exponent -= point ? 4 : 0;
        if (kept < DIGITS) {
            sum->high = sum->high << 4 | sum->low >> 60;
            sum->low = sum->low << 4 | value;
            kept += kept || value;
        } else {
            exponent += 4;
            sum->low |= value != 0;
        }
    }
    if (!digit) {
        __oc_scan_unget(input);
        if (lenient) {
            __oc_scan_unget(input);
            if (point)
                __oc_scan_unget(input);
        } else {
            __oc_scan_limit(input, 0);
        }
        return real;
    }
    if ((c | 32) == 'p') {
        int64_t power = __oc_scan_exponent(input, lenient);
        if (power != SCAN_NO_EXPONENT) {
            exponent += power;
        } else if (lenient) {
            __oc_scan_unget(input);
        } else {
            __oc_scan_limit(input, 0);
            *sum = (struct scan_wide){0};
        }
    } else {
        __oc_scan_unget(input);
    }
    real.exponent = exponent > SCAN_FAR    ? SCAN_FAR
                    : exponent < -SCAN_FAR ? -SCAN_FAR
                                           : (int)exponent;
    return real;
}
