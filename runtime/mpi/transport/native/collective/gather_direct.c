#include "hal/store.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/choose.h"
#include "mpi/collective/scratch.h"
#include "mpi/error/check.h"
#include "mpi/transport/native/collective/cost.h"
#include "mpi/transport/native/collective/lists.h"

/* Returns the largest block length in bytes for which the tree takes less time. Tries powers of
 * two, from 4 bytes on. */
size_t oc_tree_bytes(const struct oc_communicator *comm) {
    uint16_t *most = &comm->barrier->tree_bytes;
    if (!*most)
        for (*most = 4;
             *most < OC_TREE_BLOCK_BYTES && oc_cost_gather_tree(comm->size, 2 * *most) <
                                                oc_cost_gather_direct(comm->size, 2 * *most);)
            *most *= 2;
    return *most;
}

/* The root's part of a gather or scatter. The root exposes its table, and moves the blocks that
 * other ranks cannot reach. It also copies its own block from or to `mine`, unless `mine` is
 * null. */
static int carry_out_at_root(struct oc_exposure *exposure, const struct oc_rank_blocks *all,
                             const struct oc_view *mine, bool gathers) {
    const struct oc_communicator *comm = exposure->call.comm;
    size_t bytes = oc_table_bytes(comm);
    struct oc_scratch memory;
    struct oc_place *table = oc_scratch_take(&memory, bytes) ? memory.data : NULL;
    if (table)
        oc_table_fill(exposure, all, table);
    else
        oc_coll_keep_error(&exposure->call, MPI_ERR_NO_MEM);
    oc_expose(exposure, table, table ? bytes : 0);
    for (int rank = 0; rank < comm->size; rank++) {
        bool is_own = rank == comm->rank;
        if (is_own ? !mine : !table || table[rank].at || !table[rank].bytes)
            continue;
        struct oc_view block =
            oc_block_open(&exposure->call, all, rank, gathers ? OC_WRITE : OC_READ);
        if (is_own)
            oc_coll_copy(&exposure->call, gathers ? mine : &block, gathers ? &block : mine);
        else if (gathers)
            oc_fetch_exposed(exposure, rank, 0, block.data, block.bytes, block.bytes);
        else
            oc_give_exposed(exposure, rank, 0, block.data, block.bytes, block.bytes);
        hal_finish_all();
        oc_block_close(&block);
    }
    int error = oc_exposure_end(exposure);
    oc_scratch_free(&memory);
    return error;
}

int oc_gatherv_direct(const struct oc_communicator *comm, const struct oc_view *mine,
                      const struct oc_rank_blocks *all, int root) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_GATHER);
    if (comm->rank == root)
        return carry_out_at_root(&exposure, all, mine, true);
    oc_expose(&exposure, mine->data, mine->bytes);
    oc_give_listed(&exposure, root, exposure.copy ? exposure.copy : mine->data,
                   exposure.call.error ? 0 : mine->bytes);
    return oc_exposure_end(&exposure);
}

int oc_scatterv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                       const struct oc_view *mine, int root) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_SCATTER);
    if (comm->rank == root)
        return carry_out_at_root(&exposure, all, mine, false);
    oc_expose_both(&exposure, NULL, 0, mine->data, mine->bytes);
    oc_fetch_listed(&exposure, root, mine->data, mine->bytes);
    return oc_exposure_end(&exposure);
}
