#include <stdlib.h>

#include "omp/task/dependences.h"
#include "omp/task/dependent.h"
#include "omp/task/tasks.h"
#include "omp/team/settings.h"

_Thread_local bool oc_task_is_final;

/* What the task that made it had set; its own from now on. */
static struct oc_settings *inherited(const struct oc_task *task) {
    if (!(task->flags & OC_TASK_SETTINGS))
        return NULL;
    if (task->flags & (OC_TASK_DEPEND | OC_TASK_DETACH))
        return task->dependent->settings;
    return ((struct oc_settings *const *)task->own)[1];
}

/* A final task; one that is made where settings have been made, or within such a task; one that may
 * have been cancelled before it begins. */
static __attribute__((noinline)) void run_apart(struct oc_thread *self, const struct oc_task *task,
                                                oc_region *function, void *data) {
    struct oc_tasks *own = self->tasks;
    struct oc_settings *settings = self->settings;
    bool was_final = oc_task_is_final;
    self->settings = inherited(task);
    oc_task_is_final = (task->flags & OC_TASK_FINAL) != 0;
    oc_tasks_heed(self);
    if (!own->is_cancellable || !oc_task_is_cancelled(task))
        oc_task_call(self, function, data);
    oc_settings_end(self);
    self->settings = settings;
    oc_task_is_final = was_final;
    oc_tasks_heed(self);
}

/* False: somebody else will complete it. */
static __attribute__((noinline)) bool clean_up(struct oc_task *task) {
    if (task->flags & (OC_TASK_DEPEND | OC_TASK_DETACH))
        return oc_dependent_end(task);
    free(*(void **)task->own);
    return true;
}

void oc_task_complete(struct oc_task *task) {
    struct oc_task *up = task->up;
    /* Only its own thread has made children of it: if they are complete, there will be no more. */
    if (__atomic_load_n(&task->pending, __ATOMIC_RELAXED) == OC_SUBTREE ||
        __atomic_sub_fetch(&task->pending, OC_SUBTREE, __ATOMIC_RELAXED) == 0) {
        if (task->dependences)
            oc_dependences_free(task->dependences);
        oc_task_free(task);
        oc_task_count(up, OC_NEW);
    } else {
        oc_task_count(up, OC_CHILD);
    }
}

void oc_task_end(struct oc_thread *self, struct oc_task *task) {
    oc_settings_end(self);
    oc_flush();
    oc_task_complete(task);
}

void oc_task_leave(struct oc_thread *self, struct oc_task *task) {
    oc_settings_end(self);
    __atomic_fetch_add(&task->up->pending, OC_SUBTREE, __ATOMIC_RELAXED);
    oc_task_count(task, OC_SUBTREE);
}

void oc_task_run(struct oc_thread *self, struct oc_task *task, oc_region *function, void *data) {
    struct oc_tasks *own = self->tasks;
    struct oc_task *scope = own->scope, *floor = own->floor;
    own->scope = task;
    own->floor = own->next;
    if (__builtin_expect(task->flags & (OC_TASK_FINAL | OC_TASK_SETTINGS) || !own->limit, 0)) {
        run_apart(self, task, function, data);
    } else {
        function(data);
        oc_settings_end(self);
    }
    own->scope = scope;
    own->floor = floor;
    /* What it has stored is seen by who waits for it, and by what depends on it. */
    oc_flush();
    const uint32_t unusual = OC_TASK_HEAP | OC_TASK_DEPEND | OC_TASK_DETACH;
    if (!(task->flags & unusual) || clean_up(task))
        oc_task_complete(task);
}
