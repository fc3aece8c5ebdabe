#include "mpi/comm/check.h"
#include "mpi/comm/name.h"

int PMPI_Comm_set_name(MPI_Comm handle, const char *name) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_name", handle);
    return comm ? oc_communicator_set_name(comm, name) : MPI_ERR_COMM;
}
