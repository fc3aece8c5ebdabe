#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_delete(MPI_Info handle, const char *key) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_delete");
    if ((error = oc_check_info_to_change(handle, &info)) || (error = oc_check_info_key(key)))
        return error;
    struct oc_pair *pair = oc_info_pair(info, key);
    if (!pair)
        return oc_raise(NULL, MPI_ERR_INFO_NOKEY, "the info has no such key|one of its keys", 0, 0);
    oc_info_delete(info, pair);
    return MPI_SUCCESS;
}
