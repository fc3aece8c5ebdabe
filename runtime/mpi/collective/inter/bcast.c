#include "mpi/collective/choose.h"
#include "mpi/collective/inter/functions.h"
#include "mpi/error/check.h"

/* The root sends to the other group's leader, which broadcasts in its group. */
int oc_inter_bcast(const struct oc_communicator *comm, void *buffer, ptrdiff_t count,
                   MPI_Datatype type, int root) {
    struct oc_collective call = {comm, OC_TAG_BCAST, MPI_SUCCESS};
    struct oc_view data;
    int error = oc_check_inter_root(comm, root);
    if (error || root == MPI_PROC_NULL)
        return error;
    int access = root == MPI_ROOT ? OC_READ : OC_READ | OC_WRITE;
    if ((error = oc_check_view(comm, buffer, count, type, access, &data)))
        return error;
    if (root == MPI_ROOT) {
        oc_coll_send(&call, 0, data.data, data.bytes);
    } else {
        if (comm->rank == 0)
            oc_coll_receive(&call, root, data.data, data.bytes);
        oc_coll_keep_error(&call, oc_bcast(comm->local, data.data, data.bytes, 0));
    }
    oc_view_close(&data);
    return oc_finish_collective(comm, call.error);
}
