#include "hal/chip/host.h"
#include "hal/hal.h"

int hal_open(const char *path, int flags, int mode) {
    return hal_host_call((uint32_t)path, (uint32_t)flags, (uint32_t)mode, HOST_OPEN);
}

int hal_status_at(const char *path, struct hal_status *status) {
    return host_call2(HOST_STATUS_AT, (uint32_t)path, (uint32_t)status);
}

int hal_unlink(const char *path) {
    return host_call1(HOST_UNLINK, (uint32_t)path);
}

int hal_rename(const char *from, const char *to) {
    return hal_host_call((uint32_t)from, (uint32_t)to, 0, HOST_RENAME);
}
