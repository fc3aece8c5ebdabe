#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"

int oc_barrier_other(struct oc_communicator *comm) {
    return oc_barrier_dissemination(comm);
}
