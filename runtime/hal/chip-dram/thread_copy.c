/* With threads nothing is different: hal_memcpy() asks where the memories are. */
#include "hal/chip/copy.h"

void *hal_thread_memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return hal_memcpy(to, from, bytes);
}
