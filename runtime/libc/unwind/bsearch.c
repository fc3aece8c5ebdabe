/* bsearch() for programs with parts in C++. Unlike the distribution's version, this one has
 * unwinding tables, so an exception in the comparison finds its way to the caller. */
#include <stdlib.h>

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    const char *first = base;
    while (count) {
        const char *middle = first + count / 2 * size;
        int side = compare(key, middle);
        if (!side)
            return (void *)middle;
        if (side > 0) {
            first = middle + size;
            count--;
        }
        count /= 2;
    }
    return NULL;
}
