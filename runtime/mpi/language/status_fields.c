/* Functions for the public members of a status (MPI 4.1, section 3.2.5). A program may call them at
 * any time. */
#include "mpi/error/check.h"

#define FIELD(NAME, MEMBER)                                                                        \
    int PMPI_Status_get_##NAME(const MPI_Status *status, int *value) {                             \
        oc_process.call = "MPI_Status_get_" #NAME;                                                 \
        int error = oc_check_result(NULL, status);                                                 \
        if (error || (error = oc_check_result(NULL, value)))                                       \
            return error;                                                                          \
        *value = status->MEMBER;                                                                   \
        return MPI_SUCCESS;                                                                        \
    }                                                                                              \
    int PMPI_Status_set_##NAME(MPI_Status *status, int value) {                                    \
        oc_process.call = "MPI_Status_set_" #NAME;                                                 \
        int error = oc_check_result(NULL, status);                                                 \
        if (error)                                                                                 \
            return error;                                                                          \
        status->MEMBER = value;                                                                    \
        return MPI_SUCCESS;                                                                        \
    }

FIELD(source, MPI_SOURCE);
FIELD(tag, MPI_TAG);
FIELD(error, MPI_ERROR);
