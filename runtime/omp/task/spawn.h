/* Spawning a task (OpenMP 5.2, 12.5). */
#ifndef OMP_TASK_SPAWN_H
#define OMP_TASK_SPAWN_H

#include "omp/task/tasks.h"

typedef void oc_task_copy(void *to, void *from);

void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, int priority, void *event);

/* Whatever the task is like. */
void oc_task_spawn(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                   bool is_deferred, unsigned flags, void **depends, int priority, void *event);

#endif
