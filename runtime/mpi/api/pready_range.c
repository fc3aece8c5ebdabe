#include "mpi/partitioned/partitioned.h"

int PMPI_Pready_range(int low, int high, MPI_Request handle) {
    struct oc_user_request *request;
    int error = oc_check_partitions("MPI_Pready_range", handle, OC_SEND, low, high, &request);
    for (int partition = low; partition <= high && !error; partition++)
        error = oc_partition_ready(request, partition);
    return error;
}
