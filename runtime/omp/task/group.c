/* taskgroup (OpenMP 5.2, 15.4). */
#include "omp/task/tasks.h"

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_start(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = oc_tasks_open(self);
    own->scope = oc_task_new_now(own, OC_TASK_GROUP, own->scope);
    own->scope->data = NULL;
}

void GOMP_taskgroup_end(void);
void GOMP_taskgroup_end(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->tasks;
    if (!own || !(own->scope->flags & OC_TASK_GROUP))
        return;
    struct oc_task *group = own->scope;
    oc_task_wait(self, group, ~OC_WAITED, oc_task_tied(own));
    own->scope = group->up;
    oc_task_free(group);
    oc_tasks_shrink(own);
}
