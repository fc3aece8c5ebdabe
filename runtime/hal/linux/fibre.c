#include <ucontext.h>

#include "hal/hal.h"

/* This structure is at the beginning of the fibre's memory, below its stack. */
struct hal_fibre {
    ucontext_t own, other;
    void (*run)(void *);
    void *argument;
    uint32_t last; /* next to the end of the stack, so an overflow changes it first */
};

#define UNTOUCHED 0x5afe57acu

/* The C library of this machine needs more stack than the chip's, for instance in the dynamic
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
    swapcontext(&fibre->other, &fibre->own);
    return fibre->last == UNTOUCHED;
}

void hal_fibre_leave(struct hal_fibre *fibre) {
    swapcontext(&fibre->own, &fibre->other);
}
