/* memmem(). picolibc's computes an address before the beginning of memory if the bytes to be found
 * are more than those to be searched, and lie higher, and reads from there. */
#include <string.h>

#include "libc/names/weak.h"

/* Compares from the first byte on wherever this byte occurs. */
WEAK void *memmem(const void *bytes, size_t length, const void *wanted, size_t wants) {
    const char *at = bytes, *text = wanted;
    if (!wants)
        return (void *)bytes;
    for (const char *next; length >= wants; length -= (size_t)(next + 1 - at), at = next + 1) {
        next = memchr(at, *text, length - wants + 1);
        if (!next)
            break;
        if (!memcmp(next, text, wants))
            return (void *)next;
    }
    return NULL;
}
