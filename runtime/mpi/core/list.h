/* An array that the user passes. Its elements are of type int or, in functions for large counts, of
 * type MPI_Count or MPI_Aint. */
#ifndef MPI_CORE_LIST_H
#define MPI_CORE_LIST_H

#include <mpi.h>

struct oc_list {
    const void *first;  /* may be null */
    size_t entry_bytes; /* 4 or 8 */
};

static inline struct oc_list oc_list_of(const void *first, size_t entry_bytes) {
    return (struct oc_list){first, entry_bytes};
}

#define OC_LIST(ARRAY) oc_list_of(ARRAY, sizeof *(ARRAY))

static inline MPI_Count oc_list_at(struct oc_list list, size_t index) {
    if (list.entry_bytes == sizeof(int32_t))
        return ((const int32_t *)list.first)[index];
    return ((const int64_t *)list.first)[index];
}

#endif
