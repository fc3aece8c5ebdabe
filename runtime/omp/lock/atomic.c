/* Functions that GCC calls for those atomic constructs (OpenMP 5.2, 15.8.4) for which it has no
 * instruction. */
#include "omp/lock/atomic.h"

void GOMP_atomic_start(void) {
    oc_atomic_take();
}

void GOMP_atomic_end(void) {
    oc_atomic_give();
}
