#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"
#include "mpi/unsupported/file.h"

struct oc_communicator *oc_file_null(void) {
    static struct oc_communicator file;
    if (!file.handle) {
        file.handle = (MPI_Comm)MPI_FILE_NULL;
        file.errhandler = MPI_ERRORS_RETURN;
        oc_errhandler_set(&file, MPI_ERRORS_RETURN);
    }
    return &file;
}

int oc_enter_file(const char *call, MPI_File file) {
    int error = oc_enter(call);
    if (error || file == MPI_FILE_NULL)
        return error;
    return oc_raise(oc_file_null(), MPI_ERR_FILE, "file 0x$ is invalid|MPI_FILE_NULL",
                    (long)(intptr_t)file, 0);
}
