/* Shared blocks, which every core reaches by stores. */
#ifndef HAL_CHIP_REMOTE_H
#define HAL_CHIP_REMOTE_H

#include "hal/chip/self.h"

static inline hal_address hal_shared_of(int place) {
    return hal_self.table[place].shared;
}

static inline void hal_store(hal_address to, uint32_t value) {
    /* What was stored before it is seen before it. */
    __asm__ volatile("" ::: "memory");
    *(volatile uint32_t *)to = value;
}

#endif
