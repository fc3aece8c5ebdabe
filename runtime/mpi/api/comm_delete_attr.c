#include "mpi/attribute/user.h"

int PMPI_Comm_delete_attr(MPI_Comm handle, int number) {
    union oc_owner owner = {.comm = handle};
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_delete_attr", handle);
    if (!comm)
        return MPI_ERR_COMM;
    return oc_user_attribute_delete(comm, &comm->attributes, OC_COMM_ATTRIBUTE, owner, number);
}
