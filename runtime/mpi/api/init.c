#include "mpi/core/process.h"
#include "mpi/error/raise.h"
#include "mpi/world/job_barrier.h"

int PMPI_Init(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    oc_process.call = "MPI_Init";
    if (oc_process.phase != OC_BEFORE_INIT)
        oc_die_untimely("called a second time");
    oc_world_join();
    oc_process_enter(OC_ACTIVE);
    return MPI_SUCCESS;
}
