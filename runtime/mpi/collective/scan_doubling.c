#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"

/* The partial results of a rank. `range` combines the operands of consecutive ranks up to this one.
 * `lower` combines the operands of these ranks without this rank's own. */
struct operands {
    void *range;
    void *lower; /* null: `lower` is not needed */
    void *other;
    size_t count;
    size_t bytes;
    const struct oc_reduction *reduction;
};

static void take_in(struct oc_collective *call, struct operands *operands, bool first) {
    if (operands->lower && first)
        memcpy(operands->lower, operands->other, operands->bytes);
    else if (operands->lower)
        oc_coll_reduce(call, operands->reduction, operands->other, operands->lower, operands->count,
                       operands->bytes);
    oc_coll_reduce(call, operands->reduction, operands->other, operands->range, operands->count,
                   operands->bytes);
}

static void scan(struct oc_collective *call, struct operands *operands) {
    int rank = call->comm->rank, size = call->comm->size;
    size_t bytes = operands->bytes;
    for (int distance = 1; distance < size; distance *= 2) {
        int above = rank + distance, below = rank - distance;
        if (above < size && below >= 0)
            oc_coll_exchange(call, above, operands->range, below, operands->other, bytes);
        else if (above < size)
            oc_coll_send(call, above, operands->range, bytes);
        else if (below >= 0)
            oc_coll_receive(call, below, operands->other, bytes);
        if (below >= 0)
            take_in(call, operands, distance == 1);
    }
}

int oc_scan_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                     size_t count, size_t bytes, const struct oc_reduction *reduction,
                     bool exclusive) {
    struct oc_collective call = {comm, OC_TAG_SCAN, MPI_SUCCESS};
    struct oc_scratch scratch;
    if (!oc_scratch_take(&scratch, 2 * bytes))
        return MPI_ERR_NO_MEM;
    void *spare = (char *)scratch.data + bytes;
    struct operands operands = {exclusive ? spare : result,
                                exclusive ? result : NULL,
                                scratch.data,
                                count,
                                bytes,
                                reduction};
    if (bytes && operands.range != mine)
        memcpy(operands.range, mine, bytes);
    scan(&call, &operands);
    oc_scratch_free(&scratch);
    return call.error;
}
