/* What atomic (OpenMP 5.2, 15.8.4) becomes where there is no instruction for it. */
#include "omp/lock/token.h"
#include "omp/team/thread.h"

void GOMP_atomic_start(void);
void GOMP_atomic_start(void) {
    if (oc_thread.active)
        oc_token_take_for(OC_FOR_ATOMIC, oc_thread.atomic);
}

void GOMP_atomic_end(void);
void GOMP_atomic_end(void) {
    if (oc_thread.active)
        oc_token_give_for(OC_FOR_ATOMIC, oc_thread.atomic);
}
