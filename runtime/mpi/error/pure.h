/* Checks that give nothing but MPI_SUCCESS, or what the error handler returns. The library without
 * checks leaves out their files (runtime/Makefile); there they are always passed. */
#ifndef MPI_ERROR_PURE_H
#define MPI_ERROR_PURE_H

#include "mpi/error/raise.h"

#if OC_CHECKS

/* A pointer to a result. */
int oc_check_result(const struct oc_communicator *comm, const void *pointer);

/* Buffers that the standard does not allow to be the same. */
int oc_check_distinct(const struct oc_communicator *comm, const void *send, const void *receive);

int oc_check_root(const struct oc_communicator *comm, int root);

/* Checks the root of a collective on an intercommunicator: a rank of the other group, MPI_ROOT or
 * MPI_PROC_NULL. */
int oc_check_inter_root(const struct oc_communicator *comm, int root);

/* A tag that is not one of a message. */
int oc_check_tag(const struct oc_communicator *comm, int tag);

#else

static inline int oc_passed(const struct oc_communicator *comm, ...) {
    (void)comm;
    return MPI_SUCCESS;
}

#define oc_check_result oc_passed
#define oc_check_distinct oc_passed
#define oc_check_root oc_passed
#define oc_check_inter_root oc_passed
#define oc_check_tag oc_passed

#endif

#endif
