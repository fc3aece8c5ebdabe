/* Where malloc gets memory: the heap of the process record. malloc holds its lock around this. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/chip/heap.h"
#include "hal/chip/host.h"
#include "hal/chip/inline/self.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

void *__oc_sbrk(ptrdiff_t increment) {
    const struct hal_process *process = hal_self.process;
    uint32_t top = hal_heap_break;
    if (!top)
        top = process->heap;
    if (increment > (ptrdiff_t)(process->heap_end - top) ||
        increment < -(ptrdiff_t)(top - process->heap)) {
        host_call2(HOST_HEAP_FULL, (uint32_t)increment, process->heap_end - process->heap);
        errno = ENOMEM;
        return (void *)-1;
    }
    hal_heap_break = top + (uint32_t)increment;
    return (void *)top;
}
ALSO_NAMED(sbrk);
