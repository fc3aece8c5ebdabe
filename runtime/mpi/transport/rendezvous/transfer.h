/* DMA transfers of this transport. They are started in the order of the calls, and two are in
 * progress at a time. With one at a time, the link would be idle between two messages; more than
 * two would share the link and all end late. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_TRANSFER_H
#define MPI_TRANSPORT_RENDEZVOUS_TRANSFER_H

#include "hal/hal.h"
#include "link/variant.h"

struct oc_connection;

struct oc_transfer {
    struct oc_transfer *next;
    struct oc_connection *connection;
    void *here;
    hal_address there;
    size_t bytes;
    bool put;
    hal_transfer handle;
    void (*then)(struct oc_connection *connection); /* called when the transfer is complete */
};

extern struct oc_transfer *oc_transfers; /* a list; the first two transfers are in progress */

/* Queues a transfer. The caller has filled in all members except `next` and `handle`. */
void oc_transfer_start(struct oc_transfer *transfer);
OC_VARIANTS(oc_transfer_start, oc_transfer_start_ordinary, oc_transfer_start_annotated);

/* Handles the end of a completed transfer; returns false if none has completed. */
bool oc_transfer_progress(void);
OC_VARIANTS(oc_transfer_progress, oc_transfer_progress_ordinary, oc_transfer_progress_annotated);

/* Symbols of the object files with variants for annotations. A reference to one of them makes the
 * linker include the object: oc_annotated_transfers for the functions above, oc_annotated_lines for
 * those that read lines. */
extern const char oc_annotated_transfers, oc_annotated_lines;

/* Internal: starts the transfer itself. */
static inline void oc_transfer_begin(struct oc_transfer *transfer) {
    transfer->handle = transfer->put ? hal_put(transfer->there, transfer->here, transfer->bytes)
                                     : hal_get(transfer->here, transfer->there, transfer->bytes);
}

#endif
