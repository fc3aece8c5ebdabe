#include "mpi/attribute/user.h"

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *copy,
                            MPI_Type_delete_attr_function *remove, int *number, void *extra) {
    int error;
    struct oc_keyval *keyval =
        oc_user_keyval_new("MPI_Type_create_keyval", OC_TYPE_ATTRIBUTE, extra, number, &error);
    if (keyval) {
        keyval->copy.type = copy;
        keyval->remove.type = remove;
    }
    return error;
}
