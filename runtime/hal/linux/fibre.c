#include <ucontext.h>

#include "hal/hal.h"

/* ThreadSanitizer must be told when the stack changes. */
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>

struct state {
    /* The address of this structure once it has been used. Memory that was used for something else
     * before does not contain its own address. */
    struct state *self;
    void *own, *other;
};

static void report_made(struct state *state) {
    if (state->self == state)
        __tsan_destroy_fiber(state->own);
    *state = (struct state){state, __tsan_create_fiber(0), NULL};
}

static void report_resumed(struct state *state) {
    state->other = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(state->own, 0);
}

static void report_left(const struct state *state) {
    __tsan_switch_to_fiber(state->other, 0);
}
#else
struct state {};

static void report_made(const struct state *state) {
    (void)state;
}

static void report_resumed(const struct state *state) {
    (void)state;
}

static void report_left(const struct state *state) {
    (void)state;
}
#endif

/* This structure is at the beginning of the fibre's memory, below its stack. */
struct hal_fibre {
    ucontext_t own, other;
    struct state state;
    void (*run)(void *);
    void *argument;
    uint32_t last; /* a stack overflow changes this word first */
};

#define UNTOUCHED 0x5afe57acu

/* The C library of this machine needs more stack than that of the chip, for instance in the dynamic
 * linker. Memory that is never touched costs nothing. */
#define EXTRA 65536

static struct hal_fibre *starting;

size_t hal_fibre_bytes(size_t depth) {
    return sizeof(struct hal_fibre) + 2 * depth + EXTRA;
}

static void begin(void) {
    starting->run(starting->argument);
}

struct hal_fibre *hal_fibre_make(void *memory, size_t bytes, void (*run)(void *), void *argument) {
    struct hal_fibre *fibre = memory;
    report_made(&fibre->state);
    fibre->run = run;
    fibre->argument = argument;
    fibre->last = UNTOUCHED;
    getcontext(&fibre->own);
    fibre->own.uc_stack.ss_sp = fibre + 1;
    fibre->own.uc_stack.ss_size = bytes - sizeof *fibre;
    fibre->own.uc_link = NULL;
    makecontext(&fibre->own, begin, 0);
    return fibre;
}

bool hal_fibre_resume(struct hal_fibre *fibre) {
    starting = fibre;
    report_resumed(&fibre->state);
    swapcontext(&fibre->other, &fibre->own);
    return fibre->last == UNTOUCHED;
}

void hal_fibre_leave(struct hal_fibre *fibre) {
    report_left(&fibre->state);
    swapcontext(&fibre->own, &fibre->other);
}
