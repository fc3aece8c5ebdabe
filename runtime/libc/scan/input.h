/* Input for the conversions of scanf() and strtod(). The characters of a text or a stream are
 * counted, limited in number, and can be given back one by one. Derived from musl's shgetc.h
 * (COPYRIGHT). */
#ifndef LIBC_SCAN_INPUT_H
#define LIBC_SCAN_INPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct scan_input {
    int (*get)(struct scan_input *); /* returns a character or EOF */
    void (*unget)(struct scan_input *, int c);
    const void *at;      /* position in a text */
    size_t count, limit; /* characters taken since __oc_scan_limit() */
    int last;            /* the latest character */
    bool ended;          /* EOF or the limit was reached: nothing is given back any more */
};

/* Restarts the count. From here on, at most `limit` characters are returned, or any number if
 * `limit` is 0. */
void __oc_scan_limit(struct scan_input *input, size_t limit);

/* Returns the next character or EOF. */
int __oc_scan_get(struct scan_input *input);

/* Gives back the latest character. Several characters in a row can be given back only if the input
 * is a text, not a stream. */
void __oc_scan_unget(struct scan_input *input);

/* The value of a digit or a letter, for bases up to 36; a larger value for any other character. */
static inline unsigned scan_digit(int c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    c |= 32;
    return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a' + 10) : UINT_MAX;
}

/* The functions `get` and `unget` of an input that is a text. The terminating null byte counts as
 * EOF. */
int __oc_scan_get_text(struct scan_input *input);
void __oc_scan_unget_text(struct scan_input *input, int c);

#endif
