/* barrier (OpenMP 5.2, 15.3.1): a central barrier that counts threads under a hardware mutex.
 * Waiting threads poll until the barrier's sense has been reversed. A thread that has polled for
 * long sleeps, so that a barrier which some thread never reaches is detected as a deadlock. */
#include "omp/region/barrier.h"

#include "hal/store.h"
#include "omp/lock/mutex.h"
#include "omp/team/team.h"

/* The number of times that a thread polls before it sleeps. A poll takes about 60 cycles. Where the
 * speed of a barrier matters, all threads arrive in less time than these polls take. */
#define LOOKS 1000

/* The bits of `arrived` below this one count the threads that have arrived. The bits from this one
 * on contain 1 + the number of the last thread that has gone to sleep, or 0. */
#define LAST_ASLEEP 16

static hal_address mutex(void) {
    static _Thread_local hal_address known;
    if (!known)
        known = oc_mutex(OC_MUTEX_BARRIER);
    return known;
}

/* Wakes the threads that sleep at the barrier. */
static __attribute__((noinline)) void wake(uint32_t last) {
    while (last) {
        hal_address block = hal_thread_block((int)last - 1);
        last = hal_load(block + OC_IN_BLOCK(region.asleep_before));
        hal_store(block + OC_IN_BLOCK(region.over), 1);
    }
}

/* Counts the calling thread as arrived. Returns whether it is the last thread to arrive. */
static bool arrive(struct oc_team *team, uint32_t sense) {
    /* Threads that the barrier releases must see everything that this thread has stored; the
     * release of the mutex ensures that. */
    hal_mutex_lock(mutex());
    uint32_t arrived = team->arrived + 1;
    bool is_last = (uint16_t)arrived == (uint32_t)team->size;
    team->arrived = is_last ? 0 : arrived;
    if (is_last)
        __atomic_store_n(&team->sense, !sense, __ATOMIC_RELEASE);
    hal_mutex_unlock(mutex());
    if (__builtin_expect(is_last && arrived >> LAST_ASLEEP, 0))
        wake(arrived >> LAST_ASLEEP);
    return is_last;
}

/* Sleeps until the barrier is over, that is, until the team's sense is no longer `sense`. */
static __attribute__((noinline)) void sleep_at_barrier(struct oc_team *team, uint32_t sense) {
    struct oc_block *block = oc_thread.block;
    /* The thread may be running a task while it is in the list of sleepers of an enclosing barrier.
     * This value is then its link in that list. */
    uint32_t asleep_before = block->region.asleep_before;
    hal_mutex_lock(mutex());
    bool is_over = team->sense != sense;
    if (!is_over) {
        block->region.over = 0;
        block->region.asleep_before = team->arrived >> LAST_ASLEEP;
        team->arrived = (uint16_t)team->arrived | ((uint32_t)hal_thread() + 1) << LAST_ASLEEP;
    }
    hal_mutex_unlock(mutex());
    if (is_over)
        return;
    oc_await(&block->region.over);
    if (OC_WITH_TASKS) {
        /* The enclosing barrier cannot be over yet, because this thread has not completed its
         * task. */
        block->region.asleep_before = asleep_before;
        block->region.over = 0;
    }
}

/* Runs a task if there is one; returns whether it has run one. */
static inline bool run_task(struct oc_thread *self) {
    return OC_WITH_TASKS && (self->is_notified || hal_observe(&self->block->task.notified)) &&
           oc_tasks_run_one();
}

void OC_FLAVOUR(GOMP_barrier)(void) {
    struct oc_team *team = oc_thread.team;
    oc_barrier_count(&oc_thread);
    /* Even a team of one may have deferred tasks. */
    if (OC_WITH_TASKS)
        oc_tasks_drain();
    if (oc_thread.size == 1)
        return;
    uint32_t sense = __atomic_load_n(&team->sense, __ATOMIC_RELAXED);
    if (arrive(team, sense))
        return;
    for (int looks = LOOKS; __atomic_load_n(&team->sense, __ATOMIC_ACQUIRE) == sense;) {
        if (run_task(&oc_thread))
            continue;
        if (looks-- == 0) {
            sleep_at_barrier(team, sense);
            return;
        }
        oc_pause();
    }
}
