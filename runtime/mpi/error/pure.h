/* Checks that only return MPI_SUCCESS or the result of the error handler. A library without checks
 * (runtime/Makefile) does not contain them, and all their arguments count as valid. */
#ifndef MPI_ERROR_PURE_H
#define MPI_ERROR_PURE_H

#include "mpi/error/raise.h"

#if OC_CHECKS

/* Checks that a pointer to a result is not null. */
int oc_check_result(const struct oc_communicator *comm, const void *pointer);

/* Checks that two buffers are not the same. */
int oc_check_distinct(const struct oc_communicator *comm, const void *send, const void *receive);

int oc_check_root(const struct oc_communicator *comm, int root);

/* Checks the root of a collective on an intercommunicator: a rank of the other group, MPI_ROOT or
 * MPI_PROC_NULL. */
int oc_check_inter_root(const struct oc_communicator *comm, int root);

/* Checks a tag that is not that of a message. */
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
