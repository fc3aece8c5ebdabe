#include "mpi/attribute/user.h"

struct oc_keyval *oc_user_keyval_new(const char *call, enum oc_attributed kind, void *extra,
                                     int *number, int *error) {
    *error = oc_enter(call);
    if (*error || (*error = oc_check_result(NULL, number)))
        return NULL;
    struct oc_keyval *keyval = oc_keyval_new(kind, extra);
    if (!keyval) {
        *error = oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a key value", 0, 0);
        return NULL;
    }
    *number = keyval->number;
    return keyval;
}

int oc_user_keyval_free(const char *call, enum oc_attributed kind, int *number) {
    struct oc_keyval *keyval;
    int error = oc_enter(call);
    if (error || (error = oc_check_result(NULL, number)) ||
        (error = oc_check_keyval(NULL, kind, *number, &keyval)))
        return error;
    if (keyval->freed)
        return oc_raise_keyval(NULL, *number);
    keyval->freed = true;
    oc_keyval_release(keyval);
    *number = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}
