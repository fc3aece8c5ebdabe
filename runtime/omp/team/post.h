#ifndef OMP_TEAM_POST_H
#define OMP_TEAM_POST_H

#include "hal/store.h"
#include "omp/team/block.h"

/* Writes a pointer into another thread's block in one access. */
static inline void oc_post(hal_address words, uintptr_t pointer) {
    if (OC_POINTER_WORDS == 1)
        hal_store(words, (uint32_t)pointer);
    else
        hal_store_two(words, (uint32_t)pointer, (uint32_t)(pointer >> 16 >> 16));
}

#endif
