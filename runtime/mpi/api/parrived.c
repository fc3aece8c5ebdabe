#include "mpi/core/status.h"
#include "mpi/error/check.h"
#include "mpi/partitioned/partitioned.h"
#include "mpi/request/complete.h"

/* All partitions of a message arrive at the same time. If the request is inactive or
 * MPI_REQUEST_NULL, they count as arrived. */
int PMPI_Parrived(MPI_Request handle, int partition, int *flag) {
    struct oc_user_request *request;
    int error =
        oc_check_partitions("MPI_Parrived", handle, OC_RECEIVE, partition, partition, &request);
    if (error || (error = oc_check_result(NULL, flag)))
        return error;
    oc_progress();
    *flag = !request || oc_user_request_is_done(request);
    return MPI_SUCCESS;
}
