/* A conversion specification: the conversion letter and what is between % and the letter. */
#ifndef LIBC_FORMAT_SPECIFICATION_H
#define LIBC_FORMAT_SPECIFICATION_H

#include <stdbool.h>

enum length {
    LENGTH_NONE,
    LENGTH_CHAR,       /* hh */
    LENGTH_SHORT,      /* h */
    LENGTH_LONG,       /* l */
    LENGTH_LONG_LONG,  /* ll, q */
    LENGTH_INTMAX,     /* j */
    LENGTH_SIZE,       /* z */
    LENGTH_PTRDIFF,    /* t */
    LENGTH_LONG_DOUBLE /* L */
};

/* Which argument a specification converts: the argument with this number, counted from 1; the next
 * argument; or none, because the format itself contains the value. */
enum { ARGUMENT_NEXT = 0, ARGUMENT_NONE = -1 };

struct specification {
    bool left, plus, space, alternate, zero;
    int width;
    int precision; /* -1: not given */
    int argument, width_argument, precision_argument;
    enum length length;
    char conversion; /* 0: the format ended too early */
};

/* Reads the specification after a %. Returns the position after it, or null if a width, a precision
 * or the number of an argument exceeds an int. */
const char *__oc_specification_read(struct specification *specification, const char *format);

#endif
