#include "mpi/core/sort.h"

#include "mpi/core/copy.h"

/* Exchanges two elements of `words` words each. */
static void swap(oc_word *one, oc_word *other, size_t words) {
    for (oc_word *end = one + words; one < end; one++, other++) {
        oc_word word = *one;
        *one = *other;
        *other = word;
    }
}

/* Shell's sort. Each gap is about 5/11 of the one before (Gonnet and Baeza-Yates). */
void oc_sort(void *base, size_t count, size_t words,
             int (*compare)(const void *one, const void *other)) {
    oc_word *elements = base;
    for (size_t gap = count; gap > 1;) {
        gap = gap > 2 ? gap * 5 / 11 : 1;
        for (size_t i = gap; i < count; i++)
            for (size_t j = i; j >= gap; j -= gap) {
                oc_word *lower = elements + (j - gap) * words, *upper = elements + j * words;
                if (compare(lower, upper) <= 0)
                    break;
                swap(lower, upper, words);
            }
    }
}
