#include "hal/chip/host.h"
#include "hal/hal.h"

int hal_job_stop(uint32_t core) {
    return host_call1(HOST_STOP_JOB, core);
}
