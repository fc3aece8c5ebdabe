/* barrier (OpenMP 5.2, 15.3.1): a central one, which counts under a hardware mutex; those that wait
 * look again and again whether its sense has been reversed. */
#include "omp/region/barrier.h"

#include "omp/lock/mutex.h"
#include "omp/loop/share.h"
#include "omp/team/team.h"

/* Whether the thread is the last one. */
static bool arrive(struct oc_team *team, uint32_t sense) {
    static _Thread_local hal_address mutex;
    if (!mutex)
        mutex = oc_mutex(OC_MUTEX_BARRIER);
    /* What has been stored until the mutex is free again is seen by who is released. */
    hal_mutex_lock(mutex);
    bool is_last = ++team->arrived == (uint32_t)team->size;
    if (is_last) {
        team->arrived = 0;
        __atomic_store_n(&team->sense, !sense, __ATOMIC_RELEASE);
    }
    hal_mutex_unlock(mutex);
    return is_last;
}

OC_FLAVOUR(barrier)

OC_FLAVOURED void GOMP_barrier(void) {
    struct oc_team *team = oc_thread.team;
    oc_barrier_count(&oc_thread);
    if (oc_thread.size == 1)
        return;
    if (OC_WITH_TASKS)
        oc_tasks_drain();
    uint32_t sense = __atomic_load_n(&team->sense, __ATOMIC_RELAXED);
    if (arrive(team, sense))
        return;
    while (__atomic_load_n(&team->sense, __ATOMIC_ACQUIRE) == sense)
        oc_pause();
}
