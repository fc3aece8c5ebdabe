#include "hal/chip/host.h"
#include "hal/hal.h"

int hal_job_start(uint32_t number, const uint32_t *cores, uint32_t count, uint32_t *ended) {
    const volatile uint32_t request[] = {number, count, (uint32_t)cores, (uint32_t)ended};
    *ended = 0;
    return host_call1(HOST_START_JOB, (uint32_t)request);
}
