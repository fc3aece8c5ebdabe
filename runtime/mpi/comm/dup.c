#include "mpi/comm/dup.h"

#include "mpi/attribute/optional.h"
#include "mpi/comm/hints.h"
#include "mpi/comm/topology.h"
#include "mpi/error/raise.h"

/* Copies the attributes. If a copy function of the user fails, deletes the copies made before. */
static int copy(const struct oc_communicator *comm, struct oc_communicator *made) {
    union oc_owner from = {.comm = comm->handle}, to = {.comm = made->handle};
    int error = oc_attributes_copy(comm->attributes, from, &made->attributes);
    if (error)
        oc_attributes_delete(&made->attributes, to);
    return error;
}

int oc_copy_attributes(const struct oc_communicator *comm, struct oc_communicator *made) {
    int error = comm->attributes ? copy(comm, made) : MPI_SUCCESS;
    if (error)
        return oc_raise(comm, error, "an attribute's copy function returned #", error, 0);
    return MPI_SUCCESS;
}

int oc_dup(const struct oc_communicator *comm, const struct oc_info *hints, MPI_Comm *handle) {
    struct oc_communicator *made;
    int error = oc_make_another(comm, &made);
    if (!error && hints && !oc_hints_set(made, hints)) {
        oc_communicator_free(made);
        error = MPI_ERR_NO_MEM;
    }
    if (error)
        return oc_give_communicator(comm, error, NULL, handle);
    if (comm->topology)
        made->topology = oc_topology_hold(comm->topology);
    oc_give_communicator(comm, MPI_SUCCESS, made, handle);
    if ((error = oc_copy_attributes(comm, made))) {
        oc_communicator_free(made);
        *handle = MPI_COMM_NULL;
    }
    return error;
}
