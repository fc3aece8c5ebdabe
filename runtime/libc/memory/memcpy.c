/* picolibc's memcpy for this machine is built for size and moves a byte at a time. This one moves
 * words where source and target are equally aligned, sixteen bytes a round. */
/* Or the compiler makes of the loops below a call of this very function, and works out after each
 * what the pointers are, which takes more than keeping them. */
#pragma GCC optimize("no-tree-loop-distribute-patterns", "no-tree-scev-cprop")

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A word that may be part of any object. */
typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    char *target = to;
    const char *source = from, *end = source + bytes;
    if ((((uintptr_t)target ^ (uintptr_t)source) & 3) == 0 && bytes >= 4) {
        while ((uintptr_t)source & 3)
            *target++ = *source++;
        uintptr_t last = (uintptr_t)end - 16; /* where the last round may begin */
        while ((uintptr_t)source <= last) {
            /* Loads first: a value is not used by the instruction right after. */
            uint32_t a = ((const word *)source)[0], b = ((const word *)source)[1];
            uint32_t c = ((const word *)source)[2], d = ((const word *)source)[3];
            ((word *)target)[0] = a;
            ((word *)target)[1] = b;
            ((word *)target)[2] = c;
            ((word *)target)[3] = d;
            source += 16;
            target += 16;
        }
        last = (uintptr_t)end - 4;
        while ((uintptr_t)source <= last) {
            *(word *)target = *(const word *)source;
            source += 4;
            target += 4;
        }
    }
    while (source != end)
        *target++ = *source++;
    return to;
}
