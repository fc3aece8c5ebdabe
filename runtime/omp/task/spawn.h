/* Spawning tasks (OpenMP 5.2, 12.5). */
#ifndef OMP_TASK_SPAWN_H
#define OMP_TASK_SPAWN_H

#include "omp/task/deque.h"

typedef void oc_task_copy(void *to, void *from);

/* Bits of `flags` that the library sets: how many bytes at the beginning of a task's data it copies
 * itself, after the compiler's copy function. */
#define OC_TASK_HEAD(bytes) ((unsigned)(bytes) << 24)
#define OC_TASK_HEAD_OF(flags) ((size_t)((flags) >> 24))

/* The only compiler flags that most tasks have. */
#define OC_TASK_COMMON (unsigned)(OC_TASK_UNTIED | OC_TASK_MERGEABLE)

/* The last two arguments of the compiler, which it passes on the stack. They are declared as a
 * structure that lies there; as arguments, they would be loaded for every task, although few tasks
 * need them. */
struct oc_task_rest {
    int priority;
    void *event;
};

/* Spawns a deferred task that needs no checks, or calls the function below that spawns this kind of
 * task. */
void GOMP_task(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
               bool is_deferred, unsigned flags, void **depends, struct oc_task_rest rest);

/* Runs an undeferred task in a record of its own. A task that cannot run in this way goes to
 * oc_task_spawn_included(). (There are several functions, so that none of them keeps more of its
 * arguments than it needs.) */
void oc_task_spawn_undeferred(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                              long alignment, bool is_deferred, unsigned flags, void **depends,
                              struct oc_task_rest rest);

/* Runs an included task as a part of the task that makes it, if that task is final or the team has
 * one thread. Other tasks go to oc_dependent_spawn() or to oc_task_spawn_any(). */
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
