#include <string.h>

#include "mpi/core/any_time.h"
#include "mpi/info/check.h"

int PMPI_Info_get_nthkey(MPI_Info handle, int n, char *key) {
    struct oc_info *info;
    OC_ENTER_ANY_TIME("MPI_Info_get_nthkey");
    if ((error = oc_check_info(NULL, handle, &info)) || (error = oc_check_result(NULL, key)))
        return error;
    const struct oc_pair *pair = info->pairs;
    for (int i = 0; pair && i < n; i++)
        pair = pair->next;
    if (n < 0 || !pair)
        return oc_raise(NULL, MPI_ERR_ARG, "the info has no key #|0 to its number of keys - 1", n,
                        0);
    strcpy(key, pair->key);
    return MPI_SUCCESS;
}
