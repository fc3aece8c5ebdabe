#include "mpi/attribute/user.h"

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *remove,
                           int *number, void *extra) {
    int error;
    struct oc_keyval *keyval =
        oc_user_keyval_new("MPI_Win_create_keyval", OC_WINDOW_ATTRIBUTE, extra, number, &error);
    if (keyval) {
        keyval->copy.window = copy;
        keyval->remove.window = remove;
    }
    return error;
}
