#include "mpi/collective/choose.h"
#include "mpi/collective/inter.h"
#include "mpi/collective/nonblocking/calls.h"
#include "mpi/collective/nonblocking/order.h"
#include "mpi/error/check.h"

int oc_run_barrier(const struct oc_operation *operation) {
    struct oc_communicator *comm = operation->order->comm;
    if (comm->local)
        return oc_inter.barrier(comm);
    return oc_finish_collective(comm, oc_barrier(comm));
}
