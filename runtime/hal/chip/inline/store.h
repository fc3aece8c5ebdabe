/* The functions of hal/store.h. They are inline because messages, barriers, reductions and tasks
 * use them often; each takes a few instructions. */
#ifndef HAL_CHIP_INLINE_STORE_H
#define HAL_CHIP_INLINE_STORE_H

#include "hal/chip/inline/address.h"
#include "hal/chip/inline/dma.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/chip/inline/last_circuit.h"
#include "hal/chip/inline/load.h"
#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"

static inline void hal_acquire(void) {
    order_loads();
}

static inline bool hal_is_cached(const volatile void *object) {
    return is_cached((uint32_t)object);
}

/* The stack, the heap and the shared block already have global addresses, all in the upper half of
 * the address space. Variables of the program that are in DRAM have addresses in a window. */
static inline hal_address hal_global(const void *object) {
    return (int32_t)object < 0 ? GLOBAL_OF(object) : hal_global_of_static(object);
}

static inline hal_address hal_thread_global(const void *object) {
    if (is_windowed(object))
        return (hal_address)object - DATA_WINDOW + register_read(REGISTER_DATA_BASE);
    return is_constant(object) ? 0 : GLOBAL_OF(object);
}

static inline void hal_store(hal_address to, uint32_t value) {
    order_stores();
    *(volatile uint32_t *)to = value;
}

static inline hal_pair hal_pair_of(const void *first, const void *second) {
    union two_words words = {{(uint32_t)first, (uint32_t)second}};
    return words.both;
}

static inline void hal_store_pair(hal_address to, hal_pair pair) {
    order_stores();
#if __riscv_flen == 64
    __asm__ volatile("fsd %0, 0(%1)" ::"f"(pair), "r"(to) : "memory");
#else
    union two_words words = {.both = pair};
    ((volatile uint32_t *)to)[0] = words.word[0];
    ((volatile uint32_t *)to)[1] = words.word[1];
#endif
}

static inline void hal_store_two(hal_address to, uint32_t first, uint32_t second) {
    union two_words words = {{first, second}};
    hal_store_pair(to, words.both);
}

/* Called by hal_store_anywhere() for an address in the calling core's tile. */
void hal_remote_store_at_home(hal_address to, uint32_t value);

/* A core's own stores cannot reach other processes' memory in its tile, but stores by the tile's
 * network interface can. */
static inline void hal_store_anywhere(hal_address to, uint32_t value) {
    if ((to ^ hal_self.process->shared) >> register_read(REGISTER_TILE_SHIFT))
        hal_store(to, value);
    else
        hal_remote_store_at_home(to, value);
}

static inline void hal_copy_pair(void *to, const void *from) {
#if __riscv_flen == 64
    double pair;
    __asm__ volatile("fld %0, 0(%1)\n\tfsd %0, 0(%2)"
                     : "=&f"(pair)
                     : "r"(from), "r"(to)
                     : "memory");
#else
    uint32_t two[2];
    hal_load_two(two, (hal_address)from);
    hal_store_two((hal_address)to, two[0], two[1]);
#endif
}

static inline void hal_counter_add(hal_address counter, int32_t amount) {
    order_stores();
    *(volatile uint32_t *)(counter + REGISTER_COUNTER_VALUE) = (uint32_t)amount;
}

static inline uint32_t inbox_port(int place, int queue) {
    return hal_self.table[place].queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE +
           REGISTER_QUEUE_PORT;
}

#define HAL_PUTS_HAVE_HALVES

static inline uint32_t hal_inbox_put_begin(int place, int queue, const void *message,
                                           size_t bytes) {
    return dma_begin(DMA_TRY_PUT, message, inbox_port(place, queue), bytes);
}

static inline bool hal_inbox_put_end(uint32_t put) {
    return dma_finish(put) == DMA_DONE;
}

static inline bool hal_inbox_put(int place, int queue, const void *message, size_t bytes) {
    return dma_carry_out(DMA_TRY_PUT, message, inbox_port(place, queue), bytes);
}

static inline bool hal_inbox_put_at(int priority, int place, int queue, const void *message,
                                    size_t bytes) {
    return dma_carry_out(DMA_TRY_PUT + DMA_LEVEL(priority), message, inbox_port(place, queue),
                         bytes);
}

static inline void hal_enqueue_word(hal_address queue, uint32_t word) {
    hal_store(queue + REGISTER_QUEUE_PORT, word);
}

