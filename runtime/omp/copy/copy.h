/* Handles of copies are those of the HAL, which are never below 0. */
#ifndef OMP_COPY_COPY_H
#define OMP_COPY_COPY_H

#include "hal/store.h"
#include "onchip_copy.h"

/* The far side, for DMA; 0 if that does not reach it. */
static inline hal_address oc_copy_far(const void *far) {
    return hal_thread_global(far);
}

/* What is wrong with both sides of a copy, or 0; `address` becomes that of the far side. */
static inline int oc_copy_sides(const void *near, const void *far, hal_address *address) {
    *address = oc_copy_far(far);
    return !hal_is_near(near) ? ONCHIP_COPY_NOT_NEAR : *address ? 0 : ONCHIP_COPY_NO_MEMORY;
}

#endif
