/* barrier (OpenMP 5.2, 15.3.1), by a tree of counters. */
#include "omp/region/barrier.h"

#include "hal/store.h"
#include "omp/team/thread.h"

void OC_FLAVOUR(GOMP_barrier)(void) {
    struct oc_thread *self = &oc_thread;
    /* A team of one may have deferred tasks, too. */
    if (OC_WITH_TASKS && self->tasks)
        oc_tasks_drain();
    if (self->size == 1) {
        oc_barrier_count(self);
        return;
    }
    volatile uint32_t *released = self->released;
    *released = 0;
    /* Released threads must see what this one has stored. */
    oc_flush();
    hal_counter_add(self->arrive, 1);
    oc_barrier_count(self);
    oc_await(released);
}
