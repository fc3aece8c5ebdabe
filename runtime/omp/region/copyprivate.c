/* single with copyprivate. It returns null in the thread that runs the construct, which then tells
 * the others where its values are. The compiler puts a barrier after they have copied them. */
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
