#include "mpi/collective/agree_run.h"

/* Combines the words of all ranks by dissemination. A word may be combined twice, which does not
 * change a bitwise AND. */
void oc_agree(struct oc_collective *call, uint64_t *bits) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int distance = 1; distance < size; distance *= 2) {
        uint64_t other = 0;
        oc_coll_exchange(call, oc_rank_round(rank + distance, size), bits,
                         oc_rank_round(rank - distance, size), &other, sizeof other);
        *bits &= other;
    }
}

int oc_numbers_take(struct oc_numbers *numbers, struct oc_collective *call, uint64_t all,
                    int (*run_for)(int size)) {
    uint64_t run = oc_run_of(0, run_for(call->comm->size)), had_run = OC_WORLD_HAD_RUN;
    if (!oc_numbers_are_known(numbers, call->comm)) {
        had_run = 0;
        all &= ~numbers->taken;
        if (!(numbers->taken & OC_WORLD_HAD_RUN))
            all &= ~oc_run_of(0, run_for(oc_comm_world.size));
        numbers->taken |= all; /* other fibres or threads may take numbers during oc_agree() */
        uint64_t common = all;
        oc_agree(call, &common);
        numbers->taken &= ~all;
        all = call->error ? 0 : common;
    }
    for (int first = 0; run <= all; first++, run <<= 1)
        if ((all & run) == run) {
            numbers->taken |= run | had_run;
            return first;
        }
    return -1;
}
