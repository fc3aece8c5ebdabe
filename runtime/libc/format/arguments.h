/* The arguments of a call of printf(), read in order or by their numbers. */
#ifndef LIBC_FORMAT_ARGUMENTS_H
#define LIBC_FORMAT_ARGUMENTS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "libc/format/specification.h"

#define ARGUMENTS_NUMBERED 32 /* the highest number that an argument may have */

union argument {
    uintmax_t integer; /* converted to the type of the specification, sign-extended if signed */
    double real;
    long double long_real;
    void *pointer;
};

struct arguments {
    va_list list;
    const union argument *numbered; /* null: the arguments are read in order */
};

/* Reads the argument that gives a width or precision. */
int __oc_arguments_int(struct arguments *arguments, int number);

/* Reads the value that a specification converts. */
void __oc_arguments_value(struct arguments *arguments, const struct specification *specification,
                          union argument *value);

/* If `format` numbers its arguments, reads all of them into `table`. Returns false if `format`
 * mixes numbered and unnumbered arguments, or if a number is too high. */
bool __oc_arguments_number(struct arguments *arguments, const char *format,
                           union argument table[ARGUMENTS_NUMBERED]);

#endif
