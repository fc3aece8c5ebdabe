/* barrier (OpenMP 5.2, 15.3.1), by a tree of counters. */
#include "omp/region/barrier.h"

#include "hal/store.h"
#include "omp/team/thread.h"

void OC_FLAVOUR(GOMP_barrier)(void) {
    struct oc_thread *self = &oc_thread;
    /* Even a team of one may have deferred tasks. */
    if (OC_WITH_TASKS && self->tasks)
        oc_tasks_drain();
    hal_address arrive = self->arrive;
    if (__builtin_expect(self->size == 1, 0)) {
        oc_barrier_count(self);
        return;
    }
    /* Threads that the barrier releases must see everything that this thread has stored. */
    oc_flush();
    hal_counter_add(arrive, 1);
    oc_barrier_count(self);
    oc_await_release(self->released);
}
