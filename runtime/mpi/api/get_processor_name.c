#include "hal/hal.h"
#include "mpi/error/check.h"

int PMPI_Get_processor_name(char *name, int *length) {
    int error = oc_enter("MPI_Get_processor_name");
    if (error || (error = oc_check_result(NULL, name)) || (error = oc_check_result(NULL, length)))
        return error;
    *length = (int)hal_name(name, MPI_MAX_PROCESSOR_NAME);
    return MPI_SUCCESS;
}
