#include "mpi/collective/agree_run.h"

/* Combines the ranks' contributions by dissemination. A contribution may be combined twice, which
 * does not change a bitwise AND. No rank leaves before all ranks have entered. */
static void agree(struct oc_collective *call, uint64_t *bits) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int distance = 1; distance < size; distance *= 2) {
        uint64_t other = 0;
        oc_coll_exchange(call, oc_rank_round(rank + distance, size), bits,
                         oc_rank_round(rank - distance, size), &other, sizeof other);
        *bits &= other;
    }
}

int oc_agree_run(struct oc_collective *call, uint64_t bits, int count) {
    uint64_t run = oc_run_of(0, count);
    agree(call, &bits);
    for (int first = 0; !call->error && first + count <= 64; first++)
        if ((bits >> first & run) == run)
            return first;
    return -1;
}
