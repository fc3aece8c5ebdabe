#include "hal/hal.h"
#include "mpi/api/alias.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"
#include "mpi/transport/transport.h"
#include "mpi/world/agreement.h"

int PMPI_Init(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    oc_process.call = "MPI_Init";
    if (oc_process.phase != OC_BEFORE_INIT)
        oc_die(OC_FATAL, "called a second time", 0, 0);
    oc_transport_start();
    int rank = oc_agree(OC_JOIN, &oc_comm_world.size);
    oc_comm_world.peers = oc_comm_world.size;
    oc_comm_world.rank = oc_group_self.first = rank;
    oc_process_enter(OC_ACTIVE);
    hal_tell_rank(rank);
    hal_tell_active(true);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Init);
