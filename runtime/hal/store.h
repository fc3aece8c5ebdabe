/* Functions of the HAL that are compiled in place and are different if the heap is in DRAM
 * (hal/chip/inline/heap_place.h): global addresses, stores to other processes and to devices, and
 * transfers. hal.h says what each group of these functions promises. Files that include this header
 * are compiled a second time for a heap in DRAM; all other object files are used in both cases. */
#ifndef HAL_STORE_H
#define HAL_STORE_H

#include "hal/hal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Global addresses ---------------------------------------------------------------------- */

/* The global address of an object of this process, or 0 if other processes cannot reach the object,
 * as with constants. */
HAL_INLINE hal_address hal_global(const void *object);

/* Does what hal_global() does, for threads. It reads no data in the tile of thread 0, so it is
 * equally fast in every tile. */
HAL_INLINE hal_address hal_thread_global(const void *object);

/* ---- Shared blocks and memories of controllers ------------------------------------------- */

HAL_INLINE void hal_store(hal_address to, uint32_t value);
/* Stores a word anywhere in the memory of a process. It wakes no process. */
HAL_INLINE void hal_store_anywhere(hal_address to, uint32_t value);
/* Stores two words in one packet; the address of the first is a multiple of 8. A process that sees
 * the second word stored also sees the first. (On Linux, one access stores both.) */
HAL_INLINE void hal_store_two(hal_address to, uint32_t first, uint32_t second);

/* hal_pair_of() puts two pointers into one register. hal_store_pair() stores them to an address
 * that is a multiple of twice a pointer's size. A process that sees the second pointer stored also
 * sees the first. */
static inline hal_pair hal_pair_of(const void *first, const void *second);
static inline void hal_store_pair(hal_address to, hal_pair pair);

/* Copies two pointers from one memory of the process' threads to another. Both addresses are
 * multiples of the size of two pointers. On the chip, this takes one round trip to another tile; a
 * plain C copy would take two. */
static inline void hal_copy_pair(void *to, const void *from);

/* ---- Counters and queues ----------------------------------------------------------------- */

/* Adds to a counter. Like hal_store(), it may return before the add has arrived. */
HAL_INLINE void hal_counter_add(hal_address counter, int32_t amount);

HAL_INLINE bool hal_inbox_put(int place, int queue, const void *message,
                              size_t bytes); /* false: the inbox is full */
/* hal_inbox_put() in two halves: the first starts the put, the second waits for its end. Between
 * them the caller must not start another put, and must not use an atomic function such as
 * hal_swap() on another process' memory. The message must not change until hal_inbox_put_end(),
 * whose argument is the result of hal_inbox_put_begin(). If the result is 0, the inbox was full. */
static inline uint32_t hal_inbox_put_begin(int place, int queue, const void *message, size_t bytes);
static inline bool hal_inbox_put_end(uint32_t put);
/* Puts a message of two parts into an inbox, if HAL_MESSAGE_BYTES is larger than
 * HAL_ELEMENT_BYTES. */
bool hal_inbox_put_two(int place, int queue, const void *head, size_t head_bytes, const void *body,
                       size_t body_bytes);
/* Does what hal_inbox_put() does, with packets of the priority `priority` (see hal_put_at()). */
HAL_INLINE bool hal_inbox_put_at(int priority, int place, int queue, const void *message,
                                 size_t bytes);
/* Enqueues a register as an element of one word. The function may return before the word has
 * arrived, but words arrive in order. */
HAL_INLINE void hal_enqueue_word(hal_address queue, uint32_t word);
/* Enqueues an element of two words. */
HAL_INLINE void hal_enqueue_two(hal_address queue, uint32_t first, uint32_t second);
/* Enqueues an element that is a pointer. Returns false if the queue is full. */
HAL_INLINE bool hal_try_enqueue_pointer(hal_address queue, const void *pointer);
/* Drops the `elements` oldest elements of an inbox of the calling thread. */
HAL_INLINE void hal_thread_inbox_drop(hal_address queue, uint32_t elements);

/* ---- Memory that others have written ----------------------------------------------------- */

