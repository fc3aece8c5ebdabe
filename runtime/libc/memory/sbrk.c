/* Where malloc gets memory: the heap of the process record. malloc holds its lock around this. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/chip/host.h"
#include "hal/chip/self.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

static uint32_t top;

void *__oc_sbrk(ptrdiff_t increment) {
    const struct hal_process *process = hal_self.process;
    if (!top)
        top = process->heap;
    if (increment > (ptrdiff_t)(process->heap_end - top) ||
        increment < -(ptrdiff_t)(top - process->heap)) {
        host_call2(HOST_HEAP_FULL, (uint32_t)increment, process->heap_end - process->heap);
        errno = ENOMEM;
        return (void *)-1;
    }
    uint32_t before = top;
    top += (uint32_t)increment;
    return (void *)before;
}
ALSO_NAMED(sbrk);
