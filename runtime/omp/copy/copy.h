/* A copy's handle is the HAL's handle of its transfer, which is never negative. */
#ifndef OMP_COPY_COPY_H
#define OMP_COPY_COPY_H

#include "hal/store.h"
#include "onchip_copy.h"

/* Returns the address by which DMA reaches `far`, the side of a copy that may be in any memory; 0
 * if DMA cannot reach it. */
static inline hal_address oc_copy_far(const void *far) {
    return hal_thread_global(far);
}

/* Checks whether DMA can copy between `near`, which must be in the memory of the thread's tile, and
 * `far`. Returns 0 or an error code. Sets `address` to the DMA address of `far`. */
static inline int oc_copy_sides(const void *near, const void *far, hal_address *address) {
    *address = oc_copy_far(far);
    return !hal_is_near(near) ? ONCHIP_COPY_NOT_NEAR : *address ? 0 : ONCHIP_COPY_NO_MEMORY;
}

#endif
