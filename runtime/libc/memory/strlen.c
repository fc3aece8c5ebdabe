/* strlen(), four bytes at a time. The last word may contain bytes after the string. Reading them is
 * safe, as they are in the same aligned word, and they do not affect the result. */
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
    /* The expression has the high bit of the first zero byte set, and perhaps those of later bytes.
     * It is 0 if no byte is zero. */
    uint32_t four;
    while (four = *(const word *)at, !((four - LOW_BITS) & ~four & HIGH_BITS))
        at += sizeof four;
    while (*at)
        at++;
    return (size_t)(at - text);
}