/* Makes data readable that other processes have written to this process' memory. They must have
 * written the data before they notified this process, or by a transfer that is complete. Only a
 * core with a data cache needs this call, for memory in DRAM that other processes have written by
 * hal_put() or by atomics. */
HAL_INLINE void hal_acquire(void);

/* Whether a load of this object may read a copy in the core's data cache. Later stores by other
 * processes do not change that copy, so no core may wait for a change of such an object. */
HAL_INLINE bool hal_is_cached(const volatile void *object);

/* ---- Transfers --------------------------------------------------------------------------- */

/* Whether a transfer uses no path in the network but the one to its target. This is false if part
 * of this process' own memory is in DRAM. An open circuit (hal.h) may block every other path. */
HAL_INLINE bool hal_is_direct(void);

/* hal_put() and hal_get() for threads. They read no data in the tile of thread 0, so they are
 * equally fast in every tile. The local side must be in the thread's own tile; hal_is_near() says
 * whether an object is (on Linux it always is). A thread waits for and tests only transfers that it
 * has started itself. */
HAL_INLINE hal_transfer hal_thread_put(hal_address to, const void *from, size_t bytes);
HAL_INLINE hal_transfer hal_thread_get(void *to, hal_address from, size_t bytes);
HAL_INLINE bool hal_is_near(const void *object);

/* Start transfers at whose end the hardware adds 1 to `word`, an aligned word of any process; if
 * `word` is 0, it adds nothing. Each transfer uses a lane, 0 to HAL_LANES - 1, and waits until the
 * lane is free. Before the caller starts any other transfer or message, it calls
 * hal_count_no_more(), which waits for all of these transfers.
 *
 * These functions need hal_is_direct(), and hal_transfers() must be at least HAL_LANES - 1. (On the
 * chip, lane 0 is the command buffer for messages, which hal_transfers() does not count.) */
#define HAL_LANES 4
HAL_INLINE void hal_put_counted(int lane, hal_address to, const void *from, size_t bytes,
                                hal_address word);
HAL_INLINE void hal_get_counted(int lane, void *to, hal_address from, size_t bytes,
                                hal_address word);
HAL_INLINE bool hal_lane_is_free(int lane);
HAL_INLINE void hal_count_no_more(void);

/* A one-way circuit (hal.h) for a message to another place. hal_circuit_request() waits for the
 * stores of this process, and then requests a circuit to the memory of that place's tile. It does
 * not wait for the circuit; hal_circuit_is_open() does, and returns false if there is none: in one
 * tile, without hal_is_direct(), or if hal_circuit_open() would not return HAL_CIRCUIT_DONE.
 *
 * hal_circuit_keep() gives an open circuit back. The chip leaves it open until another process
 * needs a part of its path, or this process opens another circuit. Until then a request for it
 * costs a few cycles. A circuit that has been given back counts as closed. (On Linux it is closed.)
 *
 * hal_circuit_last() returns the place to which the last request led, or -1. hal_circuit_again()
 * makes this request again, and returns whether the circuit was still open. If so,
 * hal_circuit_inbox_put() does what hal_inbox_put_at() does for that place at the highest level.
 * Otherwise hal_circuit_is_requested() says whether the caller must continue with
 * hal_circuit_request() for the same place.
 *
 * From the request to hal_circuit_keep(), the process may wait for nothing but hal_inbox_put_at(),
 * hal_circuit_inbox_put() and hal_put_now() to that place. */
void hal_circuit_request(int place);
HAL_INLINE int hal_circuit_last(void);
HAL_INLINE bool hal_circuit_again(void);
HAL_INLINE bool hal_circuit_is_requested(void);
HAL_INLINE bool hal_circuit_is_open(void);
HAL_INLINE bool hal_circuit_inbox_put(int queue, const void *message, size_t bytes);
HAL_INLINE void hal_circuit_keep(void);

#include "inline/store.h"

#ifndef HAL_PUTS_HAVE_HALVES
static inline uint32_t hal_inbox_put_begin(int place, int queue, const void *message,
                                           size_t bytes) {
    return hal_inbox_put(place, queue, message, bytes);
}

static inline bool hal_inbox_put_end(uint32_t put) {
    return put;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
