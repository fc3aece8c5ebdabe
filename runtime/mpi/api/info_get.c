#include <string.h>

#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

/* A deprecated function. `value` must have room for `length` bytes and for a null byte. */
int PMPI_Info_get(MPI_Info handle, const char *key, int length, char *value, int *flag) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_get");
    if ((error = oc_check_info(NULL, handle, &info)) || (error = oc_check_info_key(key)) ||
        (error = oc_check_result(NULL, value)) || (error = oc_check_result(NULL, flag)))
        return error;
    if (length < 0)
        return oc_raise(NULL, MPI_ERR_INFO_VALUE, "length # is negative|0 or more", length, 0);
    const struct oc_pair *pair = oc_info_pair(info, key);
    *flag = pair != NULL;
    if (!pair)
        return MPI_SUCCESS;
    *value = '\0';
    strncat(value, pair->value, (size_t)length);
    return MPI_SUCCESS;
}
