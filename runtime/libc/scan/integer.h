/* Whole numbers of scanf. */
#ifndef LIBC_SCAN_INTEGER_H
#define LIBC_SCAN_INTEGER_H

#include "libc/scan/input.h"

/* Reads a number in base 8, 10 or 16, or in the one that its prefix says (0). The count of `input`
 * is 0 if there is none. What is too large is the largest. */
unsigned long long __oc_scan_integer(struct scan_input *input, unsigned base);

#endif
