#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_delete(MPI_Info handle, const char *key) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_delete");
    if ((error = oc_check_info_to_change(handle, &info)) || (error = oc_check_info_key(key)))
        return error;
    struct oc_pair **at = oc_info_at(info, key);
    if (!*at)
        return oc_raise(NULL, MPI_ERR_INFO_NOKEY, "the info has no such key|one of its keys", 0, 0);
    oc_info_delete(at);
    return MPI_SUCCESS;
}
