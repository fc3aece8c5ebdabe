#include "mpi/core/any_time.h"
#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

/* Handles of predefined error handlers are valid, too: MPI_Comm_get_errhandler may return one, and
 * a program must free each handle that it has returned. */
int PMPI_Errhandler_free(MPI_Errhandler *errhandler) {
    OC_ENTER_ANY_TIME("MPI_Errhandler_free");
    if ((error = oc_check_result(NULL, errhandler)))
        return error;
    struct oc_errhandler *handler = oc_errhandler_find(*errhandler);
    if (handler) {
        handler->handles--;
        oc_errhandler_release(*errhandler);
    } else if (!oc_errhandler_is_predefined(*errhandler)) {
        return oc_raise(NULL, MPI_ERR_ERRHANDLER,
                        "error handler 0x$ is invalid|one that has not been freed",
                        (long)(intptr_t)*errhandler, 0);
    }
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}
