/* MPI_Put and MPI_Get. */
#ifndef MPI_WINDOW_TRANSFER_H
#define MPI_WINDOW_TRANSFER_H

#include "hal/store.h"
#include "mpi/core/copy.h"
#include "mpi/window/access.h"

/* Check and start any put or get. If noncontiguous data at the origin had to be packed, the
 * operation is complete when the function returns. */
int oc_put(struct oc_window *window, const struct oc_rma_operation *operation);
int oc_get(struct oc_window *window, const struct oc_rma_operation *operation);

static inline bool oc_is_word(const struct oc_target *target, hal_address at, const void *origin,
                              size_t bytes) {
    return bytes == sizeof(oc_word) && target->reached && ((at | (uintptr_t)origin) & 3) == 0;
}

/* Start a transfer of contiguous bytes. If the core reaches the target's memory, it stores or loads
 * a single word itself, without DMA. */
static inline void oc_put_block(const struct oc_target *target, hal_address at, const void *origin,
                                size_t bytes) {
    if (oc_is_word(target, at, origin, bytes)) {
        hal_store(at, *(const oc_word *)origin);
        return;
    }
    oc_window_transfers = true;
    hal_put(at, origin, bytes);
}

static inline void oc_get_block(const struct oc_target *target, hal_address at, void *origin,
                                size_t bytes) {
    if (oc_is_word(target, at, origin, bytes)) {
        *(oc_word *)origin = hal_load(at);
        return;
    }
    oc_window_transfers = true;
    hal_get(origin, at, bytes);
}

#endif
