/* Transfers in programs with annotations; this file replaces transfer.c. The most urgent transfer
 * is started first, and equally urgent transfers in the order of the calls. Two transfers are in
 * progress at a time, for the reason given in transfer.h. A more urgent transfer does not wait for
 * two less urgent ones, but becomes a third one. Each transfer in progress has a mark set. */
#include "mpi/annotation/mark.h"
#include "mpi/transport/rendezvous/rendezvous.h"

const char oc_annotated_transfers;

#define MOST 3

static struct slot {
    struct oc_transfer *transfer; /* null: the slot is free */
    struct oc_mark mark;
} under_way[MOST];

static int moving; /* number of transfers in progress; oc_transfers lists all incomplete ones */

#define FOR_ALL(slot) for (struct slot *slot = under_way; slot != under_way + MOST; slot++)

static int annotation_of(const struct oc_transfer *transfer) {
    return (transfer->put ? transfer->connection->writes : transfer->connection->reads)->annotation;
}

static int memory_of(const struct oc_transfer *transfer) {
    return oc_connection_memory(transfer->connection, transfer->put
                                                          ? transfer->connection->to_memory
                                                          : transfer->connection->through);
}

static bool has_begun(const struct oc_transfer *transfer) {
    FOR_ALL(slot) {
        if (slot->transfer == transfer)
            return true;
    }
    return false;
}

/* Returns a free slot if the transfer may start now, otherwise null. */
static struct slot *free_slot(const struct oc_transfer *transfer) {
    struct slot *free = NULL;
    int as_urgent = 0;
    FOR_ALL(slot) {
        if (!slot->transfer)
            free = slot;
        else
            as_urgent += annotation_of(slot->transfer) >= annotation_of(transfer);
    }
    return as_urgent < 2 && moving < hal_transfers() ? free : NULL;
}

/* Returns the mark of another transfer to or from the same memory, or null. The two transfers share
 * the mark. */
static const struct oc_mark *shared_mark(const struct oc_transfer *transfer) {
    FOR_ALL(slot) {
        if (slot->transfer && oc_mark_is_on(&slot->mark, memory_of(transfer)))
            return &slot->mark;
    }
    return NULL;
}

/* Begins the mark of a transfer, or shares the mark of another transfer to or from the same memory.
 * Returns false if that mark has another level. */
static bool begin_mark(struct oc_mark *mark, const struct oc_transfer *transfer) {
    int annotation = annotation_of(transfer);
    *mark = OC_NO_MARK;
    if (!annotation)
        return true;
    const struct oc_mark *shared = shared_mark(transfer);
    if (shared)
        *mark = *shared;
    else
        oc_mark_begin(mark, annotation, memory_of(transfer),
                      transfer->put ? OC_MARK_PUT : OC_MARK_GET);
    return mark->level == annotation - 1;
}

/* Starts a transfer; returns false if it has to wait. */
static bool begin(struct oc_transfer *transfer) {
    struct slot *slot = free_slot(transfer);
    struct oc_mark mark;
    if (!slot || !begin_mark(&mark, transfer))
        return false;
    *slot = (struct slot){transfer, mark};
    moving++;
    oc_transfer_begin(transfer);
    return true;
}

static void begin_next(void) {
    for (struct oc_transfer *transfer = oc_transfers; transfer; transfer = transfer->next)
        if (!has_begun(transfer) && !begin(transfer))
            return;
}

void oc_transfer_start_annotated(struct oc_transfer *transfer) {
    struct oc_transfer **at = &oc_transfers;
    while (*at && annotation_of(*at) >= annotation_of(transfer))
        at = &(*at)->next;
    transfer->next = *at;
    *at = transfer;
    begin_next();
}

static void complete(struct slot *slot) {
    struct oc_transfer *transfer = slot->transfer, **at = &oc_transfers;
    while (*at != transfer)
        at = &(*at)->next;
    *at = transfer->next;
    slot->transfer = NULL;
    moving--;
    if (!shared_mark(transfer) && annotation_of(transfer))
        oc_mark_end(&slot->mark);
    begin_next();
    transfer->then(transfer->connection);
}

bool oc_transfer_progress_annotated(void) {
    FOR_ALL(slot) {
        if (slot->transfer && hal_done(slot->transfer->handle)) {
            complete(slot);
            return true;
        }
    }
    return false;
}
