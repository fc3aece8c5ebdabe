#include "mpi/error/raise.h"

int oc_raise_here(const struct oc_communicator *comm, int class, const char *sentence, long a,
                  long b) {
    if (!comm)
        comm = &oc_comm_self;
    if (comm->on_error)
        return comm->on_error(comm, class);
    oc_die(OC_FATAL, sentence, a, b);
}
