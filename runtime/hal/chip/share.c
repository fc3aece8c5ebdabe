#include "hal/chip/host.h"
#include "hal/hal.h"

size_t hal_page_bytes(void) {
    return (size_t)host_call1(HOST_PAGE, 0);
}

bool hal_share(void *pages, size_t bytes, bool open) {
    return hal_host_call(HOST_SHARE, (uint32_t)pages, bytes, open) == 0;
}
