/* What the conversions of scanf and strtod read: characters of a text or of a stream, up to a
 * limit, counted, and given back one by one. From musl's shgetc.h (COPYRIGHT). */
#ifndef LIBC_SCAN_INPUT_H
#define LIBC_SCAN_INPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct scan_input {
    int (*get)(struct scan_input *); /* a character, or EOF */
    void (*unget)(struct scan_input *, int c);
    const void *at;      /* in a text */
    size_t count, limit; /* characters taken since __oc_scan_limit() */
    int last;            /* the latest one */
    bool ended;          /* EOF came, or the limit: nothing is given back any more */
};

/* Begins to count. No more than `limit` characters are given from here on; 0: any number. */
void __oc_scan_limit(struct scan_input *input, size_t limit);

/* The next character, or EOF. */
int __oc_scan_get(struct scan_input *input);

/* Gives back the latest character. Only inputs that are texts take back several. */
void __oc_scan_unget(struct scan_input *input);

/* The value of a digit or a letter, in bases up to 36; else more than any. */
static inline unsigned scan_digit(int c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    c |= 32;
    return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a' + 10) : UINT_MAX;
}

/* `get` and `unget` of an input that is a text: its terminating null byte is EOF. */
int __oc_scan_get_text(struct scan_input *input);
void __oc_scan_unget_text(struct scan_input *input, int c);

#endif
