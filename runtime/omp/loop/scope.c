/* scope (OpenMP 5.2, 11.2). It needs the runtime only for reductions of tasks. */
#include "omp/loop/common.h"
#include "omp/loop/loop.h"

void GOMP_scope_start(uintptr_t *reductions) {
    /* The construct is treated as a loop without iterations, which ends when all threads have
     * entered. */
    oc_loop_enter(oc_next_chunk_static, 0, 1, 0, 0);
    oc_common_enter(reductions, NULL);
    oc_loop_leave();
}
