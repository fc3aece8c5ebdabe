#include "hal/linux/lines.h"

#include <string.h>

#include "hal/linux/body.h"
#include "hal/linux/shared.h"

#define CACHE_LINE 64
#define MOST_FETCHED 2048 /* bytes */

#ifdef __x86_64__
/* Without a flag, compilers turn __builtin_prefetch() into an instruction that fetches for reading.
 */
static inline void fetch_line_to_write(const char *line) {
    __asm__ volatile("prefetchw %0" : : "m"(*line));
}
#else
static inline void fetch_line_to_write(const char *line) {
    __builtin_prefetch(line, 1);
}
#endif

struct element {
    _Atomic uint32_t number; /* which line this is, counted from 1; written after `line` */
    uint32_t unused;
    char line[];
};
_Static_assert(sizeof(struct element) == HAL_MESSAGE_HEAD, "what hal.h says");

/* The inbox of this process whose elements are lines (lines.h). It belongs to the seat of thread
 * 0. */
static struct own {
    char *ring; /* null: the process has no inbox of lines */
    struct lines *lines;
    uint32_t mask; /* elements - 1 */
    uint32_t seen; /* number of lines that the process has seen so far */
    uint32_t head; /* number of lines that the process has dropped so far */
} own;

static struct element *element_at(char *ring, uint32_t index) {
    return (struct element *)(ring + (size_t)index * HAL_MESSAGE_BYTES);
}

void hal_lines_open(const struct queue *queue) {
    if (queue->elements & (queue->elements - 1))
        hal_misuse("hal_queue_open: an inbox of lines has a power of two of elements, not %u",
                   queue->elements);
    struct lines *lines = &hal_self.devices[own_seat()].lines;
    own = (struct own){
        .ring = hal_self.blocks + queue->ring, .lines = lines, .mask = queue->elements - 1};
    for (uint32_t i = 0; i < queue->elements; i++)
        atomic_store_explicit(&element_at(own.ring, i)->number, 0, memory_order_relaxed);
    lines->head = lines->tail = 0;
    lines->limit = queue->elements;
}

/* Takes a position in the ring for a line; returns false if the ring is full. */
static bool take_position(struct lines *lines, uint32_t elements, uint32_t *position) {
    uint32_t tail = atomic_load_explicit(&lines->tail, memory_order_relaxed);
    do {
        uint32_t limit = atomic_load_explicit(&lines->limit, memory_order_acquire);
        if ((int32_t)(limit - tail) <= 0) {
            limit = atomic_load_explicit(&lines->head, memory_order_acquire) + elements;
            if ((int32_t)(limit - tail) <= 0)
                return false;
            atomic_store_explicit(&lines->limit, limit, memory_order_release);
        }
    } while (!atomic_compare_exchange_weak(&lines->tail, &tail, tail + 1));
    *position = tail;
    return true;
}

/* Whether the process sends this seat several messages in a row. This is so if the process sent its
 * previous message to this seat and has received none since then. */
static bool is_stream(int seat) {
    static _Thread_local uint32_t seen;
    static _Thread_local int to = -1;
    if (hal_further_seat)
        return false;
    bool is = to == seat && seen == own.seen;
    to = seat;
    seen = own.seen;
    return is;
}

/* Fetches the cache lines of the next message before they are needed, because they are in the cache
 * of the receiver's processor and a store would have to wait for them. The next message is assumed
 * to be as long as the present one. A receiver that polls would take the first cache line back at
 * once. This line is therefore fetched only in a stream, where the receiver is still at an earlier
 * message. */
static void fetch_to_write(int seat, struct element *next, size_t bytes) {
    bytes += sizeof *next;
    if (bytes > MOST_FETCHED)
        bytes = MOST_FETCHED;
    for (size_t at = is_stream(seat) ? 0 : CACHE_LINE; at < bytes; at += CACHE_LINE)
        fetch_line_to_write((char *)next + at);
}

bool hal_lines_put(int seat, const struct queue *queue, const void *head, size_t head_bytes,
                   const void *body, size_t body_bytes) {
    struct lines *lines = &hal_self.devices[seat].lines;
    char *ring = hal_self.blocks + queue->ring;
    uint32_t position, mask = queue->elements - 1;
    if (body_bytes > hal_most_body || !take_position(lines, queue->elements, &position))
        return false;
    struct element *element = element_at(ring, position & mask);
    memcpy(element->line, head, head_bytes);
    if (body_bytes >= HAL_LEAST_BODY)
        hal_copy_body(seat, element->line + head_bytes, body, body_bytes);
    else if (body_bytes)
        memcpy(element->line + head_bytes, body, body_bytes);
    atomic_exchange(&element->number, position + 1);
    hal_notify_sleeper(seat);
    fetch_to_write(seat, element_at(ring, (position + 1) & mask), head_bytes + body_bytes);
    return true;
}

/* Whether the line has come that follows the last line the thread has seen. */
static bool is_next_there(void) {
    return atomic_load_explicit(&element_at(own.ring, own.seen & own.mask)->number,
                                memory_order_acquire) == own.seen + 1;
}

/* Tells whether the line that follows the first `seen` lines has come. The result is 1 if the line
 * is in the ring, larger if a later line has replaced it, and at most 0 if it has not come yet. */
static int32_t ahead(uint32_t seen) {
    return (int32_t)(atomic_load_explicit(&element_at(own.ring, seen & own.mask)->number,
                                          memory_order_acquire) -
                     seen);
}

bool hal_lines_more(uint32_t seen) {
    return !hal_further_seat && own.ring && ahead(seen) > 0;
}

uint32_t hal_lines_seen(uint32_t seen) {
    while (hal_lines_more(seen))
        /* If a later line is in the place of this one, the receiver has already dropped this one.
         * The count then continues at `head`. */
        seen = ahead(seen) == 1 ? seen + 1
                                : atomic_load_explicit(&own.lines->head, memory_order_acquire);
    return seen;
}

uint32_t hal_lines_count(void) {
    if (is_next_there())
        own.seen++;
    return own.seen - own.head;
}

void hal_lines_drop(void) {
    own.head++;
    atomic_store_explicit(&own.lines->head, own.head, memory_order_release);
}
