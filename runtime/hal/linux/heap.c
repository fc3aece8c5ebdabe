#include "hal/hal.h"

/* The heap is limited only by the machine's memory, which counts as endless. */
size_t hal_heap_left(void) {
    return SIZE_MAX;
}
