#include "hal/hal.h"

/* Only the machine's memory, which counts as endless, limits the heap. */
size_t hal_heap_left(void) {
    return SIZE_MAX;
}
