/* Critical constructs without a name (OpenMP 5.2, 15.2). Outside parallel regions there is no other
 * thread to exclude. */
#include "omp/lock/token.h"
#include "omp/team/thread.h"

void GOMP_critical_start(void) {
    if (__builtin_expect(oc_thread.active, 1))
        oc_token_take_for(OC_FOR_CRITICAL, oc_thread.critical);
}

void GOMP_critical_end(void) {
    hal_address token = oc_thread.critical;
    if (__builtin_expect(oc_thread.active, 1))
        oc_token_give_for(OC_FOR_CRITICAL, token);
}
