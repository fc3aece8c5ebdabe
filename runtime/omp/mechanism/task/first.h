/* Where tasks are handed out, there is no first one of a neighbour. */
#ifndef OMP_MECHANISM_TASK_FIRST_H
#define OMP_MECHANISM_TASK_FIRST_H

#include "omp/task/tasks.h"

static inline struct oc_task *oc_task_steal_first(struct oc_tasks *own, struct oc_tasks *victim,
                                                  struct oc_task *at, oc_region **function) {
    (void)at;
    return oc_task_steal(own, victim, NULL, function);
}

#endif
