/* DMA commands beyond put and get. */
#ifndef HAL_CHIP_DMA_H
#define HAL_CHIP_DMA_H

#include "hal/chip/registers.h"
#include "hal/hal.h"

/* Starts a command in a free command buffer. */
hal_transfer dma_start(uint32_t command, const void *local, hal_address remote, size_t bytes);

/* Carries out DMA_TRY_PUT or DMA_TRY_GET with a queue; false: it was full, or empty. */
bool dma_try(uint32_t command, const void *local, hal_address queue, size_t bytes);

#endif
