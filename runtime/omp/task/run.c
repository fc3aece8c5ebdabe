#include "omp/task/run.h"

#include <stdlib.h>

#include "omp/task/dependences.h"
#include "omp/task/mechanism.h"

/* These functions are optional. A program contains them only if it can make tasks that need
 * them. */
extern __typeof__(oc_task_call) oc_task_call OC_OPTIONAL;
extern __typeof__(oc_dependent_end) oc_dependent_end OC_OPTIONAL;

/* Wakes the thread of a scope. The thread sleeps until some of the scope's children are complete
 * (oc_task_wait()). */
static void wake(hal_address home) {
    hal_store(home + OC_IN_BLOCK(task.woken), 1);
}

/* Called with the new value `left` of a scope's `pending`. If the scope's thread sleeps, wakes it.
 * If `left` says that the scope and its descendants are complete, frees the scope. */
static __attribute__((noinline)) void notify_or_free(struct oc_task *scope, uint32_t left) {
    for (;;) {
        if (left & OC_WAITED)
            /* `home` stays the same, even if the record holds another task by now */
            wake(scope->home);
        if (left)
            return;
        /* The scope itself was complete before its last descendant, so no other thread uses it any
         * more. */
        struct oc_task *up = scope->up;
        if (scope->dependences)
            oc_dependences_free(scope->dependences);
        oc_task_free(scope);
        scope = up;
        left = __atomic_sub_fetch(&scope->pending, OC_SUBTREE, __ATOMIC_ACQ_REL);
    }
}

void oc_task_count_down(struct oc_task *scope, uint32_t amount) {
    if (oc_task_count_in_counter(scope, amount))
        return;
    uint32_t left = __atomic_sub_fetch(&scope->pending, amount, __ATOMIC_ACQ_REL);
    if (__builtin_expect(!left || left & OC_WAITED, 0))
        notify_or_free(scope, left);
}

/* Takes the settings that the task inherits, which are its own from now on. */
static struct oc_settings *inherited(const struct oc_task *task) {
    if (!(task->flags & OC_TASK_SETTINGS))
        return NULL;
    if (task->flags & (OC_TASK_DEPEND | OC_TASK_DETACH))
        return task->dependent->settings;
    return ((struct oc_settings *const *)task->own)[1];
}

/* Calls the function of a task that needs checks. Such a task is final, has settings of its own, is
 * inside a task that is final or has settings, or may have been cancelled before it begins. */
static __attribute__((noinline)) void
call_checked(struct oc_thread *self, const struct oc_task *task, oc_region *function, void *data) {
    struct oc_deque *own = oc_tasks;
    struct oc_settings *settings = self->settings;
    bool was_final = self->is_final;
    self->settings = inherited(task);
    self->is_final = (task->flags & OC_TASK_FINAL) != 0;
    oc_tasks_set_limits(self);
    if (!own->is_cancellable || !oc_task_is_cancelled(task))
        oc_task_call(self, function, data);
    oc_settings_end(self);
    self->settings = settings;
    self->is_final = was_final;
    oc_tasks_set_limits(self);
}

/* Frees the task's data, or completes a dependent task. Returns false if another thread will
 * complete it. */
static __attribute__((noinline)) bool clean_up(struct oc_task *task) {
    if (__builtin_expect((task->flags & (OC_TASK_DEPEND | OC_TASK_DETACH)) != 0, 1))
        return oc_dependent_end(task);
    free(*(void **)task->own);
    return true;
}

void oc_task_complete(struct oc_task *task) {
    struct oc_task *up = task->up;
    /* Only the task's own thread makes children of the task. So if its children are complete, there
     * will be no more. */
    if (__atomic_load_n(&task->pending, HAL_ACQUIRE) == OC_SUBTREE ||
        __atomic_sub_fetch(&task->pending, OC_SUBTREE, HAL_ACQ_REL) == 0) {
        if (__builtin_expect(task->dependences != NULL, 0))
            oc_dependences_free(task->dependences);
        oc_task_free(task);
        oc_task_count_down(up, OC_NEW);
    } else {
        oc_task_count_down(up, OC_CHILD);
    }
}

void oc_task_end(struct oc_thread *self, struct oc_task *task) {
    oc_settings_end(self);
    oc_flush();
    oc_task_complete(task);
}

void oc_task_end_uncounted(struct oc_thread *self, struct oc_task *task) {
    oc_settings_end(self);
    __atomic_fetch_add(&task->up->pending, OC_SUBTREE, __ATOMIC_RELAXED);
    oc_task_count_down(task, OC_SUBTREE);
}

void oc_task_run(struct oc_thread *self, struct oc_task *task, oc_region *function, void *data) {
    struct oc_deque *own = oc_tasks;
    struct oc_task *scope = own->scope, *floor = own->floor;
    own->scope = task;
    own->floor = own->next;
    if (__builtin_expect(task->flags & (OC_TASK_FINAL | OC_TASK_SETTINGS) || !own->limit, 0)) {
        call_checked(self, task, function, data);
    } else {
        function(data);
        oc_settings_end(self);
    }
    own->scope = scope;
    own->floor = floor;
    /* Threads that wait for the task, and tasks that depend on it, must see what it has stored. */
    oc_flush();
    const uint32_t special = OC_TASK_HEAP | OC_TASK_DEPEND | OC_TASK_DETACH;
    if (!(task->flags & special) || clean_up(task))
        oc_task_complete(task);
}
