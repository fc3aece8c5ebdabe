/* Tasks that are run where they are made (OpenMP 5.2, 12.5): undeferred ones, in a record of their
 * own; those that are made in a final task or a team of one, as a part of that. */
#ifndef OMP_TASK_NOW_H
#define OMP_TASK_NOW_H

#include "omp/task/tasks.h"

/* Most of the undeferred; there is a free record. */
void oc_task_now(oc_region *function, void *data, struct oc_tasks *own);

/* Most of those that are a part of another one. */
void oc_task_include(oc_region *function, void *data, struct oc_thread *self);

#endif
