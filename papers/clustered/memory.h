/* Memories of the chip, used without a library: their addresses, and transfers between them and the
 * core's own tile. */
#ifndef MEMORY_H
#define MEMORY_H

#include "../../benchmarks/mpi/cycles.h"
#include "../../runtime/hal/chip/inline/registers.h"

#define WORD(address) (*(volatile uint32_t *)(address))

/* Returns the first address of a memory. A memory has the number of its controller. */
static inline uint32_t start_of(uint32_t controller) {
    uint32_t tile = WORD(REGISTERS + REGISTER_TILE);
    return WORD(DEVICES + (tile << DEVICES_SHIFT) + REGISTER_MEMORY +
                controller * REGISTER_MEMORY_STRIDE + REGISTER_MEMORY_START);
}

/* Transfers data between a memory and the core's own tile, and waits until the transfer is
 * complete. */
static inline void transfer(uint32_t command, void *data, uint32_t memory, uint32_t bytes) {
    uint32_t buffer = REGISTERS + REGISTER_DMA;
    WORD(buffer + REGISTER_DMA_LOCAL) = (uint32_t)data;
    WORD(buffer + REGISTER_DMA_REMOTE) = memory;
    WORD(buffer + REGISTER_DMA_BYTES) = bytes;
    WORD(buffer + REGISTER_DMA_COMMAND) = command;
    while (WORD(buffer + REGISTER_DMA_STATUS) == DMA_BUSY)
        ;
}

#endif
