#include "mpi/annotation/communicator.h"
#include "mpi/comm/check.h"
#include "mpi/comm/hints.h"

int PMPI_Comm_set_info(MPI_Comm handle, MPI_Info info) {
    struct oc_info *hints;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_set_info", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_hints(comm, info, &hints);
    bool has_memory = error || !hints || oc_hints_add(comm, hints);
    /* A rank with an error also takes part in the agreement, because the other ranks wait for
     * it. */
    int together = oc_hints_agree(comm);
    if (!together && comm->hints)
        has_memory &= oc_annotation_apply(comm);
    if (!has_memory)
        error = oc_raise(comm, MPI_ERR_NO_MEM, "no memory for hints", 0, 0);
    return error ? error : together;
}
