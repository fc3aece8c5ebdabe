#ifndef MPI_CORE_SORT_H
#define MPI_CORE_SORT_H

#include <stddef.h>

/* Sorts elements of `words` words (oc_word, 4 bytes) each. Elements that compare equal come in any
 * order. The function takes a tenth of the code of qsort(), which programs would link otherwise. */
void oc_sort(void *base, size_t count, size_t words,
             int (*compare)(const void *one, const void *other));

#endif
