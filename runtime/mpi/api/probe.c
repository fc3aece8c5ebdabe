#include "mpi/request/probe.h"

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    struct oc_request select;
    int error = oc_probe_check("MPI_Probe", &select, comm, source, tag);
    if (!error)
        oc_probe_status(source == MPI_PROC_NULL ? NULL : oc_probe_waiting(&select), status);
    return error;
}
