/* Conversion of decimal numbers. The digits are in groups of nine in a ring buffer. The number is
 * multiplied by powers of two until the part before the point has as many bits as the significand
 * of the format. */
#include "libc/scan/floating.h"

#include "libc/format/division.h"

static const uint32_t powers[] = {10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/* significand × factor + more */
static struct scan_wide multiply_add(struct scan_wide value, uint32_t factor, uint32_t more) {
    uint64_t low = (value.low & UINT32_MAX) * factor + more;
    uint64_t next = (value.low >> 32) * factor + (low >> 32);
    return (struct scan_wide){value.high * factor + (next >> 32), next << 32 | (low & UINT32_MAX)};
}

/* Appends two bits to the significand. They represent the part of the number after its last bit:
 * the first bit of this part, and a bit that is set if any later bit is set. */
static struct scan_real append(struct scan_wide value, int exponent, uint32_t group, bool more) {
    uint32_t half = BILLION / 2;
    unsigned low = group >= half ? 2 : 0;
    low |= more || (group && group != half);
    value.high = value.high << 2 | value.low >> 62;
    value.low = value.low << 2 | low;
    return (struct scan_real){value, exponent - 2};
}

/* The digits as they were read. */
struct digits {
    int groups;    /* number of groups used in the ring */
    int in_last;   /* digits in the last group if it is not full, else 0 */
    int64_t point; /* position of the point, in digits from the first one */
    int64_t count; /* number of digits */
    int64_t last;  /* number of digits up to the last one that is not 0 */
    bool any;
};

/* Reads digits and a point; returns the character after them. */
static int read_digits(struct scan_input *input, int c, uint32_t *x, int room, struct digits *d) {
    bool point = false;
    /* Leading zeros are not stored, so that they take no room from other digits. */
    for (; c == '0'; c = __oc_scan_get(input))
        d->any = true;
    if (c == '.') {
        point = true;
        for (c = __oc_scan_get(input); c == '0'; c = __oc_scan_get(input))
            d->any = true, d->point--;
    }
    x[0] = 0;
    for (; scan_digit(c) < 10 || (c == '.' && !point); c = __oc_scan_get(input)) {
        if (c == '.') {
            point = true;
            d->point = d->count;
            continue;
        }
        d->any = true;
        d->count++;
        if (d->groups < room - 3) {
            if (c != '0')
                d->last = d->count;
            x[d->groups] = (d->in_last ? x[d->groups] * 10 : 0) + (uint32_t)(c - '0');
            if (++d->in_last == 9) {
                d->groups++;
                d->in_last = 0;
            }
        } else if (c != '0') {
            d->last = (room - 4) * 9;
            x[room - 4] |= 1;
        }
    }
    if (!point)
        d->point = d->count;
    return c;
}

/* Scales the digits `x`. All d->groups groups are full, and the last one is not 0. */
static struct scan_real scale(uint32_t *x, struct digits *d, const struct scan_format *format) {
    const int mask = format->room - 1, groups = format->groups;
    const uint32_t *largest = format->largest;
    int a = 0, z = d->groups, point = (int)d->point, exponent = 0;

    /* Move the point to the border of a group. */
    int beside = point % 9;
    if (beside) {
        beside += beside < 0 ? 9 : 0;
        uint32_t power = powers[8 - beside], carry = 0;
        for (int k = a; k != z; k++) {
            uint32_t rest = x[k] % power;
            x[k] = x[k] / power + carry;
            carry = BILLION / power * rest;
            if (k == a && !x[k]) {
                a = (a + 1) & mask;
                point -= 9;
            }
        }
        if (carry)
            x[z++] = carry;
        point += 9 - beside;
    }

    /* Scale up until there are enough bits before the point. */
    while (point < 9 * groups || (point == 9 * groups && x[a] < largest[0])) {
        uint32_t carry = 0;
        exponent -= 29;
        for (int k = (z - 1) & mask;; k = (k - 1) & mask) {
            uint64_t product = ((uint64_t)x[k] << 29) + carry;
            uint32_t rest = (uint32_t)(product >> 32);
            carry = divide_by_billion(&rest, (uint32_t)product);
            x[k] = rest;
            if (k == ((z - 1) & mask) && k != a && !x[k])
                z = k;
            if (k == a)
                break;
        }
        if (carry) {
            point += 9;
            a = (a - 1) & mask;
            if (a == z) {
                z = (z - 1) & mask;
                x[(z - 1) & mask] |= x[z];
            }
            x[a] = carry;
        }
    }

    /* Scale down until there are exactly as many bits before the point as the format has. */
    for (;;) {
        /* The shift cannot be too large: a group has 29.9 bits, and largest[0] has nearly 24. */
        int i, bits = 32 - __builtin_clz(x[a]), beyond = point - 9 * groups;
        int shift = beyond > 9 ? 9 : beyond == 9 ? bits + 5 : bits - 25;
        shift = shift < 1 ? 1 : shift > 9 ? 9 : shift;
        for (i = 0; i < groups; i++) {
            int k = (a + i) & mask;
            if (k == z || x[k] < largest[i]) {
                i = groups;
                break;
            }
            if (x[k] > largest[i])
                break;
        }
        if (i == groups && point == 9 * groups)
            break;
        exponent += shift;
        uint32_t carry = 0;
        for (int k = a; k != z; k = (k + 1) & mask) {
            uint32_t rest = x[k] & ((1u << shift) - 1);
            x[k] = (x[k] >> shift) + carry;
            carry = (BILLION >> shift) * rest;
            if (k == a && !x[k]) {
                a = (a + 1) & mask;
                point -= 9;
            }
        }
        if (!carry)
            continue;
        if (((z + 1) & mask) != a) {
            x[z] = carry;
            z = (z + 1) & mask;
        } else {
            x[(z - 1) & mask] |= 1;
        }
    }

    struct scan_wide value = {0, 0};
    int k = a;
    for (int i = 0; i < groups; i++) {
        uint32_t group = 0;
        if (k != z) {
            group = x[k];
            k = (k + 1) & mask;
        }
        value = multiply_add(value, BILLION, group);
    }
    return append(value, exponent, k == z ? 0 : x[k], k != z && ((k + 1) & mask) != z);
}

struct scan_real __oc_scan_decimal(struct scan_input *input, int c,
                                   const struct scan_format *format, bool lenient) {
    const struct scan_real zero = {0};
    uint32_t x[format->room];
    struct digits d = {0};
    c = read_digits(input, c, x, format->room, &d);
    if (d.any && (c | 32) == 'e') {
        int64_t power = __oc_scan_exponent(input, lenient);
        if (power != SCAN_NO_EXPONENT) {
            d.point += power;
        } else if (lenient) {
            __oc_scan_unget(input);
        } else {
            __oc_scan_limit(input, 0);
            return zero;
        }
    } else {
        __oc_scan_unget(input);
    }
    if (!d.any) {
        __oc_scan_limit(input, 0);
        return zero;
    }
    if (!x[0])
        return zero;
    if (d.point > -format->lowest / 2)
        return (struct scan_real){{0, 1}, SCAN_FAR};
    if (d.point < format->lowest - 2 * format->bits)
        return (struct scan_real){{0, 1}, -SCAN_FAR};
    if (d.in_last) {
        for (int i = d.in_last; i < 9; i++)
            x[d.groups] *= 10;
        d.groups++;
    }
    /* A fast path for short whole numbers, with or without an exponent. */
    if (d.last < 9 && d.last <= d.point && d.point < 18) {
        struct scan_wide value = {0, x[0]};
        if (d.point > 9)
            value = multiply_add(value, powers[d.point - 10], 0);
        else if (d.point < 9)
            value.low = x[0] / powers[8 - d.point];
        return (struct scan_real){value, 0};
    }
    while (!x[d.groups - 1])
        d.groups--;
    return scale(x, &d, format);
}
