/* The functions of the HAL that are compiled in place and are others where the heap is in DRAM
 * (hal/chip/inline/heap_place.h): stores to other processes and to devices, and transfers. hal.h
 * says what each group of them promises. A library for such a heap compiles again what includes
 * this header, and takes all else as it is. */
#ifndef HAL_STORE_H
#define HAL_STORE_H

#include "hal/hal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Shared blocks and memories of controllers ------------------------------------------- */

HAL_INLINE void hal_store(hal_address to, uint32_t value);
/* Stores a word in a shared block or elsewhere in a process' memory; wakes nobody. */
HAL_INLINE void hal_store_anywhere(hal_address to, uint32_t value);
/* Two words, the first one at a multiple of 8 bytes: one packet. A process that sees the second one
 * stored sees the first one too. (On Linux both are stored at once.) */
HAL_INLINE void hal_store_two(hal_address to, uint32_t first, uint32_t second);

/* Copies what two pointers take, aligned to that, between memories of the process' threads: on the
 * chip one trip to another tile, where the compiler would make two of it. */
static inline void hal_copy_pair(void *to, const void *from);

/* ---- Counters and queues ----------------------------------------------------------------- */

/* Like hal_store, may return early. */
HAL_INLINE void hal_counter_add(hal_address counter, int32_t amount);

HAL_INLINE bool hal_inbox_put(int place, int queue, const void *message,
                              size_t bytes); /* false: full */
/* Enqueues an element of one word, in a register; may return before the word has arrived, but does
 * not overtake the previous one. */
HAL_INLINE void hal_enqueue_word(hal_address queue, uint32_t word);
/* Enqueues an element of two words. */
HAL_INLINE void hal_enqueue_two(hal_address queue, uint32_t first, uint32_t second);
/* Enqueues an element that is a pointer, if there is room. */
HAL_INLINE bool hal_try_enqueue_pointer(hal_address queue, const void *pointer); /* false: full */
/* Drops the oldest `elements` of an inbox of the calling thread. */
HAL_INLINE void hal_thread_inbox_drop(hal_address queue, uint32_t elements);

/* ---- Transfers --------------------------------------------------------------------------- */

/* Whether transfers take no other path than that to their target: not where this process' own
 * memory is partly in DRAM. A circuit may shut off all others. */
HAL_INLINE bool hal_is_direct(void);

/* hal_put() and hal_get() for threads, that ask nothing of what lies next to thread 0: as quick in
 * any tile. The local side is in the thread's own tile: hal_is_near() says of an object whether it
 * is (Linux: always). A thread looks after its own transfers only. */
HAL_INLINE hal_transfer hal_thread_put(hal_address to, const void *from, size_t bytes);
HAL_INLINE hal_transfer hal_thread_get(void *to, hal_address from, size_t bytes);
HAL_INLINE bool hal_is_near(const void *object);

#include "inline/store.h"

#ifdef __cplusplus
}
#endif

#endif
