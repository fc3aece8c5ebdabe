#include "hal/hal.h"

/* The machine's memory: as good as endless. */
size_t hal_heap_left(void) {
    return SIZE_MAX;
}
