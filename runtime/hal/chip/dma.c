/* A transfer's handle is the number of its command buffer. A buffer whose transfer has completed
 * may be taken again before its handle was asked about: the answer then is that of the later
 * transfer, late but never wrong. */
#include "hal/chip/dma.h"

#include "hal/chip/events.h"
#include "hal/chip/registers.h"
#include "hal/hal.h"

static _Thread_local uint32_t next_buffer;

static uint32_t buffer_register(uint32_t buffer, uint32_t offset) {
    return REGISTER_DMA + buffer * REGISTER_DMA_STRIDE + offset;
}

static bool is_busy(uint32_t buffer) {
    return register_read(buffer_register(buffer, REGISTER_DMA_STATUS)) == DMA_BUSY;
}

/* The next free buffer in turn. If all are busy, the next one in turn: the first write to it
 * stalls the core until it is free. */
static uint32_t take_buffer(void) {
    uint32_t buffers = register_read(REGISTER_BUFFERS);
    uint32_t buffer = next_buffer;
    for (uint32_t tries = 0; tries < buffers && is_busy(buffer); tries++)
        buffer = buffer + 1 < buffers ? buffer + 1 : 0;
    next_buffer = buffer + 1 < buffers ? buffer + 1 : 0;
    return buffer;
}

hal_transfer dma_start(uint32_t command, const void *local, hal_address remote, size_t bytes) {
    uint32_t buffer = take_buffer();
    /* What the core has stored must be in memory before the interface reads it, and the compiler
     * must not move accesses across the command. */
    __asm__ volatile("" ::: "memory");
    register_write(buffer_register(buffer, REGISTER_DMA_LOCAL), (uint32_t)local);
    register_write(buffer_register(buffer, REGISTER_DMA_REMOTE), remote);
    register_write(buffer_register(buffer, REGISTER_DMA_BYTES), bytes);
    register_write(buffer_register(buffer, REGISTER_DMA_COMMAND), command);
    return (hal_transfer)buffer;
}

hal_transfer hal_put(hal_address to, const void *from, size_t bytes) {
    return dma_start(DMA_PUT, from, to, bytes);
}

hal_transfer hal_get(void *to, hal_address from, size_t bytes) {
    return dma_start(DMA_GET, to, from, bytes);
}

bool hal_done(hal_transfer transfer) {
    bool done = !is_busy((uint32_t)transfer);
    __asm__ volatile("" ::: "memory");
    return done;
}

void hal_finish(hal_transfer transfer) {
    while (!hal_done(transfer))
        missed_events |= register_read(REGISTER_WAIT);
}

bool dma_try(uint32_t command, const void *local, hal_address queue, size_t bytes) {
    hal_transfer transfer = dma_start(command, local, queue, bytes);
    hal_finish(transfer);
    return register_read(buffer_register((uint32_t)transfer, REGISTER_DMA_STATUS)) == DMA_DONE;
}
