/* Arguments of constructors that have two forms (mpi/core/sized.h). Where one form has int or
 * MPI_Aint, the other one has MPI_Count (MPI 4.1, section 5.1.13). */
#ifndef MPI_TYPE_SIZED_H
#define MPI_TYPE_SIZED_H

#include "mpi/core/sized.h"
#include "mpi/type/contents.h"

/* Allocates memory for the arguments by which a datatype is made: `plain` arguments that are int in
 * both forms, `sized` ones of type oc_int, `bytes` ones of type oc_bytes, and `types` datatypes. */
static inline struct oc_contents *oc_contents_sized(int combiner, size_t plain, size_t sized,
                                                    size_t bytes, size_t types) {
#ifdef OC_LARGE
    return oc_contents_new(combiner, plain, 0, sized + bytes, types);
#else
    return oc_contents_new(combiner, plain + sized, bytes, 0, types);
#endif
}

static inline void oc_contents_add_sized(struct oc_contents *contents, const oc_int *values,
                                         size_t count) {
#ifdef OC_LARGE
    oc_contents_add_counts(contents, values, count);
#else
    oc_contents_add_integers(contents, values, count);
#endif
}

static inline void oc_contents_add_bytes(struct oc_contents *contents, const oc_bytes *values,
                                         size_t count) {
#ifdef OC_LARGE
    oc_contents_add_counts(contents, values, count);
#else
    oc_contents_add_addresses(contents, values, count);
#endif
}

#endif
