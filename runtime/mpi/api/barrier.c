#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/error/check.h"

__attribute__((noinline)) static int barrier(MPI_Comm handle) {
    struct oc_communicator *comm = oc_enter_comm("MPI_Barrier", handle);
    if (!comm)
        return MPI_ERR_COMM;
    if (comm->local)
        return oc_inter.barrier(comm);
    return oc_finish_collective(comm, oc_barrier(comm));
}

/* There is a fast path for MPI_COMM_WORLD if its barrier uses hardware counters. On this path, the
 * rank arrives right after the checks, because other ranks may be waiting for it. */
int PMPI_Barrier(MPI_Comm handle) {
    const struct oc_barrier *own = oc_comm_world.barrier;
    hal_address arrive;
    if (__builtin_expect(handle != oc_process.world, false) ||
        __builtin_expect(!own || !(arrive = own->arrive), false))
        return barrier(handle);
    hal_counter_add(arrive, 1);
    oc_process.call = "MPI_Barrier";
    return oc_barrier_await(&oc_comm_world);
}
