#include "omp/region/cancel.h"
#include "link/variant.h"

#include "hal/store.h"
#include "omp/region/barrier.h"
#include "omp/settings/settings.h"
#include "omp/team/flavour.h"
#include "omp/team/team.h"

/* Linked only into programs with tasks; in others, the function's address is null. */
extern __typeof__(oc_tasks_drain) oc_tasks_drain OC_OPTIONAL;

static bool is_cancelled(const struct oc_team *team) {
    return __atomic_load_n(&team->is_cancelled, __ATOMIC_ACQUIRE);
}

/* Wakes all other threads of the team, which wait at a barrier or are about to wait there. */
static void wake_others(const struct oc_team *team) {
    if (team->size == 1)
        return;
    /* Threads that wake must see all earlier stores. */
    oc_flush();
    int me = hal_thread();
    for (int i = 0; i < team->size; i++) {
        int other = team->cores ? team->cores[i] : i;
        if (other != me)
            hal_store(hal_thread_block(other) + oc_released_of(team), 1);
    }
}

bool GOMP_barrier_cancel(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_team *team = self->team;
    if (!oc_settings.is_cancellable) {
        GOMP_barrier();
        return false;
    }
    if (oc_tasks_drain)
        oc_tasks_drain();
    oc_barrier_count(self);
    if (self->size > 1)
        *self->released = 0;
    /* After this fence, either this thread sees the cancellation, or the cancelling thread's store
     * to `released` comes later and wakes this thread. */
    oc_flush();
    if (is_cancelled(team))
        return true;
    if (__atomic_add_fetch(&team->waiting, 1, __ATOMIC_ACQ_REL) == (uint32_t)self->size) {
        team->waiting = 0;
        wake_others(team);
    } else {
        oc_await_release(self->released);
    }
    return is_cancelled(team);
}

bool GOMP_cancellation_point(int construct) {
    const struct oc_thread *self = &oc_thread;
    if (!oc_settings.is_cancellable)
        return false;
    if (is_cancelled(self->team))
        return true;
    switch (construct) {
    case OC_CANCEL_LOOP:
    case OC_CANCEL_SECTIONS:
        return __atomic_load_n(&self->team->cancelled_loop, __ATOMIC_ACQUIRE) == self->barriers + 1;
    case OC_CANCEL_TASKGROUP:
        return oc_taskgroup_is_cancelled && oc_taskgroup_is_cancelled();
    default:
        return false;
    }
}

bool GOMP_cancel(int construct, bool is_wanted) {
    const struct oc_thread *self = &oc_thread;
    struct oc_team *team = self->team;
    if (!oc_settings.is_cancellable)
        return false;
    if (!is_wanted)
        return GOMP_cancellation_point(construct);
    if (construct == OC_CANCEL_TASKGROUP) {
        if (oc_taskgroup_cancel)
            oc_taskgroup_cancel();
        return oc_taskgroup_cancel;
    }
    /* The region may leave incomplete state behind, so the team must be set up again for the next
     * region. */
    team->ready = 0;
    if (construct == OC_CANCEL_PARALLEL) {
        __atomic_store_n(&team->is_cancelled, 1, __ATOMIC_RELEASE);
        wake_others(team);
    } else {
        __atomic_store_n(&team->cancelled_loop, self->barriers + 1, __ATOMIC_RELEASE);
    }
    return true;
}
