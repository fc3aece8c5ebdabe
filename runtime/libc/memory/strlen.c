/* Four bytes at a time. A word that holds the last byte may hold bytes after it: they lie in the
 * same aligned word, so they can be read, and they do not matter. */
/* Without this option, the compiler replaces the loops below by a call of strlen() itself. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((may_alias)) word;

#define LOW_BITS 0x01010101u
#define HIGH_BITS 0x80808080u

size_t strlen(const char *text) {
    const char *at = text;
    for (; (uintptr_t)at & 3; at++) {
        if (!*at)
            return (size_t)(at - text);
    }
    /* A high bit appears where a byte is zero, and at most in bytes above the first zero. */
    uint32_t four;
    while (four = *(const word *)at, !((four - LOW_BITS) & ~four & HIGH_BITS))
        at += sizeof four;
    while (*at)
        at++;
    return (size_t)(at - text);
}
