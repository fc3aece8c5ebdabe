#include <string.h>

#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

/* On entry, *length is the number of bytes for which `value` has room. On return, it is the number
 * that the whole value needs. Both include the null byte. */
int PMPI_Info_get_string(MPI_Info handle, const char *key, int *length, char *value, int *flag) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_get_string");
    if ((error = oc_check_info(NULL, handle, &info)) || (error = oc_check_info_key(key)) ||
        (error = oc_check_result(NULL, length)) || (error = oc_check_result(NULL, flag)))
        return error;
    const struct oc_pair *pair = oc_info_pair(info, key);
    *flag = pair != NULL;
    if (!pair)
        return MPI_SUCCESS;
    if (*length > 0) {
        if ((error = oc_check_result(NULL, value)))
            return error;
        *value = '\0';
        strncat(value, pair->value, (size_t)*length - 1);
    }
    *length = (int)strlen(pair->value) + 1;
    return MPI_SUCCESS;
}
