/* Time (OpenMP 5.2, 18.10). */
#include "hal/hal.h"
#include "omp.h"

double omp_get_wtime(void) {
    return (double)hal_cycles() / (double)hal_cycles_per_second();
}

double omp_get_wtick(void) {
    return 1 / (double)hal_cycles_per_second();
}
