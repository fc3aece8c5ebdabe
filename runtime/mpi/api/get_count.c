#include <limits.h>

#include "mpi/api/alias.h"
#include "mpi/core/datatype.h"
#include "mpi/core/status.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count) {
    int error = oc_enter("MPI_Get_count");
    if (error || (error = oc_check_result(NULL, status)) || (error = oc_check_result(NULL, count)))
        return error;
    size_t bytes;
    if ((error = oc_check_data(NULL, NULL, 0, type, &bytes)))
        return error;
    MPI_Count extent = (MPI_Count)oc_datatype_extent(type);
    MPI_Count length = oc_status_bytes(status);
    *count = length % extent || length / extent > INT_MAX ? MPI_UNDEFINED : (int)(length / extent);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Get_count);
