#include <string.h>

#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

/* A deprecated function. The length that it stores does not include the null byte. */
int PMPI_Info_get_valuelen(MPI_Info handle, const char *key, int *length, int *flag) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_get_valuelen");
    if ((error = oc_check_info(NULL, handle, &info)) || (error = oc_check_info_key(key)) ||
        (error = oc_check_result(NULL, length)) || (error = oc_check_result(NULL, flag)))
        return error;
    const struct oc_pair *pair = oc_info_pair(info, key);
    *flag = pair != NULL;
    if (pair)
        *length = (int)strlen(pair->value);
    return MPI_SUCCESS;
}
