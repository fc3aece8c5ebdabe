#include <ocmpi.h>
#include <string.h>

#include "mpi/core/process.h"
#include "mpi/transport/shared_block.h"
#include "mpi/world/job_barrier.h"

/* Clears this process' words of the tree (world/job_barrier.h), for the next time. Meanwhile, no
 * other process writes these words. The words for joining are written only after all processes have
 * left, and the words for leaving only after all have joined. */
static void clear(int occasion) {
    memset(&oc_shared_block()->tree[occasion], 0, sizeof(struct oc_tree_words));
}

int ocMPI_Init(int *argc, char ***argv) {
    if (oc_process.phase != OC_AFTER_FINALIZE) {
        int error = MPI_Init(argc, argv);
        clear(OC_JOIN);
        return error;
    }
    oc_process.call = "ocMPI_Init";
    clear(OC_LEAVE);
    oc_job_barrier_on_tree(OC_JOIN);
    clear(OC_JOIN);
    oc_process_enter(OC_ACTIVE);
    return MPI_SUCCESS;
}
