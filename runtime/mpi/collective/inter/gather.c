#include "mpi/collective/inter/functions.h"
#include "mpi/error/check.h"

static int receive_all(struct oc_collective *call, const struct oc_rank_blocks *all) {
    int error = oc_check_blocks(call->comm, all);
    for (int rank = 0; !error && rank < call->comm->peers; rank++) {
        struct oc_view block = oc_block_open(call, all, rank, OC_WRITE);
        oc_coll_receive(call, rank, block.data, block.bytes);
        oc_block_close(&block);
    }
    return error;
}

/* Each rank sends to the root. */
int oc_inter_gather(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                    MPI_Datatype sendtype, const struct oc_rank_blocks *all, int root) {
    struct oc_collective call = {comm, OC_TAG_GATHER, MPI_SUCCESS};
    struct oc_view mine = OC_NO_VIEW;
    int error = oc_check_inter_root(comm, root);
    if (error || root == MPI_PROC_NULL)
        return error;
    if (root == MPI_ROOT)
        error = receive_all(&call, all);
    else if (!(error = oc_check_view(comm, sendbuf, sendcount, sendtype, OC_READ, &mine)))
        oc_coll_send(&call, root, mine.data, mine.bytes);
    oc_view_close(&mine);
    return error ? error : oc_finish_collective(comm, call.error);
}
