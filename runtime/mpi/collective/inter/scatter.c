#include "mpi/collective/inter/functions.h"
#include "mpi/error/check.h"

static int send_all(struct oc_collective *call, const struct oc_rank_blocks *all) {
    int error = oc_check_blocks(call->comm, all);
    for (int rank = 0; !error && rank < call->comm->peers; rank++) {
        struct oc_view block = oc_block_open(call, all, rank, OC_READ);
        oc_coll_send(call, rank, block.data, block.bytes);
        oc_block_close(&block);
    }
    return error;
}

/* The root sends to each rank. */
int oc_inter_scatter(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                     void *recvbuf, ptrdiff_t recvcount, MPI_Datatype recvtype, int root) {
    struct oc_collective call = {comm, OC_TAG_SCATTER, MPI_SUCCESS};
    struct oc_view mine = OC_NO_VIEW;
    int error = oc_check_inter_root(comm, root);
    if (error || root == MPI_PROC_NULL)
        return error;
    if (root == MPI_ROOT)
        error = send_all(&call, all);
    else if (!(error = oc_check_view(comm, recvbuf, recvcount, recvtype, OC_WRITE, &mine)))
        oc_coll_receive(&call, root, mine.data, mine.bytes);
    oc_view_close(&mine);
    return error ? error : oc_finish_collective(comm, call.error);
}
