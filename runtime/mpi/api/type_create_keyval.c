#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *copy,
                            MPI_Type_delete_attr_function *remove, int *number, void *extra) {
    int error = oc_enter("MPI_Type_create_keyval");
    if (error || (error = oc_check_result(NULL, number)))
        return error;
    struct oc_keyval *keyval = oc_keyval_new(OC_TYPE_ATTRIBUTE, extra);
    if (!keyval)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a key value", 0, 0);
    keyval->copy.type = copy;
    keyval->remove.type = remove;
    *number = keyval->number;
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Type_create_keyval);
