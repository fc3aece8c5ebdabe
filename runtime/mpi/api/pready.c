#include "mpi/partitioned/partitioned.h"

int PMPI_Pready(int partition, MPI_Request handle) {
    struct oc_user_request *request;
    int error = oc_check_partitions("MPI_Pready", handle, OC_SEND, partition, partition, &request);
    return error ? error : oc_partition_ready(request, partition);
}
