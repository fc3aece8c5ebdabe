/* Spawning a task (OpenMP 5.2, 12.5). */
#ifndef OMP_TASK_SPAWN_H
#define OMP_TASK_SPAWN_H

#include "omp/task/tasks.h"

typedef void oc_task_copy(void *to, void *from);

/* With the flags: so many bytes at the beginning of the data the compiler's function for copying
 * leaves to the library. */
#define OC_TASK_HEAD(bytes) ((unsigned)(bytes) << 24)
#define OC_TASK_HEAD_OF(flags) ((size_t)((flags) >> 24))

/* What the compiler passes as two more arguments. Both are on the stack, and so is this, in the
 * same places; arguments would be fetched from there for every task, though few need them. */
struct oc_task_rest {
    int priority;
    void *event;
};

void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest);

/* Whatever the task is like. */
void oc_task_spawn(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                   bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest);

#endif
