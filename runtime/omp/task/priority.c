#include "omp/task/priority.h"

#include "omp/settings/settings.h"

uint32_t oc_task_with_priority(uint32_t flags, int priority) {
    uint32_t result = flags & OC_TASK_KEPT;
    int most =
        oc_settings.most_priority < OC_MOST_PRIORITY ? oc_settings.most_priority : OC_MOST_PRIORITY;
    if (!(flags & OC_TASK_PRIORITY) || priority <= 0)
        return result;
    return result | (uint32_t)(priority < most ? priority : most) << OC_TASK_PRIORITY_SHIFT;
}

/* The priority of a task that can be taken. 0 if the task has no priority or has been taken. */
static unsigned priority_at(const struct oc_task *task) {
    if (!__atomic_load_n(&task->function, __ATOMIC_RELAXED))
        return 0;
    return oc_task_priority(__atomic_load_n(&task->flags, __ATOMIC_RELAXED));
}

struct oc_task *oc_task_highest_own(struct oc_thread *self) {
    struct oc_deque *own = oc_tasks;
    struct oc_task *best = NULL;
    unsigned highest = 0;
    bool has_any = false;
    for (struct oc_task *at = own->next; at-- > own->record;) {
        unsigned priority = priority_at(at);
        has_any |= priority != 0;
        if (at >= own->floor && priority > highest) {
            highest = priority;
            best = at;
        }
    }
    if (!has_any) {
        own->has_priorities = false;
        oc_tasks_set_limits(self);
    }
    return best;
}

struct oc_task *oc_task_highest_of(const struct oc_deque *victim) {
    const struct oc_task *end = __atomic_load_n(&victim->next, __ATOMIC_RELAXED), *best = NULL;
    unsigned highest = 0;
    for (const struct oc_task *at = victim->record; at < end; at++) {
        unsigned priority = priority_at(at);
        if (priority > highest) {
            highest = priority;
            best = at;
        }
    }
    return (struct oc_task *)best;
}
