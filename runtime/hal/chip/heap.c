#include "hal/chip/self.h"
#include "hal/hal.h"
#include "libc/posix/calls.h"

size_t hal_heap_left(void) {
    return hal_self.process->heap_end - (uintptr_t)__oc_sbrk(0);
}
