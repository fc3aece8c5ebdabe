/* The calling thread (OpenMP 5.2, 18.2). The compiler calls these functions in every loop with a
 * static schedule. */
#include "omp/team/thread.h"

#include "omp.h"

int omp_get_thread_num(void) {
    return oc_thread.number;
}

int omp_get_num_threads(void) {
    return oc_thread.size;
}
