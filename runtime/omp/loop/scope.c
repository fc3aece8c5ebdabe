/* scope (OpenMP 5.2, 11.2), which needs something only for reductions of tasks. */
#include "omp/loop/common.h"
#include "omp/loop/loop.h"

void GOMP_scope_start(uintptr_t *reductions);
void GOMP_scope_start(uintptr_t *reductions) {
    /* A loop of no iterations, which ends where its threads have met. */
    oc_loop_enter(oc_next_chunk_static, 0, 1, 0, 0);
    oc_common_enter(reductions, NULL);
    oc_loop_leave();
}
