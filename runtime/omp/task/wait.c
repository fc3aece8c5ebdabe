/* taskwait, taskyield (OpenMP 5.2, 15.5, 12.7). */
#include "omp/task/youngest.h"

/* A thread in an untied task that waits may begin others, in which it waits again. So many of its
 * records in use are enough for its stack: from there on it takes the task for a tied one. */
#define MOST_UNTIED 16

const struct oc_task *oc_task_tied(struct oc_tasks *own) {
    const struct oc_task *task = oc_task_of(own->scope);
    if (own->next - own->record > MOST_UNTIED)
        return task;
    while (task->flags & OC_TASK_UNTIED)
        task = oc_task_of(task->up);
    /* Where that is the implicit task of another thread, the own one is at a barrier, or this would
     * be below it: nothing that is tied is left waiting. */
    return task == &own->root || task->up ? task : NULL;
}

static inline bool has_children(const struct oc_task *scope) {
    return hal_observe(&scope->pending) & OC_CHILDREN;
}

/* Most often there is a task that nobody has taken: what else the thread may run meanwhile is found
 * out later. */
static __attribute__((noinline)) void await_children(struct oc_thread *self, struct oc_tasks *own,
                                                     struct oc_task *scope) {
    own->has_waited = true;
    do
        if (!oc_task_run_youngest(self, own)) {
            oc_task_wait(self, scope, OC_CHILDREN, oc_task_tied(own));
            return;
        }
    while (has_children(scope));
}

/* Those that have been made in groups, too. */
static __attribute__((noinline)) void await_groups(struct oc_thread *self, struct oc_tasks *own,
                                                   struct oc_task *scope) {
    for (;; scope = scope->up) {
        if (has_children(scope))
            await_children(self, own, scope);
        if (!(scope->flags & OC_TASK_GROUP))
            return;
    }
}

void GOMP_taskwait(void);
void GOMP_taskwait(void) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->tasks;
    if (!own)
        return;
    struct oc_task *scope = own->scope;
    if (__builtin_expect(scope->flags & OC_TASK_GROUP, 0))
        await_groups(self, own, scope);
    else if (has_children(scope))
        await_children(self, own, scope);
}

void GOMP_taskyield(void);
void GOMP_taskyield(void) {
    struct oc_thread *self = &oc_thread;
    if (self->tasks)
        oc_task_run_any(self, oc_task_tied(self->tasks));
}
