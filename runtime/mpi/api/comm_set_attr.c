#include "mpi/api/alias.h"
#include "mpi/attribute/check.h"

int PMPI_Comm_set_attr(MPI_Comm handle, int number, void *value) {
    struct oc_keyval *keyval;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_attr", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_keyval(comm, OC_COMM_ATTRIBUTE, number, &keyval);
    if (error)
        return error;
    union oc_owner owner = {.comm = handle};
    error = oc_attribute_set(&comm->attributes, owner, keyval, value);
    return error ? oc_raise_attribute(comm, error) : MPI_SUCCESS;
}

OC_ALIAS(MPI_Comm_set_attr);
