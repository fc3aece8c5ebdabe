#include "hal/hal.h"
#include <mpi.h>

double PMPI_Wtime(void) {
    return (double)hal_cycles() / (double)hal_cycles_per_second();
}
