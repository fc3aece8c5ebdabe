/* single with copyprivate (OpenMP 5.2, 5.7.2). GOMP_single_copy_start() returns null in the thread
 * that runs the construct. In every other thread, it waits and returns the address of the values of
 * the thread that runs the construct. The compiler adds a barrier, at which the threads arrive once
 * they have copied the values. */
#include "omp/region/barrier.h"
#include "omp/team/team.h"

bool GOMP_single_start(void);

void *GOMP_single_copy_start(void) {
    if (GOMP_single_start())
        return NULL;
    GOMP_barrier();
    return oc_thread.team->copied;
}

void GOMP_single_copy_end(void *values) {
    if (oc_thread.size == 1)
        return;
    oc_thread.team->copied = values;
    GOMP_barrier();
}
