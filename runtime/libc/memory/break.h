/* The end of the memory that a process has taken of its heap (hal/chip/heap.h). */
#ifndef LIBC_MEMORY_BREAK_H
#define LIBC_MEMORY_BREAK_H

#include <stdint.h>

#include "hal/chip/heap.h"
#include "hal/chip/inline/heap_place.h"

static inline uint32_t heap_break(void) {
    return hal_heap_break ? hal_heap_break : heap_of_process()->heap;
}

/* Reports that the heap has not `increment` more bytes. Sets errno and returns null. */
void *__oc_heap_full(uint32_t increment);

#endif
