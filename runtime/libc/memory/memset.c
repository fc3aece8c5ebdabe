/* memset(), a word at a time. picolibc's version stores bytes. */
/* Without these options, the compiler would replace the loops in this file by a call of memset()
 * itself, and would compute the pointer again after each loop, which takes more cycles than keeping
 * it. */
#pragma GCC optimize("no-tree-loop-distribute-patterns", "no-tree-scev-cprop")

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((may_alias)) word;

void *memset(void *to, int value, size_t bytes) {
    char *target = to, *end = target + bytes;
    if (bytes >= 4) {
        while ((uintptr_t)target & 3)
            *target++ = (char)value;
        uint32_t pattern = (uint8_t)value * 0x01010101u;
        uintptr_t last = (uintptr_t)end - 16; /* the last start of 16 bytes */
        while ((uintptr_t)target <= last) {
            for (int i = 0; i < 4; i++)
                ((word *)target)[i] = pattern;
            target += 16;
        }
        last = (uintptr_t)end - 4;
        while ((uintptr_t)target <= last) {
            *(word *)target = pattern;
            target += 4;
        }
    }
    while (target != end)
        *target++ = (char)value;
    return to;
}
