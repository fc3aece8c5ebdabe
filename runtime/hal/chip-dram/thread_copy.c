/* Programs with threads also use hal_memcpy(), because it checks where source and target are. */
#include "hal/chip/copy.h"

void *hal_thread_memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    return hal_memcpy(to, from, bytes);
}
