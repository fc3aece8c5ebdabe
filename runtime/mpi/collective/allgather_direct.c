#include "hal/store.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/exposure.h"

/* Fetches the block of rank `peer`. A block with gaps arrives in one piece and is then unpacked. */
static void fetch_view(struct oc_exposure *exposure, const struct oc_rank_blocks *all, int peer) {
    struct oc_view to = oc_block_open(&exposure->call, all, peer, OC_WRITE);
    oc_fetch_exposed(exposure, peer, 0, to.data, to.bytes, to.bytes);
    if (to.staging)
        hal_finish_all();
    oc_block_close(&to);
}

int oc_allgather_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLGATHER);
    struct oc_view own = oc_block_open(&exposure.call, all, comm->rank, OC_READ);
    char *row = oc_blocks_row(all);
    oc_expose(&exposure, own.data, own.bytes);
    for (int distance = 1; distance < comm->size; distance++) {
        int peer = oc_rank_round(comm->rank + distance, comm->size);
        if (row)
            oc_fetch_exposed(&exposure, peer, 0, row + (size_t)peer * own.bytes, own.bytes,
                             own.bytes);
        else
            fetch_view(&exposure, all, peer);
    }
    int error = oc_exposure_end(&exposure);
    oc_block_close(&own);
    return error;
}
