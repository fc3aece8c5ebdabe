#include "hal/store.h"
#include "mpi/collective/choose.h"
#include "mpi/error/check.h"
#include "mpi/transport/native/collective/chain.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"
#include "mpi/transport/native/collective/pairs.h"

/* An algorithm for an allgather in which other ranks access the blocks of all ranks. */
typedef int algorithm(const struct oc_communicator *comm, void *all, size_t bytes);

static int in_one_piece(algorithm *carry_out, struct oc_communicator *comm,
                        const struct oc_rank_blocks *all, size_t bytes) {
    struct oc_view whole;
    int error = oc_blocks_open_row(comm, all, &whole)
                    ? MPI_SUCCESS
                    : oc_check_views(comm, all->buffer, all->count, comm->size, all->type,
                                     OC_READ | OC_WRITE, &whole);
    /* On an error, such as no memory, the rank exposes no data but still takes part. */
    if (error)
        whole = OC_NO_VIEW;
    int met = carry_out(comm, whole.data, error ? 0 : bytes);
    oc_view_close(&whole);
    return error ? error : met;
}

/* Fetches blocks of different lengths and places, and unpacks noncontiguous ones one by one. */
static void fetch_views(struct oc_exposure *exposure, const struct oc_rank_blocks *all) {
    const struct oc_communicator *comm = exposure->call.comm;
    size_t extent = oc_blocks_plain_extent(all);
    for (int distance = 1; distance < comm->size; distance++) {
        int peer = oc_rank_round(comm->rank + distance, comm->size);
        struct oc_view to = oc_block_open_next(&exposure->call, all, extent, peer, OC_WRITE);
        oc_fetch_exposed(exposure, peer, 0, to.data, to.bytes, to.bytes);
        if (to.staging)
            hal_finish_all();
        oc_view_close(&to);
    }
}

int oc_allgatherv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLGATHER);
    struct oc_view own = oc_block_open(&exposure.call, all, comm->rank, OC_READ);
    char *row = oc_blocks_row(all);
    oc_expose(&exposure, own.data, own.bytes);
    if (row)
        oc_fetch_others(&exposure, &(struct oc_fetch){.count = comm->size,
                                                      .own = comm->rank,
                                                      .to = row,
                                                      .to_step = own.bytes,
                                                      .bytes = own.bytes,
                                                      .limit = PTRDIFF_MAX,
                                                      .expected = own.bytes});
    else
        fetch_views(&exposure, all);
    int error = oc_exposure_end(&exposure);
    oc_block_close(&own);
    return error;
}

static int doubling_in_place(const struct oc_communicator *comm, void *all, size_t bytes) {
    comm->barrier->cells->doubled = bytes;
    return oc_allgather_doubling(comm, all, bytes, NULL);
}

int oc_allgather_direct(struct oc_communicator *comm, const struct oc_rank_blocks *all,
                        bool is_small) {
    size_t bytes = oc_blocks_bytes(comm, all);
    const struct oc_shape *shape = oc_shape_of(comm);
    uint32_t direct = oc_cost_allgather_exchange(shape, bytes),
             chain = oc_cost_allgather_chain(comm->size, bytes),
             doubling = oc_cost_allgather_doubling(shape, bytes),
             messages = is_small ? oc_cost_allgather_bruck(comm->size, bytes)
                                 : oc_cost_allgather_ring(comm->size, bytes);
    bool is_short = bytes * (size_t)comm->size <= OC_PIECE_BYTES;
    if (!is_short || shape->in_tile > 1)
        chain = direct;
    if (is_short && doubling < direct && doubling < chain && doubling < messages &&
        oc_is_power_of_two(comm->size) && hal_is_direct() && oc_cells_of(comm))
        return in_one_piece(doubling_in_place, comm, all, bytes);
    if ((chain < direct ? chain : direct) >= messages || !oc_can_expose(comm))
        return OC_BY_MESSAGES;
    if (chain < direct)
        return in_one_piece(oc_allgather_chain, comm, all, bytes);
    return oc_allgatherv_direct(comm, all);
}
