#include "omp/task/mechanism.h"
#include "omp/task/priority.h"

void oc_task_publish(struct oc_deque *own, struct oc_task *task, oc_region *function) {
    uint32_t thieves = oc_task_offer(own, task, function);
    if (thieves)
        oc_task_notify(own, thieves);
}

/* Sets the record where thieves begin to look for tasks of `victim`. */
static void set_first(struct oc_deque *victim, struct oc_task *first) {
    HAL_WRITE((struct oc_task *volatile *)&victim->first, first);
}

/* Takes the function out of a record. Returns null if another thread has taken it, or if the task
 * does not descend from `below`. */
static inline oc_region *take(struct oc_task *at, const struct oc_task *below) {
    if (below && !oc_task_descends(__atomic_load_n(&at->up, __ATOMIC_RELAXED), below))
        return NULL;
    return __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
}

struct oc_task *oc_task_steal(struct oc_deque *own, struct oc_deque *victim,
                              const struct oc_task *below, oc_region **function) {
    if (oc_deque_is_full(own))
        return NULL;
    struct oc_deque_ends ends = oc_deque_ends(victim);
    /* All records from `next` on are free. */
    struct oc_task *at = ends.first, *begin = at, *next = ends.next;
    struct oc_task *highest = NULL;
    if (own->is_prioritized && victim->has_priorities && (highest = oc_task_highest_of(victim)))
        at = begin = highest;
    oc_region *taken = NULL;
    while (at < next && !(taken = take(at, below))) {
        at++;
        next = __atomic_load_n(&victim->next, __ATOMIC_RELAXED);
    }
    if (!taken) {
        if (begin > next)
            set_first(victim, victim->record);
        return NULL;
    }
    *function = taken;
    struct oc_task *task = oc_task_copy_link(own, at);
    if (below && !oc_task_descends(task->up, below)) {
        oc_task_put_back(at, taken, task);
        return NULL;
    }
    if (!highest)
        set_first(victim, at + 1);
    oc_task_take_over(own, task, at);
    return task;
}
