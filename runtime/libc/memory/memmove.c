/* memmove(). It copies by memcpy(), or backwards where the target overlaps the end of the
 * source. */
/* Without this option, the compiler replaces the loops below by a call of memmove() itself. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((may_alias)) word;

void *memmove(void *to, const void *from, size_t bytes) {
    if ((uintptr_t)to - (uintptr_t)from >= bytes)
        return memcpy(to, from, bytes); /* safe, because this library's memcpy() copies upwards */
    char *target = (char *)to + bytes;
    const char *source = (const char *)from + bytes;
    if ((((uintptr_t)target ^ (uintptr_t)source) & 3) == 0 && bytes >= 4) {
        for (; (uintptr_t)target & 3; bytes--)
            *--target = *--source;
        for (; bytes >= 8; bytes -= 8) {
            target -= 8;
            source -= 8;
            uint32_t high = ((const word *)source)[1], low = ((const word *)source)[0];
            ((word *)target)[1] = high;
            ((word *)target)[0] = low;
        }
    }
    for (; bytes; bytes--)
        *--target = *--source;
    return to;
}
