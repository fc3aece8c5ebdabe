/* Inboxes. These functions are inline because every message uses them; each takes a few
 * instructions. */
#ifndef HAL_CHIP_INLINE_INBOX_H
#define HAL_CHIP_INLINE_INBOX_H

#include "hal/chip/inline/dma.h"
#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"

static inline volatile uint32_t *inbox_register(int queue, uint32_t offset) {
    return (volatile uint32_t *)(hal_self.queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE +
                                 offset);
}

static inline uint32_t hal_inbox_count(int queue) {
    uint32_t count = *inbox_register(queue, REGISTER_QUEUE_COUNT);
    /* Elements must be read after the count, */
    __asm__ volatile("" ::: "memory");
    return count;
}

static inline void hal_inbox_drop(int queue) {
    /* and before they are dropped. */
    __asm__ volatile("" ::: "memory");
    *inbox_register(queue, REGISTER_QUEUE_DROP) = 1;
}

static inline bool hal_inbox_put(int place, int queue, const void *message, size_t bytes) {
    uint32_t port = hal_self.table[place].queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE +
                    REGISTER_QUEUE_PORT;
    return dma_carry_out(DMA_TRY_PUT, message, port, bytes);
}

#endif
