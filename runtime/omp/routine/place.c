/* Places (OpenMP 5.2, 18.3): each core of the process is one, by its number, and thread 0 may use
 * all. */
#include "hal/hal.h"
#include "omp.h"

int omp_get_num_places(void) {
    return hal_threads();
}

int omp_get_place_num_procs(int place) {
    return place >= 0 && place < hal_threads();
}

void omp_get_place_proc_ids(int place, int *cores) {
    if (omp_get_place_num_procs(place))
        cores[0] = place;
}

int omp_get_place_num(void) {
    return hal_thread();
}

int omp_get_partition_num_places(void) {
    return hal_threads();
}

void omp_get_partition_place_nums(int *places) {
    for (int i = 0; i < hal_threads(); i++)
        places[i] = i;
}
