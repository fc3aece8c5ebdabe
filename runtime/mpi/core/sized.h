/* Functions with counts have two forms (MPI 4.1, section 2.5.8): MPI_X, with int, and MPI_X_c, with
 * MPI_Count. A file that includes this header is compiled twice, without and with OC_LARGE, which
 * gives one object for each form. */
#ifndef MPI_CORE_SIZED_H
#define MPI_CORE_SIZED_H

#include <limits.h>

#include "mpi/core/large.h"

#ifdef OC_LARGE
typedef MPI_Count oc_int; /* stands for an int of MPI_X */
/* stands for an int of MPI_X that is a displacement in a collective's buffer */
typedef MPI_Aint oc_displ;
typedef MPI_Count oc_bytes; /* stands for an MPI_Aint of MPI_X */
#define OC_INT_MAX INT64_MAX
#define OC_BYTES_MAX INT64_MAX
#define OC_SIZED(NAME) NAME##_c
#define OC_CALL(NAME) NAME "_c"

/* A count as the library uses it. If there are more elements than memory can hold, the result is
 * negative, so that the check of the count gives MPI_ERR_COUNT. */
static inline ptrdiff_t oc_fit(MPI_Count count, MPI_Datatype type) {
    return oc_large_fit(count, type);
}
#else
typedef int oc_int;
typedef int oc_displ;
typedef MPI_Aint oc_bytes;
#define OC_INT_MAX INT_MAX
#define OC_BYTES_MAX INTPTR_MAX
#define OC_SIZED(NAME) NAME
#define OC_CALL(NAME) NAME

static inline ptrdiff_t oc_fit(int count, MPI_Datatype type) {
    (void)type;
    return count;
}
#endif

/* A bound of a datatype; MPI_UNDEFINED if the result has no room for it. */
static inline oc_bytes oc_type_bound(MPI_Count bound) {
    return (oc_bytes)bound == bound ? (oc_bytes)bound : MPI_UNDEFINED;
}

/* Older versions of MPI call the function for large counts MPI_X_x. It is the same as MPI_X_c (MPI
   4.1, section 16.4). */
#ifdef OC_LARGE
#define OC_OLD_NAME(NAME)                                                                          \
    extern __typeof__(P##NAME##_c) P##NAME##_x __attribute__((alias("P" #NAME "_c")))
#else
#define OC_OLD_NAME(NAME) _Static_assert(1, "")
#endif

#endif
