#include "hal/chip/host.h"
#include "hal/hal.h"

void hal_report_rank(int rank) {
    host_call1(HOST_RANK, (uint32_t)rank);
}

void hal_report_active(bool active) {
    host_call1(HOST_FINALIZED, active);
}
