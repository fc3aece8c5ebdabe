#include "mpi/core/communicator.h"

struct oc_group oc_group_self = {.references = 1, .size = 1, .stride = 1};

struct oc_communicator oc_comm_world = {.handle = MPI_COMM_WORLD,
                                        .errhandler = MPI_ERRORS_ARE_FATAL};
struct oc_communicator oc_comm_self = {.handle = MPI_COMM_SELF,
                                       .context = OC_CONTEXTS,
                                       .size = 1,
                                       .peers = 1,
                                       .group = &oc_group_self,
                                       .errhandler = MPI_ERRORS_ARE_FATAL};

struct oc_communicator *oc_communicator_find_static(MPI_Comm handle) {
    if (handle == MPI_COMM_WORLD)
        return &oc_comm_world;
    return handle == MPI_COMM_SELF ? &oc_comm_self : NULL;
}

struct oc_communicator *oc_communicator_of_static_context(uint32_t context) {
    if (context < OC_CONTEXTS)
        return &oc_comm_world;
    return context < 2 * OC_CONTEXTS ? &oc_comm_self : NULL;
}
