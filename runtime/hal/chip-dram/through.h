/* DMA between memories outside the tile, through buffers in the tile. */
#ifndef HAL_CHIP_DRAM_THROUGH_H
#define HAL_CHIP_DRAM_THROUGH_H

#include "hal/hal.h"

/* Starts a copy between any two memories. The copy is complete when the transfers of the command
 * buffer `buffer` are. */
void hal_copy_through(uint32_t buffer, hal_address to, hal_address from, uint32_t bytes);

/* Starts to fill any memory as memset() does. All bytes are filled when the transfers of the
 * command buffer `buffer` are complete. */
void hal_fill(uint32_t buffer, hal_address to, int value, uint32_t bytes);

#endif
