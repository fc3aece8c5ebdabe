#include <string.h>

#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_set(MPI_Info handle, const char *key, const char *value) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_set");
    if ((error = oc_check_info_to_change(handle, &info)) || (error = oc_check_info_key(key)) ||
        (error = oc_check_result(NULL, value)))
        return error;
    if (strlen(value) >= MPI_MAX_INFO_VAL)
        return oc_raise(NULL, MPI_ERR_INFO_VALUE, "the value has # characters|# or fewer",
                        (long)strlen(value), MPI_MAX_INFO_VAL - 1);
    return oc_info_set(info, key, value) ? MPI_SUCCESS : oc_no_memory_for_info(NULL, NULL);
}
