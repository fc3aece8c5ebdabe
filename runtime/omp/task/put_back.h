/* Giving back a task that has been taken. */
#ifndef OMP_TASK_PUT_BACK_H
#define OMP_TASK_PUT_BACK_H

#include "omp/task/tasks.h"

/* Puts back what may not be run here: since it was looked at, the record has become that of another
 * task. */
static __attribute__((noinline)) void oc_task_put_back(struct oc_task *task, oc_region *function,
                                                       struct oc_task *seen) {
    seen->flags = 0;
    seen->up = NULL;
    hal_address home = task->home;
    __atomic_store_n(&task->function, function, __ATOMIC_RELEASE);
    /* Its thread may have found nothing meanwhile. */
    hal_store(home + OC_IN_BLOCK(roused), 1);
}

#endif
