#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/shares.h"

void oc_scatter_shares(struct oc_collective *call, const struct oc_shares *shares, const char *all,
                       void *result) {
    size_t own = oc_share_bytes(shares, call->comm->rank);
    if (call->comm->rank) {
        oc_coll_receive(call, 0, result, own);
        return;
    }
    if (own)
        memcpy(result, all, own);
    for (int rank = 1; rank < call->comm->size; rank++) {
        all += oc_share_bytes(shares, rank - 1);
        oc_coll_send(call, rank, all, oc_share_bytes(shares, rank));
    }
}
