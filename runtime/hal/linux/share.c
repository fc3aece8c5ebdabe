#include <unistd.h>

#include "hal/hal.h"

size_t hal_page_bytes(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* On Linux each process counts as alone in its tile, so there is nothing to open. */
bool hal_share(void *pages, size_t bytes, bool open) {
    (void)open;
    return (uintptr_t)pages % hal_page_bytes() == 0 && bytes % hal_page_bytes() == 0;
}
