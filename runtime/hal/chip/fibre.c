#include "hal/chip/fibre.h"

#include "hal/hal.h"

/* This structure is at the end of the fibre's memory, above its stack. */
struct hal_fibre {
    void *own;      /* stack pointer of the fibre while it is suspended */
    void *other;    /* stack pointer of the resuming side while the fibre runs */
    uint32_t *last; /* the lowest word of the fibre's memory */
};

#define UNTOUCHED 0x5afe57acu
#define STACK_ALIGNMENT 16

size_t hal_fibre_bytes(size_t depth) {
    size_t bytes = sizeof(uint32_t) + depth + FIBRE_FRAME + sizeof(struct hal_fibre);
    return (bytes + STACK_ALIGNMENT) & -(size_t)STACK_ALIGNMENT;
}

struct hal_fibre *hal_fibre_make(void *memory, size_t bytes, void (*run)(void *), void *argument) {
    uintptr_t end = (uintptr_t)memory + bytes - sizeof(struct hal_fibre);
    struct hal_fibre *fibre = (struct hal_fibre *)(end & -(uintptr_t)STACK_ALIGNMENT);
    uint32_t *frame = (uint32_t *)((char *)fibre - FIBRE_FRAME);
    frame[FIBRE_RA / 4] = (uint32_t)hal_fibre_begin;
    frame[FIBRE_S0 / 4] = (uint32_t)run;
    frame[FIBRE_S1 / 4] = (uint32_t)argument;
    fibre->own = frame;
    fibre->last = memory;
    *fibre->last = UNTOUCHED;
    return fibre;
}

bool hal_fibre_resume(struct hal_fibre *fibre) {
    hal_fibre_switch(&fibre->other, &fibre->own);
    return *fibre->last == UNTOUCHED;
}

void hal_fibre_leave(struct hal_fibre *fibre) {
    hal_fibre_switch(&fibre->own, &fibre->other);
}
