#include "hal/chip/host.h"
#include "hal/hal.h"

int hal_close(int file) {
    return host_call1(HOST_CLOSE, (uint32_t)file);
}

int hal_copy_number(int file, int number, bool exact) {
    return hal_host_call((uint32_t)file, (uint32_t)number, exact, HOST_COPY);
}

long hal_read(int file, void *buffer, size_t bytes) {
    return hal_host_call((uint32_t)file, (uint32_t)buffer, bytes, HOST_READ);
}

int hal_status(int file, struct hal_status *status) {
    return host_call2(HOST_STATUS, (uint32_t)file, (uint32_t)status);
}

long hal_seek(int file, long offset, int whence) {
    return hal_host_call((uint32_t)file, (uint32_t)offset, (uint32_t)whence, HOST_SEEK);
}
