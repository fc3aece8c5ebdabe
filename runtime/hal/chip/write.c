#include "hal/chip/host.h"
#include "hal/hal.h"

long hal_write(int file, const void *buffer, size_t bytes) {
    return hal_host_call((uint32_t)file, (uint32_t)buffer, bytes, HOST_WRITE);
}