static inline void hal_enqueue_two(hal_address queue, uint32_t first, uint32_t second) {
#if __riscv_flen == 64
    hal_store_two(queue + REGISTER_QUEUE_PORT, first, second);
#else
    const uint32_t two[2] = {first, second};
    dma_carry_out(DMA_PUT, two, queue + REGISTER_QUEUE_PORT, sizeof two);
#endif
}

/* Enqueues a word; returns false if the queue is full. */
static inline bool queue_try_word(hal_address queue, uint32_t word) {
    uint32_t port = queue + REGISTER_QUEUE_PORT;
#ifdef __riscv_atomic
    order_stores();
    return __atomic_exchange_n((uint32_t *)port, word, __ATOMIC_RELAXED) == 0;
#else
    return dma_carry_out(DMA_TRY_PUT, &word, port, sizeof word);
#endif
}

static inline bool hal_try_enqueue_pointer(hal_address queue, const void *pointer) {
    return queue_try_word(queue, (uint32_t)pointer);
}

static inline void hal_thread_inbox_drop(hal_address queue, uint32_t elements) {
    hal_store(queue + REGISTER_QUEUE_DROP, elements);
}

static inline bool hal_is_direct(void) {
    return !HEAP_IN_DRAM;
}

/* The thread's command buffers: `next` is the address of the first one to try, `last` that of the
 * last one. Both are 0 until the thread's first transfer. */
struct hal_thread_buffers {
    uint32_t next, last;
};
extern _Thread_local struct hal_thread_buffers hal_thread_buffers;

static inline struct hal_thread_buffers *thread_buffers_found(void) {
    struct hal_thread_buffers *buffers = &hal_thread_buffers;
    if (__builtin_expect(!buffers->last, 0))
        buffers->next = buffers->last = dma_last_buffer();
    return buffers;
}

/* This function is inlined, because streams start two or three transfers for each chunk. */
static inline hal_transfer thread_start_free(uint32_t command, const void *local,
                                             hal_address remote, size_t bytes) {
    struct hal_thread_buffers *buffers = thread_buffers_found();
    return dma_start_free(&buffers->next, buffers->last, command, local, remote, bytes);
}

static inline hal_transfer hal_thread_put(hal_address to, const void *from, size_t bytes) {
    return thread_start_free(DMA_PUT, from, to, bytes);
}

static inline hal_transfer hal_thread_get(void *to, hal_address from, size_t bytes) {
    return thread_start_free(DMA_GET, to, from, bytes);
}

/* Starts a transfer with the command buffer that serves as `lane`. When the transfer ends, the
 * hardware adds 1 to the word at `word`. */
static inline void lane_start(uint32_t command, int lane, const void *local, hal_address remote,
                              size_t bytes, hal_address word) {
    uint32_t buffer = dma_buffer_at((uint32_t)lane);
    ((volatile uint32_t *)buffer)[REGISTER_DMA_COUNTER / 4] = word;
    dma_start_in_tile(buffer, command, local, remote, bytes);
}

static inline void hal_put_counted(int lane, hal_address to, const void *from, size_t bytes,
                                   hal_address word) {
    lane_start(DMA_PUT, lane, from, to, bytes, word);
}

static inline void hal_get_counted(int lane, void *to, hal_address from, size_t bytes,
                                   hal_address word) {
    lane_start(DMA_GET, lane, to, from, bytes, word);
}

static inline bool hal_lane_is_free(int lane) {
    return dma_status(dma_buffer_at((uint32_t)lane)) != DMA_BUSY;
}

/* A write to a busy command buffer waits until the buffer is free. */
static inline void hal_count_no_more(void) {
    for (int lane = 0; lane < HAL_LANES; lane++)
        ((volatile uint32_t *)dma_buffer_at((uint32_t)lane))[REGISTER_DMA_COUNTER / 4] = 0;
}

/* A core's stack and thread-local variables are in its own tile; code and constants are in every
 * tile; the data window leads to one tile. */
static inline bool hal_is_near(const void *object) {
    if (is_bounced(object))
        return true;
    hal_address at = hal_thread_global(object);
    register uint32_t thread_pointer __asm__("tp"); /* GCC 10 has no builtin for `tp` */
    __asm__("" : "=r"(thread_pointer));
    return !at || !((at ^ thread_pointer) >> register_read(REGISTER_TILE_SHIFT));
}

#endif
