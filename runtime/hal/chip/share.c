#include "hal/chip/host.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/hal.h"

size_t hal_page_bytes(void) {
    return (size_t)host_call1(HOST_PAGE, 0);
}

bool hal_share(void *pages, size_t bytes, bool open) {
    /* Every process may read and write all memory in DRAM. */
    if (is_bounced(pages))
        return true;
    return hal_host_call((uint32_t)pages, bytes, open, HOST_SHARE) == 0;
}
