#include "mpi/info/check.h"

#include <string.h>

int oc_check_info(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **info) {
    if ((*info = oc_info_find(handle)))
        return MPI_SUCCESS;
    return oc_raise(comm, MPI_ERR_INFO, "info 0x$ is invalid|one that has not been freed",
                    (long)(intptr_t)handle, 0);
}

int oc_check_info_or_null(const struct oc_communicator *comm, MPI_Info handle,
                          struct oc_info **info) {
    *info = NULL;
    return handle == MPI_INFO_NULL ? MPI_SUCCESS : oc_check_info(comm, handle, info);
}

int oc_check_info_to_change(MPI_Info handle, struct oc_info **info) {
    if (handle == MPI_INFO_ENV)
        return oc_raise(NULL, MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed|a copy of it", 0, 0);
    return oc_check_info(NULL, handle, info);
}

int oc_check_info_key(const char *key) {
    size_t length = key ? strlen(key) : 0;
    if (length && length < MPI_MAX_INFO_KEY)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_INFO_KEY, "the key has # characters|1 to #", (long)length,
                    MPI_MAX_INFO_KEY - 1);
}

int oc_no_memory_for_info(const struct oc_communicator *comm, struct oc_info *info) {
    if (info)
        oc_info_free(info);
    return oc_raise(comm, MPI_ERR_NO_MEM, "no memory for an info", 0, 0);
}
