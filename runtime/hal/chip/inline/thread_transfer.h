/* Transfers of threads, which cannot use hal_self because their core may be far from it. They are
 * inline because streams start two or three for each chunk. */
#ifndef HAL_CHIP_INLINE_THREAD_TRANSFER_H
#define HAL_CHIP_INLINE_THREAD_TRANSFER_H

#include "hal/chip/inline/address.h"
#include "hal/chip/inline/dma.h"

/* The thread's command buffers: the one to try first, and the last one; 0: not known yet. */
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

static inline hal_address hal_thread_global(const void *object) {
    if (is_windowed(object))
        return (hal_address)object - DATA_WINDOW + register_read(REGISTER_DATA_BASE);
    return is_constant(object) ? 0 : (hal_address)object;
}

/* A core's stack and thread-local variables are in its own tile; code and constants are in every
 * tile; the data window leads to one tile. */
static inline bool hal_is_near(const void *object) {
    if (is_bounced(object))
        return true;
    hal_address at = hal_thread_global(object);
    register uint32_t thread_pointer __asm__("tp"); /* GCC 10 has no builtin for it */
    __asm__("" : "=r"(thread_pointer));
    return !at || !((at ^ thread_pointer) >> register_read(REGISTER_TILE_SHIFT));
}

static inline void hal_copy_pair(void *to, const void *from) {
    double pair;
    __asm__ volatile("fld %0, 0(%1)\n\tfsd %0, 0(%2)"
                     : "=&f"(pair)
                     : "r"(from), "r"(to)
                     : "memory");
}

#endif
