/* Shared blocks, which every core reaches by stores. */
#ifndef HAL_CHIP_REMOTE_H
#define HAL_CHIP_REMOTE_H

#include "hal/chip/registers.h"
#include "hal/chip/self.h"

static inline hal_address hal_shared_of(int place) {
    return hal_self.table[place].shared;
}

static inline void hal_store(hal_address to, uint32_t value) {
    /* What was stored before it is seen before it. */
    __asm__ volatile("" ::: "memory");
    *(volatile uint32_t *)to = value;
}

/* The slow way of hal_store_anywhere(). */
void remote_store_at_home(hal_address to, uint32_t value);

/* In the own tile a core does not reach other processes' memory; its network interface does. */
static inline void hal_store_anywhere(hal_address to, uint32_t value) {
    if ((to ^ hal_self.process->shared) >> register_read(REGISTER_TILE_SHIFT))
        hal_store(to, value);
    else
        remote_store_at_home(to, value);
}

#endif
