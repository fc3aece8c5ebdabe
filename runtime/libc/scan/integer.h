/* Integer conversions of scanf(). */
#ifndef LIBC_SCAN_INTEGER_H
#define LIBC_SCAN_INTEGER_H

#include "libc/scan/input.h"

/* Reads a number in base 8, 10 or 16; for base 0, its prefix gives the base. The count of `input`
 * is 0 if there is no number. A number that is too large becomes the largest one. */
unsigned long long __oc_scan_integer(struct scan_input *input, unsigned base);

#endif
