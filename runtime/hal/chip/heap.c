#include "hal/chip/heap.h"

#include "hal/chip/inline/self.h"
#include "hal/hal.h"

size_t hal_heap_left(void) {
    const struct hal_process *process = hal_self.process;
    return process->heap_end - (hal_heap_break ? hal_heap_break : process->heap);
}
