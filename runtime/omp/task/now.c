#include "omp/task/now.h"

#include "omp/team/settings.h"

/* Nobody takes it, and it is counted only if it leaves descendants behind. */
void oc_task_now(oc_region *function, void *data, struct oc_tasks *own) {
    struct oc_task *task = own->next;
    task->up = own->scope;
    task->data = own->floor;
    own->next = own->floor = task + 1;
    own->scope = task;
    function(data);
    own->floor = task->data;
    own->scope = task->up;
    if (__builtin_expect(
            hal_observe(&task->pending) == OC_SUBTREE && !task->dependences && !own->is_special, 1))
        oc_task_pop(own, task);
    else
        oc_task_leave(&oc_thread, task);
}

void oc_task_include(oc_region *function, void *data, struct oc_thread *self) {
    function(data);
    oc_settings_end(self);
}
