/* Nonblocking duplicates. A duplicate gets the state that the communicator has at the time of the
 * call (MPI 4.1, section 7.4.2). */
#include <stdlib.h>

#include "mpi/annotation/communicator.h"
#include "mpi/attribute/optional.h"
#include "mpi/collective/nonblocking/operation.h"
#include "mpi/comm/agree.h"
#include "mpi/comm/dup.h"
#include "mpi/comm/hints.h"
#include "mpi/comm/list.h"
#include "mpi/comm/topology.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"

/* This unused pointer links the function, so that link/variants.ld chooses this variant. */
static const void *const linked __attribute__((used)) = oc_context_agree_nonblocking;

struct copy {
    /* A copy of the old communicator's state: hints, topology, error handler and attributes. It is
     * not used as a communicator. */
    struct oc_communicator kept;
    struct oc_communicator *made; /* null if not made yet, or if that has failed */
    MPI_Comm *handle;
};

static int run(const struct oc_operation *operation) {
    struct copy *copy = operation->own;
    return oc_make_another(operation->request->core.comm, &copy->made);
}

/* `copy` may be null. */
static void give_up(struct copy *copy) {
    if (!copy)
        return;
    struct oc_communicator *kept = &copy->kept;
    union oc_owner owner = {.comm = MPI_COMM_NULL};
    if (kept->attributes)
        oc_attributes_delete(&kept->attributes, owner);
    if (kept->topology)
        oc_topology_release(kept->topology);
    if (kept->hints)
        oc_info_free(kept->hints);
    if (kept->errhandler)
        oc_errhandler_release(kept->errhandler);
    free(copy);
}

static int end(struct oc_operation *operation, int error) {
    struct copy *copy = operation->own;
    struct oc_communicator *kept = &copy->kept, *made = copy->made;
    if (error) {
        give_up(copy);
        return error;
    }
    made->hints = kept->hints;
    kept->hints = NULL;
    if (made->hints && !oc_annotation_apply(made)) {
        oc_communicator_free(made);
        give_up(copy);
        return MPI_ERR_NO_MEM;
    }
    made->topology = kept->topology;
    made->attributes = kept->attributes;
    oc_errhandler_set(made, kept->errhandler);
    oc_errhandler_release(kept->errhandler);
    oc_communicator_enlist(made);
    *copy->handle = made->handle;
    free(copy);
    return MPI_SUCCESS;
}

/* Copies the state that the duplicate will get. On an error, raises it and returns null. */
static struct copy *describe(const struct oc_communicator *comm, const struct oc_info *hints,
                             int *error) {
    struct copy *copy = calloc(1, sizeof *copy);
    if (!copy || (hints && !oc_hints_set(&copy->kept, hints))) {
        give_up(copy);
        *error = oc_give_communicator(comm, MPI_ERR_NO_MEM, NULL, NULL);
        return NULL;
    }
    if (comm->topology)
        copy->kept.topology = oc_topology_hold(comm->topology);
    copy->kept.errhandler = oc_errhandler_hold(comm->errhandler);
    if (!(*error = oc_copy_attributes(comm, &copy->kept)))
        return copy;
    give_up(copy);
    return NULL;
}

int oc_idup(const char *call, const struct oc_communicator *comm, const struct oc_info *hints,
            MPI_Comm *handle, MPI_Request *request) {
    int error;
    struct copy *copy = describe(comm, hints, &error);
    if (!copy)
        return error;
    *handle = MPI_COMM_NULL;
    copy->handle = handle;
    struct oc_operation *operation =
        oc_operation_new(call, comm, run, oc_arguments_new(MPI_COMM_NULL, NULL));
    if (!operation) {
        give_up(copy);
        return MPI_ERR_NO_MEM;
    }
    operation->own = copy;
    operation->end = end;
    return oc_operation_begin(operation, request);
}
