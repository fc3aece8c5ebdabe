#ifndef LIBC_FORMAT_FLOATING_H
#define LIBC_FORMAT_FLOATING_H

#include "libc/format/number.h"
#include "libc/format/output.h"

/* Prints %e, %f, %g and %a, and their capitals. */
void __oc_floating_print(struct output *output, const struct specification *specification,
                         const struct number *number);

/* Prints a finite number as %a; `sign` comes before it. */
void __oc_hexadecimal_print(struct output *output, const struct specification *specification,
                            const struct number *number, const char *sign);

/* Writes an exponent such as "e+05" with at least `digits` digits; returns its length. */
#define EXPONENT_BYTES 8
size_t __oc_exponent_text(char text[EXPONENT_BYTES], char letter, int exponent, int digits);

#endif
