/* Tables and lists that are searched from the front (POSIX, <search.h>). */
#include <search.h>
#include <string.h>

#include "libc/names/weak.h"

static void *find(const void *key, const void *table, size_t count, size_t bytes,
                  int (*compare)(const void *, const void *)) {
    for (const char *entry = table; entry < (const char *)table + count * bytes; entry += bytes)
        if (!compare(key, entry))
            return (void *)entry;
    return NULL;
}

WEAK void *lfind(const void *key, const void *table, size_t *count, size_t bytes,
                 int (*compare)(const void *, const void *)) {
    return find(key, table, *count, bytes, compare);
}

WEAK void *lsearch(const void *key, void *table, size_t *count, size_t bytes,
                   int (*compare)(const void *, const void *)) {
    void *found = find(key, table, *count, bytes, compare);
    return found ? found : memcpy((char *)table + (*count)++ * bytes, key, bytes);
}

/* The first two members of an element of a list. */
struct element {
    struct element *next, *before;
};

WEAK void insque(void *element, void *before) {
    struct element *new = element, *at = before;
    *new = (struct element){at ? at->next : NULL, at};
    if (new->next)
        new->next->before = new;
    if (at)
        at->next = new;
}

WEAK void remque(void *element) {
    struct element *old = element;
    if (old->next)
        old->next->before = old->before;
    if (old->before)
        old->before->next = old->next;
}
