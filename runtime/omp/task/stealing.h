/* Work stealing: a ready task stays in its record, where thieves look for it. */
#ifndef OMP_TASK_STEALING_H
#define OMP_TASK_STEALING_H

#include "omp/task/transfer.h"

/* 0: a thread need not look for tasks in its own records once more before it sleeps. Thieves check
 * whether they may run a task before they take it, so they hardly ever put a task back. Any thread
 * may find such a task. */
enum { OC_TASK_COMES_BACK = 0 };

/* Makes a task available to thieves. Returns the neighbours to be notified, as bits. A thief that
 * begins to wait at this moment may be notified only of the next task. */
static inline uint32_t oc_task_offer(const struct oc_deque *own, struct oc_task *task,
                                     oc_region *function) {
    /* All data that the thief will read, including the record, must have arrived before the
     * function is stored. */
    __atomic_thread_fence(__ATOMIC_RELEASE);
    uint32_t thieves = HAL_READ((const volatile uint32_t *)&own->thieves);
    HAL_WRITE((oc_region *volatile *)&task->function, function);
    return thieves;
}

static inline void oc_task_offered(struct oc_deque *own, uint32_t thieves) {
    oc_task_notify(own, thieves);
}

/* Takes the task at which thieves begin to look, and moves it into the first free record of the
 * calling thread, which must have one. The task is at `at`, unless another thief has just taken it.
 * The move takes three trips to another tile and few instructions, and nearly always succeeds. Sets
 * `function`. Returns null if another thief has the task; the victim may have others. */
static inline struct oc_task *oc_task_steal_first(struct oc_deque *own, struct oc_deque *victim,
                                                  struct oc_task *at, oc_region **function) {
    if (own->is_prioritized)
        return NULL;
    while (!(*function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE))) {
        /* If another thief has taken the task, the victim's `first` has changed by now. */
        struct oc_task *before = at;
        if ((at = __atomic_load_n(&victim->first, __ATOMIC_RELAXED)) == before)
            return NULL;
    }
    HAL_WRITE((struct oc_task *volatile *)&victim->first, at + 1);
    return oc_task_move(own, at);
}

/* Ends of children are always counted in memory, not in hardware. */
static inline bool oc_task_count_in_counter(const struct oc_task *scope, uint32_t amount) {
    (void)scope, (void)amount;
    return false;
}

static inline void oc_task_collect(struct oc_task *scope) {
    (void)scope;
}

static inline int32_t oc_task_collect_later(struct oc_task *scope) {
    (void)scope;
    return 0;
}

static inline void oc_task_collect_now(struct oc_task *scope, int32_t missing) {
    (void)scope, (void)missing;
}

#endif
