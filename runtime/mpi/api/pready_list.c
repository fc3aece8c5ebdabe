#include "mpi/error/check.h"
#include "mpi/partitioned/partitioned.h"

int PMPI_Pready_list(int length, const int partitions[], MPI_Request handle) {
    struct oc_user_request *request;
    int error = oc_enter("MPI_Pready_list");
    if (!error && length > 0)
        error = oc_check_result(NULL, partitions);
    for (int i = 0; i < length && !error; i++)
        if (!(error = oc_check_partitions("MPI_Pready_list", handle, OC_SEND, partitions[i],
                                          partitions[i], &request)))
            error = oc_partition_ready(request, partitions[i]);
    return error;
}
