/* Loads from shared blocks and devices. These functions are inlined, because messages use them
 * often, and so do reductions and tasks that pass through queues. Each takes one or two
 * instructions. */
#ifndef HAL_CHIP_INLINE_LOAD_H
#define HAL_CHIP_INLINE_LOAD_H

#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"

static inline hal_address hal_shared_of(int place) {
    return hal_self.table[place].shared;
}

static inline uint32_t hal_load(hal_address from) {
    uint32_t value = *(const volatile uint32_t *)from;
    __asm__ volatile("" ::: "memory");
    return value;
}

/* Two words, in one floating-point register if possible, so that the compiler cannot split the
 * access. */
union two_words {
    uint32_t word[2];
    hal_pair both;
};

/* If the load takes two accesses, the second word is loaded first. The writer stores that word
 * last, so a reader that sees it also sees the first word. */
static inline void hal_load_two(uint32_t two[2], hal_address from) {
#if __riscv_flen == 64
    union two_words words;
    __asm__ volatile("fld %0, 0(%1)" : "=f"(words.both) : "r"(from) : "memory");
    two[0] = words.word[0];
    two[1] = words.word[1];
#else
    two[1] = hal_load(from + sizeof *two);
    two[0] = hal_load(from);
#endif
}

static inline uint32_t hal_dequeue_word(hal_address queue) {
    return hal_load(queue + REGISTER_QUEUE_PORT);
}

static inline void hal_dequeue_two(uint32_t two[2], hal_address queue) {
#if __riscv_flen == 64
    hal_load_two(two, queue + REGISTER_QUEUE_PORT);
#else
    hal_dequeue(queue, two, 2 * sizeof *two);
#endif
}

static inline uint32_t hal_thread_inbox_count(hal_address queue) {
    return hal_load(queue + REGISTER_QUEUE_COUNT);
}

static inline volatile uint32_t *inbox_register(int queue, uint32_t offset) {
    return (volatile uint32_t *)(hal_self.queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE +
                                 offset);
}

static inline uint32_t hal_inbox_count(int queue) {
    uint32_t count = *inbox_register(queue, REGISTER_QUEUE_COUNT);
    /* The compiler must not move the caller's reads of elements before the read of the count. */
    __asm__ volatile("" ::: "memory");
    return count;
}

static inline void hal_inbox_drop(int queue) {
    /* The compiler must not move the caller's reads of the element past the store that drops the
     * element. */
    __asm__ volatile("" ::: "memory");
    *inbox_register(queue, REGISTER_QUEUE_DROP) = 1;
}

static inline bool hal_done(hal_transfer transfer) {
    bool done = dma_status((uint32_t)transfer) != DMA_BUSY;
    /* The compiler must not move the caller's reads of the data before the read of the status. */
    __asm__ volatile("" ::: "memory");
    return done;
}

/* The address of a device has 32 bits, so it serves as the number. */
static inline uint32_t hal_number_of_device(hal_address device) {
    return device;
}

static inline hal_address hal_device_with_number(uint32_t number) {
    return number;
}

/* A mutex is requested by one load, which returns 0 to the core that gets it. */
static inline bool hal_mutex_try(hal_address mutex) {
    return *(volatile uint32_t *)mutex == 0;
}

static inline bool hal_mutex_ask(hal_address mutex) {
    return hal_mutex_try(mutex);
}

#endif
