/* memmem(). picolibc's computes an address before the beginning of memory if the bytes to be found
 * are more than those to be searched, and lie higher, and reads from there. */
#include <string.h>

#include "libc/names/weak.h"

enum { BASE = 263 };

/* Compares only where a hash of as many bytes, which is updated from byte to byte, is that of the
 * wanted ones (Rabin and Karp). So the time is linear in `length` for nearly all data. */
WEAK void *memmem(const void *bytes, size_t length, const void *wanted, size_t wants) {
    const unsigned char *at = bytes, *text = wanted;
    unsigned hash = 0, goal = 0, highest = 1;
    if (wants > length)
        return NULL;
    for (size_t i = 0; i < wants; i++) {
        hash = hash * BASE + at[i];
        goal = goal * BASE + text[i];
        highest *= i ? BASE : 1;
    }
    for (const unsigned char *last = at + (length - wants);; at++) {
        if (hash == goal && !memcmp(at, text, wants))
            return (void *)at;
        if (at == last)
            return NULL;
        hash = (hash - highest * *at) * BASE + at[wants];
    }
}
