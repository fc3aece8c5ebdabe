/* Spawning tasks (OpenMP 5.2, 12.5). */
#ifndef OMP_TASK_SPAWN_H
#define OMP_TASK_SPAWN_H

#include "omp/task/deque.h"

typedef void oc_task_copy(void *to, void *from);

/* A number of bytes in the upper bits of `flags`, set by the library. After the compiler's copy
 * function, the library itself copies that many bytes at the beginning of the task's data. */
#define OC_TASK_HEAD(bytes) ((unsigned)(bytes) << 24)
#define OC_TASK_HEAD_OF(flags) ((size_t)((flags) >> 24))

/* The only compiler flags that most tasks have. */
#define OC_TASK_COMMON (unsigned)(OC_TASK_UNTIED | OC_TASK_MERGEABLE)

/* The last two arguments of the compiler's call, which are on the stack. They are declared as a
 * structure there. Separate arguments would be loaded for every task, although few tasks need
 * them. */
struct oc_task_rest {
    int priority;
    void *event;
};

/* Spawns a deferred task that needs no checks. Passes any other task on to the function below that
 * spawns this kind of task. */
void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest);

/* Runs an undeferred task in a record of its own. Passes a task that cannot run in this way on to
 * oc_task_spawn_included(). (These are separate functions, so that none of them saves more of its
 * arguments than it needs.) */
void oc_task_spawn_undeferred(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                              long alignment, bool is_deferred, unsigned flags, void **depends,
                              struct oc_task_rest rest);

/* Runs a task as a part of the current task (an included task), if the current task is final or the
 * team has one thread. Passes other tasks on to oc_dependent_spawn() or oc_task_spawn_any(). */
void oc_task_spawn_included(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                            long alignment, bool is_deferred, unsigned flags, void **depends,
                            struct oc_task_rest rest);

/* Spawns any task that no function above has taken. */
void oc_task_spawn_any(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                       long alignment, bool is_deferred, unsigned flags, void **depends,
                       struct oc_task_rest rest);

/* Runs a task at once, in a record. */
struct oc_dependent;
void oc_task_run_now(struct oc_thread *self, oc_region *function, void *data, unsigned flags,
                     struct oc_dependent *dependent);

#endif
