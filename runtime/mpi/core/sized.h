/* Functions with counts have two forms (MPI 4.1, section 2.5.8): MPI_X, with int, and MPI_X_c, with
 * MPI_Count. A file that includes this header is compiled twice, without and with OC_LARGE, into
 * one object for each form. */
#ifndef MPI_CORE_SIZED_H
#define MPI_CORE_SIZED_H

#include <limits.h>

#include "mpi/core/large.h"

#ifdef OC_LARGE
typedef MPI_Count oc_int; /* the type of a parameter that is an int in MPI_X */
/* The type of a displacement in a collective's buffer, which is an int in MPI_X. */
typedef MPI_Aint oc_displ;
typedef MPI_Count oc_bytes; /* the type of a parameter that is an MPI_Aint in MPI_X */
#define OC_INT_MAX INT64_MAX
#define OC_BYTES_MAX INT64_MAX
#define OC_SIZED(NAME) NAME##_c
#define OC_CALL(NAME) NAME "_c"

/* Converts a user's count. The result is negative if memory cannot hold so many elements, so that
 * the check of the count gives MPI_ERR_COUNT. */
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

/* Converts a bound of a datatype to the type of the function's result. Returns MPI_UNDEFINED if the
 * bound does not fit. */
static inline oc_bytes oc_type_bound(MPI_Count bound) {
    return (oc_bytes)bound == bound ? (oc_bytes)bound : MPI_UNDEFINED;
}

/* Older versions of MPI call a function for large counts MPI_X_x. This is another name of MPI_X_c
 * (MPI 4.1, section 16.4). */
#ifdef OC_LARGE
#define OC_OLD_NAME(NAME)                                                                          \
    extern __typeof__(P##NAME##_c) P##NAME##_x __attribute__((alias("P" #NAME "_c")))
#else
#define OC_OLD_NAME(NAME) _Static_assert(1, "")
#endif

#endif
