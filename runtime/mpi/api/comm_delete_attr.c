#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"

int PMPI_Comm_delete_attr(MPI_Comm handle, int number) {
    struct oc_keyval *keyval;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_delete_attr", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_keyval(comm, OC_COMM_ATTRIBUTE, number, &keyval);
    if (error)
        return error;
    struct oc_attribute *attribute = oc_attribute_find(comm->attributes, keyval);
    if (!attribute)
        return oc_raise(comm, MPI_ERR_KEYVAL,
                        "nothing is set under key #|a key whose attribute is set", number, 0);
    union oc_owner owner = {.comm = handle};
    error = oc_attribute_delete(&comm->attributes, owner, attribute);
    return error ? oc_raise_attribute(comm, error) : MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_delete_attr);
