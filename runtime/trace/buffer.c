#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/trace.h"

#define WORDS 1024
#define HEAD 3   /* words of every event */
#define NAMES 16 /* number of region names that a thread remembers as recorded */
#define TEXT 15  /* largest number of words in a name */

#define EVENTS_MARK 0x4352544fu  /* "OTRC" */
#define NAMES_MARK 0x4e52544fu   /* "OTRN" */
#define BUFFERS_MARK 0x4252544fu /* "OTRB" */

/* The events of a thread. `used` is the number of words of complete events; only these are given to
 * the host. */
struct buffer {
    uint32_t mark, used, thread, core;
    uint32_t words[WORDS];
};

static _Thread_local struct buffer buffer;
static _Thread_local const char *known[NAMES];

/* The buffer of each thread. Null until the thread has recorded an event. */
static struct buffer *only[1], **buffers = only;

/* The address of the program's first byte; null on the chip. */
extern const char __executable_start[] OC_OPTIONAL;

static inline uint32_t *add(enum oc_trace_kind kind, unsigned which, uint32_t count, uint64_t now) {
    uint32_t *event = buffer.words + buffer.used;
    event[0] = (uint32_t)kind << 24 | count << 16 | which;
    event[1] = (uint32_t)now;
    event[2] = (uint32_t)(now >> 32);
    return event + HEAD;
}

static inline void keep(uint32_t count) {
    atomic_signal_fence(memory_order_release);
    buffer.used += HEAD + count;
}

void oc_trace_keep(uint32_t count) {
    keep(count);
}

/* Called before the first event of a thread, and when its buffer is full. */
__attribute__((noinline, cold)) static void make_room(void) {
    if (!buffer.mark) {
        buffer.mark = EVENTS_MARK;
        buffer.thread = (uint32_t)hal_thread();
        buffer.core = (uint32_t)hal_core_of(hal_place());
        if (buffers)
            buffers[buffer.thread] = &buffer;
        return;
    }
    uint64_t now = hal_cycles();
    hal_record(&buffer, offsetof(struct buffer, words) + 4 * buffer.used);
    buffer.used = 0;
    add(OC_TRACE_ENTER, OC_TRACE_FLUSH, 0, now);
    keep(0);
    add(OC_TRACE_LEAVE, OC_TRACE_FLUSH, 0, hal_cycles());
    keep(0);
}

static inline uint32_t *put(enum oc_trace_kind kind, unsigned which, uint32_t count) {
    if (__builtin_expect(!buffer.mark || buffer.used + HEAD + count > WORDS, false))
        make_room();
    return add(kind, which, count, hal_cycles());
}

uint32_t *oc_trace_put(enum oc_trace_kind kind, unsigned which, uint32_t count) {
    return put(kind, which, count);
}

void oc_trace_enter(unsigned region) {
    put(OC_TRACE_ENTER, region, 0);
    keep(0);
}

void oc_trace_leave(unsigned region) {
    put(OC_TRACE_LEAVE, region, 0);
    keep(0);
}

void oc_trace_code(enum oc_trace_kind kind, void (*function)(void *)) {
    uint32_t *event = put(kind, 0, 1);
    event[0] = (uint32_t)((uintptr_t)function - (uintptr_t)__executable_start);
    keep(1);
}

/* Records the name of a region, unless `known` shows that this has been done. If the name of
 * another region has replaced it in `known`, the name is recorded again. */
static void record_name(const char *name) {
    const char **at = &known[(uintptr_t)name / 4 % NAMES];
    if (name == *at)
        return;
    *at = name;
    size_t bytes = strnlen(name, 4 * TEXT);
    uint32_t *event = put(OC_TRACE_NAME, 0, 1 + TEXT);
    memset(event, 0, 4 * (1 + TEXT));
    event[0] = (uint32_t)(uintptr_t)name;
    memcpy(event + 1, name, bytes);
    keep(1 + TEXT);
}

void oc_trace_named(enum oc_trace_kind kind, const char *name) {
    record_name(name);
    uint32_t *event = put(kind, 0, 1);
    event[0] = (uint32_t)(uintptr_t)name;
    keep(1);
}

/* Gives the events of a buffer to the host. The host reads only memory in the calling thread's
 * tile. The events of another thread are therefore copied to this thread's buffer, which is empty
 * then. */
static void hand_over(struct buffer *theirs) {
    uint32_t used = theirs->used, mark = buffer.mark, thread = buffer.thread, core = buffer.core;
    if (theirs != &buffer)
        memcpy(&buffer, theirs, offsetof(struct buffer, words) + 4 * used);
    if (used)
        hal_record(&buffer, offsetof(struct buffer, words) + 4 * used);
    buffer.used = theirs->used = 0;
    buffer.mark = mark;
    buffer.thread = thread;
    buffer.core = core;
}

static void hand_over_all(void) {
    hand_over(&buffer);
    for (int thread = 0; buffers && thread < hal_threads(); thread++)
        if (buffers[thread] && buffers[thread] != &buffer)
            hand_over(buffers[thread]);
}

static void hand_over_names(void) {
    const char *names = oc_trace_names;
    for (unsigned left = oc_trace_names_bytes; left;) {
        uint32_t bytes = left < 4 * WORDS ? left : 4 * WORDS;
        buffer.mark = NAMES_MARK;
        buffer.used = (bytes + 3) / 4;
        buffer.words[buffer.used - 1] = 0;
        memcpy(buffer.words, names, bytes);
        hand_over(&buffer);
        left -= bytes;
        names += bytes;
    }
    buffer.mark = 0;
}

/* Tells tools where the buffers are. If the program is killed, they read the events that are still
 * in the buffers. */
static void print_where(void) {
    uint64_t at = (uintptr_t)buffers;
    uint32_t words[] = {BUFFERS_MARK,
                        3,
                        0,
                        0,
                        (uint32_t)at,
                        (uint32_t)(at >> 32),
                        buffers ? (uint32_t)hal_threads() : 0};
    hal_record(words, sizeof words);
}

__attribute__((constructor)) static void begin(void) {
    if (hal_threads() > 1)
        buffers = calloc((size_t)hal_threads(), sizeof *buffers);
    hand_over_names();
    print_where();
    hal_at_fault(hand_over_all);
}

__attribute__((destructor)) void oc_trace_end(void) {
    static bool is_over;
    if (!is_over)
        hand_over_all();
    is_over = true;
}
