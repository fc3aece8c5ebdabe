/* The table of a process' threads. Each thread has a copy in its tile. */
#ifndef HAL_CHIP_THREAD_H
#define HAL_CHIP_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "hal/chip/inline/registers.h"
#include "hal/hal.h"
#include "hal/record/job.h"

/* Whether the calling core reaches an address without the network. This is so for the memory of its
 * tile, and for code and constants, which are in every tile. */
static inline bool thread_is_near(uint32_t address) {
    uint32_t shift = register_read(REGISTER_TILE_SHIFT), tile = register_read(REGISTER_TILE);
    if (address < DATA_WINDOW)
        return true;
    if ((int32_t)address >= 0)
        address = register_read(REGISTER_DATA_BASE);
    return (address - 0x80000000u) >> shift == tile;
}

static inline const struct hal_place *thread_entry(int thread) {
    return (const struct hal_place *)register_read(REGISTER_THREAD_TABLE) + thread;
}

#endif
