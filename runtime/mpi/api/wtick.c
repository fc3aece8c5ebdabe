#include "hal/hal.h"
#include <mpi.h>

double PMPI_Wtick(void) {
    return 1.0 / (double)hal_cycles_per_second();
}
