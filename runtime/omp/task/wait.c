/* taskwait, taskgroup, taskyield (OpenMP 5.2, 15.5, 15.4, 12.7). */
#include "omp/task/wait.h"

#include "omp/task/run.h"

/* A thread that waits in an untied task may begin other tasks, and wait in these as well. If more
 * than this number of its records are in use, it treats its task as tied, which limits the size of
 * its stack. */
#define MOST_UNTIED 16

const struct oc_task *oc_task_tied(struct oc_deque *own) {
    const struct oc_task *task = oc_task_of(own->scope);
    if (own->next - own->record > MOST_UNTIED)
        return task;
    while (task->flags & OC_TASK_UNTIED)
        task = oc_task_of(task->up);
    /* The thread may run any task in two cases: it is at a barrier, or `task` is another thread's
     * implicit task. Descendants of that task do not descend from the calling thread's implicit
     * task. In both cases the thread has no tied task that waits. */
    return task == &own->root || task->up ? task : NULL;
}

static inline bool has_children(const struct oc_task *scope) {
    return hal_observe(&scope->pending) & OC_CHILDREN;
}

/* Runs the thread's own tasks first, because usually one of them is a child. Only if there is none,
 * the function finds out which other tasks the thread may run. */
static __attribute__((noinline)) void await_children(struct oc_thread *self, struct oc_deque *own,
                                                     struct oc_task *scope) {
    own->has_waited = true;
    do
        if (!oc_task_run_youngest(self, own)) {
            oc_task_wait(self, scope, OC_CHILDREN, oc_task_tied(own));
            return;
        }
    while (has_children(scope));
}

/* Waits for all children of the current task: first those of its innermost taskgroup, then those of
 * each scope around that taskgroup, up to the task itself. */
static __attribute__((noinline)) void await_groups(struct oc_thread *self, struct oc_deque *own,
                                                   struct oc_task *scope) {
    for (;; scope = scope->up) {
        if (has_children(scope))
            await_children(self, own, scope);
        if (!(scope->flags & OC_TASK_GROUP))
            return;
    }
}

void GOMP_taskwait(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_deque *own = oc_tasks;
    if (!own)
        return;
    struct oc_task *scope = own->scope;
    if (__builtin_expect(scope->flags & OC_TASK_GROUP, 0))
        await_groups(self, own, scope);
    else if (has_children(scope))
        await_children(self, own, scope);
    hal_acquire(); /* other threads may have run some of the tasks */
}

void GOMP_taskyield(void) {
    struct oc_thread *self = &oc_thread;
    if (oc_tasks)
        oc_task_run_any(self, oc_task_tied(oc_tasks));
}

void GOMP_taskgroup_start(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_deque *own = oc_deque_open(self);
    own->scope = oc_task_new_undeferred(own, OC_TASK_GROUP, own->scope);
    own->scope->data = NULL;
}

void GOMP_taskgroup_end(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_deque *own = oc_tasks;
    if (!own || !(own->scope->flags & OC_TASK_GROUP))
        return;
    struct oc_task *group = own->scope;
    oc_task_wait(self, group, ~OC_WAITED, oc_task_tied(own));
    own->scope = group->up;
    oc_task_free(group);
    oc_deque_shrink(own);
}
