/* Error handlers of files. Only MPI_FILE_NULL has one, because no file is ever open. */
#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"
#include "mpi/unsupported/file.h"

/* Error handlers of all kinds get the address of a handle, so their types can be converted. */
int PMPI_File_create_errhandler(MPI_File_errhandler_function *function,
                                MPI_Errhandler *errhandler) {
    return oc_errhandler_create("MPI_File_create_errhandler",
                                (MPI_Comm_errhandler_function *)function, errhandler);
}

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
    int error = oc_enter_file("MPI_File_set_errhandler", file);
    if (error || (error = oc_check_errhandler(oc_file_null(), errhandler)))
        return error;
    oc_errhandler_set(oc_file_null(), errhandler);
    return MPI_SUCCESS;
}

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) {
    int error = oc_enter_file("MPI_File_get_errhandler", file);
    if (error || (error = oc_check_result(oc_file_null(), errhandler)))
        return error;
    *errhandler = oc_errhandler_give(oc_file_null()->errhandler);
    return MPI_SUCCESS;
}

int PMPI_File_call_errhandler(MPI_File file, int code) {
    int error = oc_enter_file("MPI_File_call_errhandler", file);
    if (error)
        return error;
    oc_raise(oc_file_null(), code, "the program calls the error handler with code #", code, 0);
    return MPI_SUCCESS;
}
