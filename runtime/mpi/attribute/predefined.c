#include "mpi/attribute/predefined.h"

#include "hal/hal.h"
#include "mpi/error/check.h"
#include "mpi/error/user.h"

/* MPI_IO: every process can do input and output. MPI_HOST: no process is the host.
 * MPI_WTIME_IS_GLOBAL: the whole chip has one cycle counter. */
void *oc_predefined_attribute(int key) {
    static int tag_ub = OC_TAG_UB, io = MPI_ANY_SOURCE, host = MPI_PROC_NULL, global = 1;
    static int program, processes, last_code;
    switch (key) {
    case MPI_TAG_UB:
        return &tag_ub;
    case MPI_IO:
        return &io;
    case MPI_HOST:
        return &host;
    case MPI_WTIME_IS_GLOBAL:
        return &global;
    case MPI_APPNUM:
        program = hal_program_of(hal_place());
        return &program;
    case MPI_UNIVERSE_SIZE:
        processes = hal_places();
        return &processes;
    case MPI_LASTUSEDCODE:
        last_code = oc_user_error_last();
        return &last_code;
    default:
        return NULL;
    }
}
