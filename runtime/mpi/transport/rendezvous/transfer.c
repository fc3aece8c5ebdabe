#include "mpi/transport/rendezvous/transfer.h"

struct oc_transfer *oc_transfers;
static struct oc_transfer **end = &oc_transfers;

void oc_transfer_start_ordinary(struct oc_transfer *transfer) {
    if (!oc_transfers || !oc_transfers->next)
        oc_transfer_begin(transfer);
    transfer->next = NULL;
    *end = transfer;
    end = &transfer->next;
}

static void complete(struct oc_transfer **at) {
    struct oc_transfer *transfer = *at;
    if (!(*at = transfer->next))
        end = at;
    if (oc_transfers && oc_transfers->next)
        oc_transfer_begin(oc_transfers->next);
    transfer->then(transfer->connection);
}

bool oc_transfer_progress_ordinary(void) {
    struct oc_transfer **at = &oc_transfers;
    for (int i = 0; i < 2 && *at; i++, at = &(*at)->next)
        if (hal_done((*at)->handle)) {
            complete(at);
            return true;
        }
    return false;
}
