#include "mpi/core/datatype.h"
#include "mpi/core/derived.h"
#include "mpi/core/sized.h"
#include "mpi/core/status.h"
#include "mpi/error/check.h"

/* For a datatype without data, the count is 0 if the message is empty, otherwise undefined (MPI
 * 4.1, section 3.2.5). */
int OC_SIZED(PMPI_Get_count)(const MPI_Status *status, MPI_Datatype type, oc_int *count) {
    int error = oc_enter(OC_CALL("MPI_Get_count"));
    if (error || (error = oc_check_result(NULL, status)) || (error = oc_check_result(NULL, count)))
        return error;
    MPI_Count size = (MPI_Count)oc_datatype_extent(type), extent;
    if (!size && (!&oc_derived || oc_derived.measure(type, &size, &extent))) {
        size_t bytes;
        if ((error = oc_check_data(NULL, NULL, 0, type, &bytes)))
            return error;
        size = (MPI_Count)oc_datatype_padded_extent(type);
    }
    MPI_Count length = oc_status_bytes(status);
    if (!length)
        *count = 0;
    else
        *count = !size || length % size || length / size > OC_INT_MAX ? MPI_UNDEFINED
                                                                      : (oc_int)(length / size);
    return MPI_SUCCESS;
}
