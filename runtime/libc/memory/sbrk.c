/* Where malloc gets memory: the heap of the process record. malloc holds its lock around this. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/chip/self.h"

static uint32_t top;

void *sbrk(ptrdiff_t increment) {
    const struct hal_process *process = hal_self.process;
    if (!top)
        top = process->heap;
    if (increment > (ptrdiff_t)(process->heap_end - top) ||
        increment < -(ptrdiff_t)(top - process->heap)) {
        errno = ENOMEM;
        return (void *)-1;
    }
    uint32_t before = top;
    top += (uint32_t)increment;
    return (void *)before;
}
