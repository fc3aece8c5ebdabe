/* Cancellation of taskgroups: tasks that have not begun are left out (OpenMP 5.2, 16.1). */
#include "omp/region/cancel.h"

#include "omp/task/run.h"

bool oc_task_is_cancelled(const struct oc_task *task) {
    for (; task; task = task->up)
        if (__atomic_load_n(&task->flags, __ATOMIC_ACQUIRE) & OC_TASK_CANCELLED)
            return true;
    return __atomic_load_n(&oc_thread.team->is_cancelled, __ATOMIC_ACQUIRE);
}

bool oc_taskgroup_is_cancelled(void) {
    return oc_tasks && oc_task_is_cancelled(oc_tasks->scope);
}

/* Cancels the innermost taskgroup that the program has made. The taskgroup that the library makes
 * for a construct with reduction(task, …) does not count. */
void oc_taskgroup_cancel(void) {
    struct oc_task *scope = oc_tasks ? oc_tasks->scope : NULL;
    while (scope && (scope->flags & (OC_TASK_GROUP | OC_TASK_WORKSHARE)) != OC_TASK_GROUP)
        scope = scope->up;
    if (scope)
        __atomic_fetch_or(&scope->flags, OC_TASK_CANCELLED, __ATOMIC_RELEASE);
}
