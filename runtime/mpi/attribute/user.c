#include "mpi/attribute/user.h"

int oc_user_attribute_set(const struct oc_communicator *comm, struct oc_attribute **list,
                          enum oc_attributed kind, union oc_owner owner, int number, void *value) {
    struct oc_keyval *keyval;
    int error = oc_check_keyval(comm, kind, number, &keyval);
    if (error)
        return error;
    error = oc_attribute_set(list, owner, keyval, value);
    return error ? oc_raise_attribute(comm, error) : MPI_SUCCESS;
}

int oc_user_attribute_get(const struct oc_communicator *comm, struct oc_attribute *list,
                          enum oc_attributed kind, int number, void *value, int *flag) {
    struct oc_keyval *keyval;
    int error = oc_check_result(comm, value);
    if (error || (error = oc_check_result(comm, flag)) ||
        (error = oc_check_keyval(comm, kind, number, &keyval)))
        return error;
    const struct oc_attribute *attribute = oc_attribute_find(list, keyval);
    *flag = attribute != NULL;
    if (attribute)
        *(void **)value = attribute->value;
    return MPI_SUCCESS;
}

int oc_user_attribute_delete(const struct oc_communicator *comm, struct oc_attribute **list,
                             enum oc_attributed kind, union oc_owner owner, int number) {
    struct oc_keyval *keyval;
    int error = oc_check_keyval(comm, kind, number, &keyval);
    if (error)
        return error;
    /* The standard permits deleting an attribute that is not set. */
    struct oc_attribute *attribute = oc_attribute_find(*list, keyval);
    if (attribute)
        error = oc_attribute_delete(list, owner, attribute);
    return error ? oc_raise_attribute(comm, error) : MPI_SUCCESS;
}
