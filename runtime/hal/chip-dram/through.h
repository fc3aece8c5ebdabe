/* DMA between memories outside the tile, through buffers in the tile. */
#ifndef HAL_CHIP_DRAM_THROUGH_H
#define HAL_CHIP_DRAM_THROUGH_H

#include "hal/hal.h"

/* Copies between any two memories. The copy is complete when the command buffer is. */
void hal_copy_through(uint32_t buffer, hal_address to, hal_address from, uint32_t bytes);

/* Fills any memory as memset() does. The fill is complete when the command buffer is. */
void hal_fill(uint32_t buffer, hal_address to, int value, uint32_t bytes);

#endif
