#include "mpi/attribute/user.h"

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                            MPI_Comm_delete_attr_function *remove, int *number, void *extra) {
    int error;
    struct oc_keyval *keyval =
        oc_user_keyval_new("MPI_Comm_create_keyval", OC_COMM_ATTRIBUTE, extra, number, &error);
    if (keyval) {
        keyval->copy.comm = copy;
        keyval->remove.comm = remove;
    }
    return error;
}
