/* Taking tasks of others. */
#include "omp/task/below.h"
#include "omp/task/move.h"
#include "omp/task/priority.h"
#include "omp/task/put_back.h"

/* Where others begin to look. */
static void set_first(struct oc_tasks *victim, struct oc_task *first) {
    *(struct oc_task *volatile *)&victim->first = first;
}

/* Takes the function out of a record; null: it is not to be had. */
static inline oc_region *take(struct oc_task *at, const struct oc_task *below) {
    if (below && !oc_task_is_below(__atomic_load_n(&at->up, __ATOMIC_RELAXED), below))
        return NULL;
    return __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
}

struct oc_task *oc_task_steal(struct oc_tasks *own, struct oc_tasks *victim,
                              const struct oc_task *below, oc_region **function) {
    if (oc_tasks_are_full(own))
        return NULL;
    struct oc_tasks_ends ends = oc_tasks_ends(victim);
    /* All records from `next` on are free. */
    struct oc_task *at = ends.first, *begin = at, *next = ends.next;
    struct oc_task *urgent = NULL;
    if (own->is_prioritized && victim->has_priorities && (urgent = oc_task_urgent_of(victim)))
        at = begin = urgent;
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
    struct oc_task *task = oc_task_look(own, at);
    if (below && !oc_task_is_below(task->up, below)) {
        oc_task_put_back(at, taken, task);
        return NULL;
    }
    if (!urgent)
        set_first(victim, at + 1);
    oc_task_fetch(own, task, at);
    return task;
}
