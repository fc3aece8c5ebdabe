/* taskwait, taskyield (OpenMP 5.2, 15.5, 12.7). */
#include "omp/task/tasks.h"

const struct oc_task *oc_task_tied(struct oc_tasks *own) {
    const struct oc_task *task = oc_task_of(own->scope);
    while (task->flags & OC_TASK_UNTIED)
        task = oc_task_of(task->up);
    return task;
}

/* Most often there is nothing to wait for: what the thread may run meanwhile is found out later. */
static inline void await_children(struct oc_thread *self, struct oc_task *scope) {
    if (__atomic_load_n(&scope->pending, __ATOMIC_ACQUIRE) & OC_CHILDREN)
        oc_task_wait(self, scope, OC_CHILDREN, oc_task_tied(self->tasks));
}

void GOMP_taskwait(void);
void GOMP_taskwait(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->tasks;
    if (!own)
        return;
    struct oc_task *scope = own->scope;
    for (; scope->flags & OC_TASK_GROUP; scope = scope->up)
        await_children(self, scope);
    await_children(self, scope);
}

void GOMP_taskyield(void);
void GOMP_taskyield(void) {
    struct oc_thread *self = &oc_thread;
    if (self->tasks)
        oc_task_run_any(self, oc_task_tied(self->tasks));
}
