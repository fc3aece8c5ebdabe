#include "mpi/collective/alltoall.h"

#include "mpi/collective/choose.h"
#include "mpi/error/check.h"

/* Checks the buffer of an all-to-all with one block length, and opens a view of all its blocks. */
static int open_all(const struct oc_communicator *comm, const struct oc_rank_blocks *blocks,
                    int access, struct oc_view *view) {
    return oc_check_views(comm, blocks->buffer, blocks->count, comm->size, blocks->type, access,
                          view);
}

/* Exchanges blocks by direct access to memory or by Bruck's algorithm. A rank with a wrong length
 * still takes part, so that others do not wait for ever. */
static int move(struct oc_communicator *comm, const struct oc_view *from, const struct oc_view *to,
                size_t bytes, bool is_direct) {
    if (is_direct)
        return oc_alltoall_direct(comm, from, to, bytes);
    if (from->bytes == to->bytes)
        return oc_alltoall_bruck(comm, from, to);
    oc_alltoall_bruck(comm, to, to);
    return from->bytes > to->bytes ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT;
}

/* Exchanges blocks that are contiguous in memory. If they are not, they are copied first. */
static int as_piece(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                    const struct oc_rank_blocks *to, size_t bytes, bool is_direct) {
    struct oc_view sent = OC_NO_VIEW, received;
    int error = open_all(comm, to, from ? OC_WRITE : OC_READ | OC_WRITE, &received);
    if (error)
        return error;
    if (!from || !(error = open_all(comm, from, OC_READ, &sent)))
        error = oc_finish_collective(
            comm, move(comm, from ? &sent : &received, &received, bytes, is_direct));
    oc_view_close(&sent);
    oc_view_close(&received);
    return error;
}

int oc_alltoall(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to) {
    struct oc_view sent, received;
    bool is_plain = from->buffer != to->buffer && oc_blocks_open_row(comm, from, &sent) &&
                    oc_blocks_open_row(comm, to, &received);
    bool in_place = from->buffer == MPI_IN_PLACE && !comm->local;
    int error = is_plain ? MPI_SUCCESS : oc_alltoall_check(comm, from, to, in_place);
    if (error)
        return error;
    size_t bytes = oc_blocks_bytes(comm, to);
    bool is_direct = oc_may_be_direct(comm) &&
                     oc_alltoall_is_direct(comm, bytes, is_plain && hal_global(sent.data));
    if (is_plain && is_direct)
        return oc_finish_collective(comm, oc_alltoall_direct(comm, &sent, &received, bytes));
    if (is_direct || oc_choose_alltoall_bruck(comm, to))
        return as_piece(comm, in_place ? NULL : from, to, bytes, is_direct);
    return oc_finish_collective(comm, oc_alltoall_pairwise(comm, in_place ? NULL : from, to));
}
