/* Compiled for speed. */
#include <stdlib.h>
#include <string.h>

#include "trace/trace.h"

#define WORDS 1024
#define HEAD 3   /* words of every event */
#define NAMES 16 /* of the program's regions, that a thread remembers */
#define TEXT 15  /* words of a name at most */

#define EVENTS_MARK 0x4352544fu /* "OTRC" */
#define NAMES_MARK 0x4e52544fu  /* "OTRN" */

/* As it is handed over, up to the last used word. */
struct buffer {
    uint32_t mark, used, thread, core;
    uint32_t words[WORDS];
};

static _Thread_local struct buffer buffer;
static _Thread_local const char *known[NAMES];

/* Of each thread, if there are several: null until it has begun its buffer. */
static struct buffer **buffers;

/* Where the program begins in memory; on the chip always at 0. */
extern const char __executable_start[] OC_OPTIONAL;

__attribute__((constructor)) static void begin(void) {
    if (hal_threads() > 1)
        buffers = calloc((size_t)hal_threads(), sizeof *buffers);
}

static inline uint32_t *add(enum oc_trace_kind kind, unsigned which, uint32_t count, uint64_t now) {
    uint32_t *event = buffer.words + buffer.used;
    buffer.used += HEAD + count;
    event[0] = (uint32_t)kind << 24 | count << 16 | which;
    event[1] = (uint32_t)now;
    event[2] = (uint32_t)(now >> 32);
    return event + HEAD;
}

/* Before the first event, and when the buffer is full. */
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
    add(OC_TRACE_LEAVE, OC_TRACE_FLUSH, 0, hal_cycles());
}

uint32_t *oc_trace_put(enum oc_trace_kind kind, unsigned which, uint32_t count) {
    if (__builtin_expect(!buffer.mark || buffer.used + HEAD + count > WORDS, false))
        make_room();
    return add(kind, which, count, hal_cycles());
}

void oc_trace_enter(unsigned region) {
    oc_trace_put(OC_TRACE_ENTER, region, 0);
}

void oc_trace_leave(unsigned region) {
    oc_trace_put(OC_TRACE_LEAVE, region, 0);
}

void oc_trace_code(enum oc_trace_kind kind, void (*function)(void *)) {
    uint32_t *event = oc_trace_put(kind, 0, 1);
    event[0] = (uint32_t)((uintptr_t)function - (uintptr_t)__executable_start);
}

/* Says what a region is called, twice rather than never. */
static void tell(const char *name) {
    const char **at = &known[(uintptr_t)name / 4 % NAMES];
    if (name == *at)
        return;
    *at = name;
    size_t bytes = strnlen(name, 4 * TEXT);
    uint32_t *event = oc_trace_put(OC_TRACE_NAME, 0, 1 + TEXT);
    memset(event, 0, 4 * (1 + TEXT));
    event[0] = (uint32_t)(uintptr_t)name;
    memcpy(event + 1, name, bytes);
}

void oc_trace_named(enum oc_trace_kind kind, const char *name) {
    tell(name);
    uint32_t *event = oc_trace_put(kind, 0, 1);
    event[0] = (uint32_t)(uintptr_t)name;
}

/* The other threads' buffers go through this one's: the host takes what lies in the tile. */
static void hand_over(const struct buffer *theirs) {
    if (theirs != &buffer)
        memcpy(&buffer, theirs, offsetof(struct buffer, words) + 4 * theirs->used);
    if (buffer.used)
        hal_record(&buffer, offsetof(struct buffer, words) + 4 * buffer.used);
    buffer.used = 0;
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
}

__attribute__((destructor)) void oc_trace_end(void) {
    static bool is_over;
    if (is_over || hal_thread())
        return;
    is_over = true;
    hand_over(&buffer);
    for (int thread = 1; buffers && thread < hal_threads(); thread++)
        if (buffers[thread])
            hand_over(buffers[thread]);
    hand_over_names();
    buffer.mark = EVENTS_MARK;
}
