/* memmem(). If more bytes are wanted than there are to search, and the wanted bytes are at a higher
 * address, picolibc's version reads before the beginning of memory. */
#include <string.h>

#include "libc/names/weak.h"

enum { BASE = 263 };

void *__oc_memmem(const void *bytes, size_t length, const void *wanted, size_t wants);

/* Compares only at positions where the next `wants` bytes have the same hash as the wanted bytes
 * (Rabin and Karp). The hash is updated from byte to byte. So the time is linear in `length` for
 * nearly all data. */
void *__oc_memmem(const void *bytes, size_t length, const void *wanted, size_t wants) {
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
ALSO_NAMED(memmem);
