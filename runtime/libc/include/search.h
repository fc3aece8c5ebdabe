/* picolibc's <search.h> with the lists of POSIX that it lacks (libc/posix/search.c). */
#ifndef _SEARCH_H
#define _SEARCH_H

#include_next <search.h>

#ifdef __cplusplus
extern "C" {
#endif

#if __GNU_VISIBLE
struct qelem {
    struct qelem *q_forw, *q_back;
    char q_data[1];
};
#endif

void insque(void *element, void *before);
void remque(void *element);
void *lfind(const void *key, const void *table, size_t *count, size_t bytes,
            int (*compare)(const void *, const void *));
void *lsearch(const void *key, void *table, size_t *count, size_t bytes,
              int (*compare)(const void *, const void *));

#if __GNU_VISIBLE
void twalk_r(const void *root, void (*visit)(const void *node, VISIT when, void *closure),
             void *closure);
#endif

#ifdef __cplusplus
}
#endif

#endif
