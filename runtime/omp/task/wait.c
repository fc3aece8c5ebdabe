/* taskwait, taskyield (OpenMP 5.2, 15.5, 12.7). */
#include "omp/task/tasks.h"

/* The innermost task that the thread is in and may not leave for others than its descendants
 * (OpenMP 5.2, 12.9). */
static const struct oc_task *tied(struct oc_tasks *own) {
    const struct oc_task *task = oc_task_of(own->scope);
    while (task->flags & OC_TASK_UNTIED)
        task = oc_task_of(task->up);
    return task;
}

void GOMP_taskwait(void);
void GOMP_taskwait(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->tasks;
    if (!own)
        return;
    struct oc_task *scope = own->scope;
    for (; scope->flags & OC_TASK_GROUP; scope = scope->up)
        oc_task_wait(self, scope, OC_CHILDREN, tied(own));
    oc_task_wait(self, scope, OC_CHILDREN, tied(own));
}

void GOMP_taskyield(void);
void GOMP_taskyield(void) {
    struct oc_thread *self = &oc_thread;
    if (self->tasks)
        oc_task_run_any(self, tied(self->tasks));
}

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_start(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->size > 1 ? oc_tasks_open(self) : self->tasks;
    if (!own || oc_task_is_final)
        return;
    struct oc_task *group = own->flat ? NULL : oc_task_new(own, OC_TASK_GROUP, own->scope);
    if (group) {
        own->scope = group;
    } else {
        /* All that is spawned in it is run at once. */
        own->flat++;
        own->limit = NULL;
    }
}

void GOMP_taskgroup_end(void);
void GOMP_taskgroup_end(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->tasks;
    if (own && own->flat && !oc_task_is_final) {
        if (--own->flat == 0)
            own->limit = &own->record[OC_TASK_RECORDS];
        return;
    }
    if (!own || oc_task_is_final || !(own->scope->flags & OC_TASK_GROUP))
        return;
    struct oc_task *group = own->scope;
    oc_task_wait(self, group, ~OC_WAITED, tied(own));
    own->scope = group->up;
    oc_task_free(group);
}

void GOMP_taskwait_depend(void **depends);
void GOMP_taskwait_depend(void **depends) {
    (void)depends;
    GOMP_taskwait();
}
