/* DMA command buffers. A buffer is named by the address of its registers. */
#ifndef HAL_CHIP_INLINE_DMA_H
#define HAL_CHIP_INLINE_DMA_H

#include <stdbool.h>
#include <stddef.h>

#include "hal/chip/inline/events.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"

static inline uint32_t dma_buffer_at(uint32_t number) {
    return REGISTERS + REGISTER_DMA + number * REGISTER_DMA_STRIDE;
}

static inline uint32_t dma_last_buffer(void) {
    return dma_buffer_at(register_read(REGISTER_BUFFERS) - 1);
}

/* Starts a transfer whose local side is in this tile. */
static inline void dma_start_in_tile(uint32_t buffer, uint32_t command, const void *local,
                                     uint32_t remote, size_t bytes) {
    volatile uint32_t *registers = (volatile uint32_t *)buffer;
    /* The core's stores must be in memory before the network interface reads the data. The compiler
     * must not move accesses across the command, either. */
    order_stores();
    registers[REGISTER_DMA_LOCAL / 4] = (uint32_t)local;
    registers[REGISTER_DMA_REMOTE / 4] = remote;
    registers[REGISTER_DMA_BYTES / 4] = bytes;
    registers[REGISTER_DMA_COMMAND / 4] = command;
}

static inline void dma_start(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                             size_t bytes) {
    if (__builtin_expect(is_bounced(local), false))
        hal_bounce(buffer, command, local, remote, bytes);
    else
        dma_start_in_tile(buffer, command, local, remote, bytes);
}

/* Returns `buffer`, or the first command buffer if `buffer` is not below the last one. The last
 * command buffer is reserved for dma_carry_out(). */
static inline uint32_t dma_in_turn(uint32_t buffer, uint32_t last) {
    return buffer < last ? buffer : dma_buffer_at(0);
}

/* Finds a free buffer; the search begins at `*next`, which becomes the buffer after the result. If
 * all buffers are busy, the result is the one at which the search began, and the first write to it
 * stalls the core until it is free. */
static inline uint32_t dma_take(uint32_t *next, uint32_t last) {
    uint32_t first = 0, buffer = *next;
    for (;; buffer += REGISTER_DMA_STRIDE) {
        buffer = dma_in_turn(buffer, last);
        __asm__(""
                : "+r"(buffer)); /* the compiler makes no second loop body for the first buffer */
        if (__builtin_expect(dma_status(buffer) != DMA_BUSY, true) || buffer == first)
            break;
        if (!first)
            first = buffer;
    }
    *next = buffer + REGISTER_DMA_STRIDE;
    return buffer;
}

/* Starts a transfer with the next free buffer and returns that buffer. */
static inline int dma_start_free(uint32_t *next, uint32_t last, uint32_t command, const void *local,
                                 uint32_t remote, size_t bytes) {
    uint32_t buffer = dma_take(next, last);
    dma_start(buffer, command, local, remote, bytes);
    return (int)buffer;
}

/* Sleeps until the transfer ends; returns its status. */
static inline uint32_t dma_finish(uint32_t buffer) {
    uint32_t status;
    while ((status = dma_status(buffer)) == DMA_BUSY)
        hal_missed_events |= register_read(REGISTER_WAIT);
    __asm__ volatile("" ::: "memory");
    return status;
}

/* Begins a command that is carried out as in dma_carry_out(), and returns its command buffer. This
 * is the last buffer, which is reserved for such commands and therefore free. (If the chip has only
 * one buffer, it may be busy; a write to it then stalls the core until it is free.) */
static inline uint32_t dma_begin(uint32_t command, const void *local, uint32_t remote,
                                 size_t bytes) {
    uint32_t buffer = hal_self.last_buffer;
    dma_start(buffer, command, local, remote, bytes);
    return buffer;
}

/* Carries out a command and sleeps until the command ends. Returns false if it was a DMA_TRY
 * command and the queue was full or empty. */
static inline bool dma_carry_out(uint32_t command, const void *local, uint32_t remote,
                                 size_t bytes) {
    return dma_finish(dma_begin(command, local, remote, bytes)) == DMA_DONE;
}

#endif
