#include "mpi/core/process.h"

#include "hal/hal.h"

struct oc_process oc_process = {.world = OC_NO_WORLD};

void oc_process_enter(enum oc_phase phase) {
    oc_process.phase = phase;
    oc_process.world = phase == OC_ACTIVE ? MPI_COMM_WORLD : OC_NO_WORLD;
    hal_report_active(phase == OC_ACTIVE);
}
