/* barrier (OpenMP 5.2, 15.3.1), by a tree of counters. */
#include "omp/region/barrier.h"

#include "hal/store.h"
#include "omp/team/thread.h"

/* Meets the other threads of the team. */
static inline void meet(void) {
    struct oc_thread *self = &oc_thread;
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

#if OC_WITH_TASKS
/* This function is not inlined, because it saves no registers, and its caller does. */
static __attribute__((noinline)) void drain_and_meet(struct oc_deque *own) {
    oc_tasks_drain_own(own);
    meet();
}
#endif

void OC_FLAVOUR(GOMP_barrier)(void) {
#if OC_WITH_TASKS
    /* Even a team of one may have deferred tasks. */
    if (oc_tasks) {
        drain_and_meet(oc_tasks);
        return;
    }
#endif
    meet();
}
