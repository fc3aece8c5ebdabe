#ifndef MPI_CORE_SORT_H
#define MPI_CORE_SORT_H

#include <stddef.h>

/* Sorts elements of `words` words (oc_word, 4 bytes) each. The order of equal elements is
 * undefined. The function has a tenth of the code of qsort(), which programs would link
 * otherwise. */
void oc_sort(void *base, size_t count, size_t words,
             int (*compare)(const void *one, const void *other));

#endif
