#include <unistd.h>

#include "hal/chip/self.h"
#include "hal/hal.h"

size_t hal_heap_left(void) {
    return hal_self.process->heap_end - (uintptr_t)sbrk(0);
}
