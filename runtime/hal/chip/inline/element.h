/* Elements of one or two words, and inboxes of threads. They are inline because reductions and
 * tasks by queues use them often; each takes an instruction or two. */
#ifndef HAL_CHIP_INLINE_ELEMENT_H
#define HAL_CHIP_INLINE_ELEMENT_H

#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/remote.h"

static inline void hal_enqueue_word(hal_address queue, uint32_t word) {
    hal_store(queue + REGISTER_QUEUE_PORT, word);
}

static inline uint32_t hal_dequeue_word(hal_address queue) {
    return hal_load(queue + REGISTER_QUEUE_PORT);
}

static inline bool hal_try_enqueue_pointer(hal_address queue, const void *pointer) {
    uint32_t *port = (uint32_t *)(queue + REGISTER_QUEUE_PORT);
    order_stores();
    return __atomic_exchange_n(port, (uint32_t)pointer, __ATOMIC_RELAXED) == 0;
}

static inline void hal_enqueue_two(hal_address queue, uint32_t first, uint32_t second) {
    hal_store_two(queue + REGISTER_QUEUE_PORT, first, second);
}

static inline void hal_dequeue_two(uint32_t two[2], hal_address queue) {
    hal_load_two(two, queue + REGISTER_QUEUE_PORT);
}

static inline uint32_t hal_thread_inbox_count(hal_address queue) {
    return hal_load(queue + REGISTER_QUEUE_COUNT);
}

static inline void hal_thread_inbox_drop(hal_address queue, uint32_t elements) {
    hal_store(queue + REGISTER_QUEUE_DROP, elements);
}

#endif
