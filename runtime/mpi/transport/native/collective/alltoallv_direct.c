#include "hal/store.h"
#include "mpi/collective/scratch.h"
#include "mpi/error/check.h"
#include "mpi/transport/native/collective/lists.h"

/* A rank without memory for the table of its blocks exposes nothing, and so does a rank with a
 * block that others cannot reach. Every rank looks at all tables, so all ranks then use
 * messages. */
int oc_alltoallv_direct(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                        const struct oc_rank_blocks *to) {
    struct oc_exposure exposure = oc_exposure_begin(comm, OC_TAG_ALLTOALL);
    struct oc_scratch memory;
    size_t bytes = oc_table_bytes(comm);
    bool has_table = oc_scratch_take(&memory, bytes) && oc_table_fill(&exposure, from, memory.data);
    oc_expose(&exposure, memory.data, has_table ? bytes : 0);
    bool is_direct = has_table;
    size_t extent = oc_blocks_plain_extent(to);
    for (int distance = 0; is_direct && distance < comm->size; distance++) {
        int rank = oc_rank_round(comm->rank + distance, comm->size);
        struct oc_view block = oc_block_open_next(&exposure.call, to, extent, rank, OC_WRITE);
        if (!distance) {
            struct oc_view own = oc_block_open(&exposure.call, from, rank, OC_READ);
            oc_coll_copy(&exposure.call, &own, &block);
            oc_view_close(&own);
        } else {
            is_direct = oc_fetch_listed(&exposure, rank, block.data, block.bytes);
        }
        if (block.staging)
            hal_finish_all();
        oc_view_close(&block);
    }
    int error = oc_exposure_end(&exposure);
    oc_scratch_free(&memory);
    return is_direct ? error : OC_BY_MESSAGES;
}
