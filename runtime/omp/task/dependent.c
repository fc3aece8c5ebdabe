#include "omp/task/dependent.h"

#include <stdlib.h>
#include <string.h>

#include "omp.h"
#include "omp/task/dependences.h"
#include "omp/team/message.h"

/* Bytes of arena after which a task waits for its children before it makes more. */
#define MUCH (64 * 1024)

/* One more of those who have to agree that the task is complete does. */
static bool agree(struct oc_dependent *dependent) {
    oc_flush();
    return !(dependent->flags & OC_TASK_DETACH) ||
           __atomic_sub_fetch(&dependent->unfinished, 1, __ATOMIC_ACQ_REL) == 0;
}

bool oc_dependent_end(struct oc_task *task) {
    struct oc_dependent *dependent = task->dependent;
    dependent->task = task;
    if (!agree(dependent))
        return false;
    oc_dependent_close(dependent, OC_READY_NEXT);
    return true;
}

void omp_fulfill_event(omp_event_handle_t event) {
    struct oc_dependent *dependent = (struct oc_dependent *)event;
    if (!agree(dependent))
        return;
    oc_dependent_close(dependent, OC_READY_ELSEWHERE);
    oc_task_complete(dependent->task);
}

static _Noreturn void fail(void) {
    oc_message("OpenMP", ": no memory for the dependences of tasks");
    hal_abort(1);
}

static struct oc_dependences *dependences_of(struct oc_thread *self, struct oc_tasks *own) {
    struct oc_task *task = oc_task_of(own->scope);
    if (!task->dependences && !(task->dependences = calloc(1, sizeof *task->dependences)))
        fail();
    struct oc_dependences *dependences = task->dependences;
    if (own->scope == task && !dependences->detached) {
        /* Rather than that they fill the heap. */
        if (dependences->arena.bytes >= MUCH)
            oc_task_wait(self, task, OC_CHILDREN, task);
        if (!(__atomic_load_n(&task->pending, __ATOMIC_ACQUIRE) & OC_CHILDREN))
            oc_dependences_clear(dependences);
    }
    return dependences;
}

static void *aligned(void *room, long alignment) {
    return (void *)(((uintptr_t)room + (uintptr_t)alignment - 1) & -(uintptr_t)alignment);
}

static struct oc_dependent *make(struct oc_dependences *dependences, long bytes, long alignment) {
    struct oc_dependent *dependent =
        oc_arena_take(&dependences->arena, sizeof *dependent + (size_t)(bytes + alignment));
    if (!dependent)
        fail();
    *dependent = (struct oc_dependent){.missing = 1, .unfinished = 2};
    dependent->data = aligned(dependent + 1, alignment);
    return dependent;
}

/* Runs other tasks until it may go on. */
static void await(struct oc_thread *self, struct oc_dependent *dependent) {
    struct oc_tasks *own = self->tasks;
    const struct oc_task *below = oc_task_tied(own);
    if (__atomic_sub_fetch(&dependent->missing, 1, __ATOMIC_ACQ_REL) == 0)
        return;
    while (__atomic_load_n(&dependent->missing, __ATOMIC_ACQUIRE))
        if (!oc_task_run_any(self, below))
            oc_task_sleep(self, &dependent->missing, below);
}

void oc_dependent_spawn(struct oc_thread *self, oc_region *function, void *data, oc_task_copy *copy,
                        long bytes, long alignment, bool is_deferred, unsigned flags,
                        void **depends, void *event) {
    struct oc_tasks *own = self->tasks;
    struct oc_dependences *dependences = dependences_of(self, own);
    struct oc_dependent *dependent = make(dependences, bytes, alignment);
    dependent->function = is_deferred ? function : NULL;
    dependent->settings = oc_task_settings(self, &flags);
    dependent->flags = flags;
    dependent->up = own->scope;
    dependent->home = own->root.home;
    if (flags & OC_TASK_DETACH) {
        dependences->detached = 1;
        /* The event is named by a variable, of which the data have a copy in front. */
        *(void **)event = dependent;
        if (data)
            *(void **)data = dependent;
    }
    if (copy)
        copy(dependent->data, data);
    else
        memcpy(dependent->data, data, (size_t)bytes);
    if (flags & OC_TASK_DEPEND && !oc_dependences_add(dependences, dependent, depends))
        fail();
    /* Outside all regions nobody else runs it, and perhaps nobody waits for it. */
    if (self->team == &oc_team_initial && dependent->missing == 1) {
        dependent->function = NULL;
        is_deferred = false;
    }
    if (is_deferred) {
        __atomic_fetch_add(&own->scope->pending, OC_NEW, __ATOMIC_RELAXED);
        oc_flush();
        oc_dependent_ready(dependent, OC_READY_NEW);
    } else {
        await(self, dependent);
        oc_task_run_now(self, function, dependent->data, flags, dependent);
    }
}

void GOMP_taskwait_depend(void **depends);
void GOMP_taskwait_depend(void **depends) {
    struct oc_thread *self = &oc_thread;
    struct oc_tasks *own = self->tasks;
    if (!own || oc_task_is_final)
        return;
    struct oc_dependences *dependences = dependences_of(self, own);
    struct oc_dependent *dependent = make(dependences, 0, 1);
    dependent->home = own->root.home;
    if (!oc_dependences_add(dependences, dependent, depends))
        fail();
    await(self, dependent);
    oc_dependent_close(dependent, OC_READY_NEXT);
}
