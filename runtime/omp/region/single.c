/* single (OpenMP 5.2, 11.1). */
#include "omp/region/barrier.h"
#include "omp/team/team.h"

bool GOMP_single_start(void) {
    struct oc_thread *self = &oc_thread;
    if (self->size == 1)
        return true;
    /* Each construct has a number. The first thread to arrive raises the team's counter to the next
     * number, and so runs the construct. The other threads find that the counter is already
     * higher. */
    uint32_t number = self->singles++;
    return __atomic_compare_exchange_n(&self->team->singles, &number, number + 1, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
