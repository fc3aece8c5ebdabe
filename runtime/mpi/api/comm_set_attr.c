#include "mpi/attribute/user.h"

int PMPI_Comm_set_attr(MPI_Comm handle, int number, void *value) {
    union oc_owner owner = {.comm = handle};
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_attr", handle);
    if (!comm)
        return MPI_ERR_COMM;
    return oc_user_attribute_set(comm, &comm->attributes, OC_COMM_ATTRIBUTE, owner, number, value);
}
