#include "hal/store.h"
#include "mpi/collective/blocks.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/exposure.h"

/* Blocks with gaps are unpacked one by one. */
static void fetch_views(struct oc_exposure *exposure, const struct oc_rank_blocks *all) {
    const struct oc_communicator *comm = exposure->call.comm;
    for (int distance = 1; distance < comm->size; distance++) {
        int peer = oc_rank_round(comm->rank + distance, comm->size);
        struct oc_view to = oc_block_open(&exposure->call, all, peer, OC_WRITE);
        oc_fetch_exposed(exposure, peer, 0, to.data, to.bytes, to.bytes);
        if (to.staging)
            hal_finish_all();
        oc_block_close(&to);
    }
}

int oc_allgather_direct(struct oc_communicator *comm, const struct oc_rank_blocks *all,
                        bool is_small) {
    size_t bytes = oc_blocks_bytes(comm, all);
    if (oc_cost_allgather_direct(comm->size, bytes) >=
            (is_small ? oc_cost_allgather_bruck(comm->size, bytes)
                      : oc_cost_allgather_ring(comm->size, bytes)) ||
        !oc_can_expose(comm))
        return OC_BY_MESSAGES;
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLGATHER);
    struct oc_view own = oc_block_open(&exposure.call, all, comm->rank, OC_READ);
    char *row = oc_blocks_row(all);
    oc_expose(&exposure, own.data, own.bytes);
    if (row)
        oc_fetch_others(&exposure, &(struct oc_fetch){.stride = 1,
                                                      .count = comm->size,
                                                      .own = comm->rank,
                                                      .to = row,
                                                      .to_step = bytes,
                                                      .bytes = bytes,
                                                      .limit = PTRDIFF_MAX,
                                                      .expected = bytes});
    else
        fetch_views(&exposure, all);
    int error = oc_exposure_end(&exposure);
    oc_block_close(&own);
    return error;
}
