/* A copy's handle is the HAL's handle of its transfer, which is never negative. */
#ifndef OMP_COPY_COPY_H
#define OMP_COPY_COPY_H

#include "hal/store.h"
#include "onchip_copy.h"

/* The address of the far side for DMA, or 0 if DMA does not reach it. */
static inline hal_address oc_copy_far(const void *far) {
    return hal_thread_global(far);
}

/* Checks the two sides of a copy. Returns an error code if a copy cannot have these sides,
 * otherwise 0; sets `address` to the address of the far side. */
static inline int oc_copy_sides(const void *near, const void *far, hal_address *address) {
    *address = oc_copy_far(far);
    return !hal_is_near(near) ? ONCHIP_COPY_NOT_NEAR : *address ? 0 : ONCHIP_COPY_NO_MEMORY;
}

#endif
