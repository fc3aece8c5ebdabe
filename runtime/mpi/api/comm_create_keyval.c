#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                            MPI_Comm_delete_attr_function *remove, int *number, void *extra) {
    int error = oc_enter("MPI_Comm_create_keyval");
    if (error || (error = oc_check_result(NULL, number)))
        return error;
    struct oc_keyval *keyval = oc_keyval_new(OC_COMM_ATTRIBUTE, extra);
    if (!keyval)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a key value", 0, 0);
    keyval->copy.comm = copy;
    keyval->remove.comm = remove;
    *number = keyval->number;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_create_keyval);
