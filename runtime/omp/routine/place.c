/* Places (OpenMP 5.2, 18.3). Places change nothing: threads stay on their cores and may use all
 * cores. */
#include "hal/hal.h"
#include "omp.h"
#include "omp/routine/places.h"

int omp_get_num_places(void) {
    return oc_places.count;
}

static int start(int place) {
    return place ? oc_places.end[place - 1] : 0;
}

int omp_get_place_num_procs(int place) {
    return place >= 0 && place < oc_places.count ? oc_places.end[place] - start(place) : 0;
}

void omp_get_place_proc_ids(int place, int *cores) {
    for (int i = 0, count = omp_get_place_num_procs(place); i < count; i++)
        cores[i] = oc_places.core[start(place) + i];
}

/* The first place that contains the core; -1 if none does. */
int omp_get_place_num(void) {
    for (int i = 0, place = 0; i < oc_places.cores; i++) {
        place += i == oc_places.end[place];
        if (oc_places.core[i] == hal_thread())
            return place;
    }
    return -1;
}

int omp_get_partition_num_places(void) {
    return oc_places.count;
}

void omp_get_partition_place_nums(int *places) {
    for (int i = 0; i < oc_places.count; i++)
        places[i] = i;
}
