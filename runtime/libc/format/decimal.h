/* The decimal digits of a number, exact. */
#ifndef LIBC_FORMAT_DECIMAL_H
#define LIBC_FORMAT_DECIMAL_H

#include "libc/format/number.h"

#define LIMB_DIGITS 9

/* Limbs of nine digits, the most significant first. Digits are numbered from 0, the first of the
 * first limb; those outside the limbs are zero. */
struct decimal {
    uint32_t *limb;
    int limbs;
    int point;      /* limbs before the decimal point; below 1: so many zero limbs are left out */
    bool truncated; /* digits other than zero were left out after the last limb */
};

/* How many digits are wanted: `places` after the point, or from the first that is not zero on. */
struct wanted {
    int places;
    bool significant;
};

/* Words of memory that __oc_decimal_from() needs for it. */
int __oc_decimal_words(const struct number *number, struct wanted wanted);

/* Converts a finite number, to at least one digit more than wanted unless it ends before. */
void __oc_decimal_from(struct decimal *decimal, const struct number *number, struct wanted wanted,
                       uint32_t *memory);

/* Rounds to the first `keep` digits, as the rounding mode says; `keep` is at least 9. */
void __oc_decimal_round(struct decimal *decimal, int keep, bool negative);

/* The number of the first digit that is not zero; that of the last one before the point if all
 * are zero. */
int __oc_decimal_first(const struct decimal *decimal);

/* The number after the last digit that is not zero; 0 if all are zero. */
int __oc_decimal_end(const struct decimal *decimal);

#endif
