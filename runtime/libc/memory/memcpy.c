/* picolibc's memcpy for this machine is built for size and moves a byte at a time. This one moves
 * words where source and target are equally aligned, sixteen bytes a round. */
/* Or the compiler makes of the loops below a call of this very function. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A word that may be part of any object. */
typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    char *target = to;
    const char *source = from;
    if ((((uintptr_t)target ^ (uintptr_t)source) & 3) == 0 && bytes >= 4) {
        for (; (uintptr_t)target & 3; bytes--)
            *target++ = *source++;
        for (; bytes >= 16; bytes -= 16) {
            /* Loads first: a value is not used by the instruction right after. */
            uint32_t a = ((const word *)source)[0], b = ((const word *)source)[1];
            uint32_t c = ((const word *)source)[2], d = ((const word *)source)[3];
            ((word *)target)[0] = a;
            ((word *)target)[1] = b;
            ((word *)target)[2] = c;
            ((word *)target)[3] = d;
            target += 16;
            source += 16;
        }
        for (; bytes >= 4; bytes -= 4) {
            *(word *)target = *(const word *)source;
            target += 4;
            source += 4;
        }
    }
    for (; bytes; bytes--)
        *target++ = *source++;
    return to;
}
