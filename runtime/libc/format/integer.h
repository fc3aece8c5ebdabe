#ifndef LIBC_FORMAT_INTEGER_H
#define LIBC_FORMAT_INTEGER_H

#include <stdint.h>

#include "libc/format/output.h"

/* %d %i %u %o %x %X %b %B */
void integer_print(struct output *output, const struct specification *specification,
                   uintmax_t value);

/* %p */
void pointer_print(struct output *output, const struct specification *specification,
                   const void *pointer);

/* Writes the decimal digits of `value` before `end`; gives where they start. */
char *integer_digits(char *end, uint32_t value);

#endif
