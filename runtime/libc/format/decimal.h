/* The exact decimal digits of a number. */
#ifndef LIBC_FORMAT_DECIMAL_H
#define LIBC_FORMAT_DECIMAL_H

#include "libc/format/number.h"

#define LIMB_DIGITS 9

/* Limbs of nine digits, the most significant limb first. Digits are numbered from 0, which is the
 * first digit of the first limb; digits outside the limbs are zero. */
struct decimal {
    uint32_t *limb;
    int limbs;
    /* The number of limbs before the decimal point. If it is negative, its absolute value is the
     * number of zero limbs that follow the point and are not stored. */
    int point;
    bool truncated; /* digits other than zero are left out after the last limb */
};

/* Says how many digits are wanted: `places` digits after the point or, if `significant` is set,
 * `places` digits from the first one that is not zero. */
struct wanted {
    int places;
    bool significant;
};

/* The number of words of memory that __oc_decimal_from() needs. */
int __oc_decimal_words(const struct number *number, struct wanted wanted);

/* Converts a finite number. The result has at least one digit more than is wanted, unless the
 * digits of the number end earlier. */
void __oc_decimal_from(struct decimal *decimal, const struct number *number, struct wanted wanted,
                       uint32_t *memory);

/* Rounds to the first `keep` digits by the current rounding mode; `keep` is at least 9. */
void __oc_decimal_round(struct decimal *decimal, int keep, bool negative);

/* The number of the first digit that is not zero, or of the last one before the point if all are
 * zero. */
int __oc_decimal_first(const struct decimal *decimal);

/* One more than the number of the last digit that is not zero; 0 if all are zero. */
int __oc_decimal_end(const struct decimal *decimal);

#endif
