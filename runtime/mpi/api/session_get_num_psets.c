#include "mpi/info/check.h"
#include "mpi/session/session.h"

int PMPI_Session_get_num_psets(MPI_Session handle, MPI_Info info, int *number) {
    struct oc_info *hints;
    struct oc_session *session = oc_enter_session("MPI_Session_get_num_psets", handle);
    if (!session)
        return MPI_ERR_SESSION;
    int error = oc_check_info_or_null(&session->errors, info, &hints);
    if (error || (error = oc_check_result(&session->errors, number)))
        return error;
    *number = OC_PSETS;
    return MPI_SUCCESS;
}
