/* The handling of a thread's tasks at the beginning of its region, at barriers, and at the end. */
#include "omp/settings/settings.h"
#include "omp/task/dependences.h"
#include "omp/task/mechanism.h"
#include "omp/task/run.h"
#include "omp/task/wait.h"

/* Runs all tasks that are left, and waits for those that thieves have. */
static __attribute__((noinline)) void drain_all(struct oc_deque *own) {
    struct oc_thread *self = &oc_thread;
    own->drained = own->scope;
    /* The loop includes the taskgroups in which the thread is. A construct whose tasks take part in
     * reductions is such a taskgroup, and the construct's barrier is inside it. */
    for (struct oc_task *scope = own->scope; scope; scope = scope->up)
        while (hal_observe(&scope->pending) != OC_SUBTREE)
            if (!oc_task_run_youngest(self, own)) {
                oc_task_wait(self, scope, ~OC_WAITED, NULL);
                break;
            }
    /* Runs tasks of other threads that are in this thread's records. They became ready here, when
     * their last predecessor ran. The thread that waits for these tasks does not know where they
     * are. */
    while (own->next != own->record && oc_task_run_any(self, NULL))
        ;
    /* A thief may have taken one of the tasks and put it back, so the thread must look for tasks
     * again. */
    if (OC_TASK_COMES_BACK && own->next != own->record)
        self->is_notified = true;
    own->drained = NULL;
    if (own->has_unrelated && own->next == own->record) {
        own->has_unrelated = false;
        oc_tasks_set_limits(self);
    }
}

static inline bool has_tasks(const struct oc_deque *own) {
    return own->next != own->record || own->scope != &own->root ||
           hal_observe(&own->root.pending) != OC_SUBTREE;
}

/* Handles the most frequent case: there is one task, the thread has made it in its implicit task,
 * and no thief has taken it. */
static __attribute__((noinline)) void drain(struct oc_deque *own) {
    struct oc_task *task = own->record;
    oc_region *function;
    own->has_waited = true;
    if (__builtin_expect(own->next == task + 1 && own->scope == &own->root && own->limit, 1) &&
        __builtin_expect((function = oc_task_take_youngest(own, task)) != NULL, 1)) {
        oc_task_run_in(&oc_thread, own, task, function, OC_TASK_ONLY);
        __asm__("" : "+r"(own)); /* as in oc_task_run_in() */
        if (__builtin_expect(own->next == own->record && own->scope == &own->root, 1) &&
            __builtin_expect(hal_observe(&own->root.pending) == OC_SUBTREE, 1))
            return;
    }
    if (has_tasks(own))
        drain_all(own);
}

void oc_tasks_drain_own(struct oc_deque *own) {
    if (has_tasks(own))
        drain(own);
}

void oc_tasks_drain(void) {
    if (oc_tasks)
        oc_tasks_drain_own(oc_tasks);
}

void oc_tasks_end(void) {
    struct oc_thread *self = &oc_thread;
    if (!oc_tasks)
        return;
    oc_tasks_drain();
    if (oc_tasks->root.dependences)
        oc_dependences_free(oc_tasks->root.dependences);
    oc_tasks->root.dependences = NULL;
    oc_tasks->root.data = NULL;
    oc_deque_shrink(oc_tasks);
    if (self->settings)
        oc_settings_end(self);
    if (oc_tasks == &oc_outermost.deque)
        return; /* the next region may have the same team (oc_tasks_begin) */
    HAL_WRITE(&oc_tasks->team, NULL);
    oc_tasks = NULL;
}

void oc_tasks_begin(void) {
    struct oc_thread *self = &oc_thread;
    oc_tasks = oc_outermost.deque.size == self->size ? &oc_outermost.deque : NULL;
#ifdef OC_TASK_HANDED
    oc_hand_begin(self);
#endif
}

void oc_tasks_join(void) {
#ifdef OC_TASK_HANDED
    oc_hand_begin(&oc_thread);
#endif
}

void oc_tasks_return(void) {
    struct oc_deque *own = oc_tasks;
    if (own)
        own->victim = 0;
}

void oc_tasks_forget(void) {
    oc_outermost.deque.size = 0;
}
