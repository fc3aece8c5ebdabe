#include "omp/task/tasks.h"

void oc_task_publish(struct oc_tasks *own, struct oc_task *task, oc_region *function) {
    if (oc_task_show(own, task, function))
        oc_task_tell(own);
}
