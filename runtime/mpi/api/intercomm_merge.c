#include "mpi/comm/check.h"
#include "mpi/comm/construct.h"
#include "mpi/comm/intercomm.h"

int PMPI_Intercomm_merge(MPI_Comm handle, int high, MPI_Comm *newintracomm) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Intercomm_merge", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_inter(comm);
    if (error || (error = oc_check_result(comm, newintracomm)))
        return error;
    struct oc_communicator *made = NULL;
    error = oc_intercomm_merge(comm, high, &made);
    return oc_give_communicator(comm, error, made, newintracomm);
}
