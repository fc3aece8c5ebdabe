#include <errno.h>

#include "hal/hal.h"

int hal_job_stop(uint32_t core) {
    (void)core;
    return -ENOSYS;
}
