/* Calls the functions of key values. The standard gives the predefined functions these addresses
 * for every kind X of object: MPI_X_NULL_COPY_FN and MPI_X_NULL_DELETE_FN are null, and
 * MPI_X_DUP_FN is 1 (MPI 5.0, section 20.3). */
#include <stdint.h>

#include "mpi/attribute/keyval.h"

int oc_keyval_copy(const struct oc_keyval *keyval, union oc_owner owner, void *value, void **copy,
                   int *copied) {
    MPI_Comm_copy_attr_function *function = keyval->copy.comm;
    *copied = function == MPI_COMM_DUP_FN;
    *copy = value;
    if (function == MPI_COMM_NULL_COPY_FN || function == MPI_COMM_DUP_FN)
        return MPI_SUCCESS;
    switch (keyval->kind) {
    case OC_TYPE_ATTRIBUTE:
        return keyval->copy.type(owner.type, keyval->number, keyval->extra, value, copy, copied);
    case OC_WINDOW_ATTRIBUTE:
        return keyval->copy.window(owner.window, keyval->number, keyval->extra, value, copy,
                                   copied);
    default:
        return keyval->copy.comm(owner.comm, keyval->number, keyval->extra, value, copy, copied);
    }
}

int oc_keyval_remove(const struct oc_keyval *keyval, union oc_owner owner, void *value) {
    if (keyval->remove.comm == MPI_COMM_NULL_DELETE_FN)
        return MPI_SUCCESS;
    switch (keyval->kind) {
    case OC_TYPE_ATTRIBUTE:
        return keyval->remove.type(owner.type, keyval->number, value, keyval->extra);
    case OC_WINDOW_ATTRIBUTE:
        return keyval->remove.window(owner.window, keyval->number, value, keyval->extra);
    default:
        return keyval->remove.comm(owner.comm, keyval->number, value, keyval->extra);
    }
}
