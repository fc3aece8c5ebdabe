#ifndef LIBC_FORMAT_INTEGER_H
#define LIBC_FORMAT_INTEGER_H

#include <stdint.h>

#include "libc/format/output.h"

/* Prints %d, %i, %u, %o, %x, %X, %b and %B. */
void __oc_integer_print(struct output *output, const struct specification *specification,
                        uintmax_t value);

/* Prints %p. */
void __oc_pointer_print(struct output *output, const struct specification *specification,
                        const void *pointer);

/* Writes the decimal digits of `value` before `end`; returns where they start. */
char *__oc_integer_digits(char *end, uint32_t value);

#endif
