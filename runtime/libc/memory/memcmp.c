/* memcmp(), a word at a time where both sides are equally aligned. picolibc's compares bytes. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((may_alias)) word;

int memcmp(const void *first, const void *second, size_t bytes) {
    const unsigned char *a = first, *b = second;
    if ((((uintptr_t)a ^ (uintptr_t)b) & 3) == 0) {
        for (; bytes && (uintptr_t)a & 3 && *a == *b; bytes--)
            a++, b++;
        if (((uintptr_t)a & 3) == 0) {
            for (; bytes >= 4 && *(const word *)a == *(const word *)b; bytes -= 4)
                a += 4, b += 4;
        }
    }
    for (; bytes; bytes--, a++, b++) {
        if (*a != *b)
            return *a - *b;
    }
    return 0;
}
