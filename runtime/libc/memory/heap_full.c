#include <errno.h>
#include <stddef.h>

#include "hal/chip/host.h"
#include "libc/memory/break.h"

void *__oc_heap_full(uint32_t increment) {
    const heap_record *heap = heap_of_process();
    hal_host_call(increment, heap->heap_end - heap->heap, HEAP_IN_DRAM, HOST_HEAP_FULL);
    errno = ENOMEM;
    return NULL;
}
