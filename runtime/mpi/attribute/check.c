#include "mpi/attribute/check.h"

int oc_check_keyval(const struct oc_communicator *comm, enum oc_attributed kind, int number,
                    struct oc_keyval **keyval) {
    if ((*keyval = oc_keyval_find(kind, number)))
        return MPI_SUCCESS;
    return oc_raise_keyval(comm, number);
}

int oc_raise_keyval(const struct oc_communicator *comm, int number) {
    return oc_raise(comm, MPI_ERR_KEYVAL,
                    "key value # is invalid|one that the program has made for this kind of "
                    "object and not freed",
                    number, 0);
}

int oc_raise_attribute(const struct oc_communicator *comm, int error) {
    if (error == MPI_ERR_NO_MEM)
        return oc_raise(comm, error, "no memory for an attribute", 0, 0);
    return oc_raise(comm, error, "an attribute's function returned #|MPI_SUCCESS", error, 0);
}
