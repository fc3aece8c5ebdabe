/* Taking tasks of others. */
#include "omp/task/move.h"

/* Whether a task descends from another one. What it looks at may change under it, but is always a
 * record. */
static bool is_below(const struct oc_task *task, const struct oc_task *other) {
    while (task && task != other)
        task = __atomic_load_n(&task->up, __ATOMIC_RELAXED);
    return task != NULL;
}

/* Whether the task just taken is one that may be run here; gives it back if not. */
static bool keeps(struct oc_task *task, oc_region *function, const struct oc_task *below) {
    if (!below || is_below(task, below))
        return true;
    hal_address home = task->home;
    __atomic_store_n(&task->function, function, __ATOMIC_RELEASE);
    /* Its thread may have found nothing meanwhile. */
    hal_store(home + OC_IN_BLOCK(roused), 1);
    return false;
}

struct oc_task *oc_task_steal(struct oc_tasks *own, struct oc_tasks *victim,
                              const struct oc_task *below, oc_region **function) {
    if (own->next == &own->record[OC_TASK_RECORDS])
        return NULL;
    struct oc_task *at = __atomic_load_n(&victim->first, __ATOMIC_RELAXED), *begin = at;
    for (;; at++) {
        if (!below || (__atomic_load_n(&at->function, __ATOMIC_RELAXED) && is_below(at, below))) {
            *function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
            if (*function) {
                if (!keeps(at, *function, below))
                    return NULL;
                break;
            }
        }
        /* All records from `next` on are free. */
        struct oc_task *next = __atomic_load_n(&victim->next, __ATOMIC_RELAXED);
        if (at + 1 >= next) {
            if (begin > next)
                __atomic_store_n(&victim->first, victim->record, __ATOMIC_RELAXED);
            return NULL;
        }
    }
    struct oc_task *task = oc_task_move(own, at);
    oc_task_free(at);
    __atomic_store_n(&victim->first, at + 1, __ATOMIC_RELAXED);
    return task;
}
