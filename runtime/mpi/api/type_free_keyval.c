#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"

/* It lives on until the last attribute under it has gone. */
int PMPI_Type_free_keyval(int *number) {
    struct oc_keyval *keyval;
    int error = oc_enter("MPI_Type_free_keyval");
    if (error || (error = oc_check_result(NULL, number)) ||
        (error = oc_check_keyval(NULL, OC_TYPE_ATTRIBUTE, *number, &keyval)))
        return error;
    keyval->freed = true;
    oc_keyval_release(keyval);
    *number = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_free_keyval);
