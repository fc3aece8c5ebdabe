/* Tasks that have waited for others and now may run. */
#include "omp/task/below.h"
#include "omp/task/dependent.h"
#include "omp/task/priority.h"

/* What the thread keeps whose implicit task the scope descends from: as long as there are such
 * tasks, it does not leave its team. */
static struct oc_tasks *keeper_of(struct oc_task *scope) {
    while (scope->up)
        scope = scope->up;
    return (struct oc_tasks *)((char *)scope - offsetof(struct oc_tasks, root));
}

/* A free record of those below the youngest, where that is the last one: of tasks that wait for
 * each other in a row, each would be run within the one before it otherwise. Null: there is none.
 */
static struct oc_task *reuse(struct oc_tasks *own, struct oc_task *up) {
    for (struct oc_task *task = own->floor; task < own->end; task++)
        if (!__atomic_load_n(&task->up, __ATOMIC_ACQUIRE)) {
            task->up = up;
            if (own->first > task)
                own->first = task;
            return task;
        }
    return NULL;
}

/* Puts the task into a record of the own thread, where others look for it. False: there is none. */
static bool put(struct oc_thread *self, struct oc_dependent *dependent, enum oc_ready why) {
    struct oc_tasks *own = oc_tasks_open(self);
    if (own->next == own->end)
        oc_tasks_shrink(own);
    struct oc_task *task = oc_task_new(own, 0, dependent->up);
    if (!task && why != OC_READY_NEW)
        task = reuse(own, dependent->up);
    if (!task)
        return false;
    /* Its data stay where they are. */
    task->flags = dependent->flags | OC_TASK_HEAP | sizeof(void *) << OC_TASK_BYTES_SHIFT;
    task->dependent = dependent;
    task->data = dependent->data;
    *(void **)task->own = NULL;
    if (why == OC_READY_ELSEWHERE) {
        own->has_strangers = true;
        oc_tasks_heed(self);
    }
    oc_task_mind_priority(self, dependent->flags);
    oc_task_publish(own, task, dependent->function);
    return true;
}

static void run(struct oc_thread *self, struct oc_dependent *dependent) {
    struct oc_task *task = oc_task_new_now(self->tasks, dependent->flags, dependent->up);
    task->dependent = dependent;
    oc_task_run(self, task, dependent->function, dependent->data);
}

/* Leaves it to the thread that waits for it at last. */
static void give_back(struct oc_tasks *keeper, struct oc_dependent *dependent) {
    dependent->next = __atomic_load_n(&keeper->returned, __ATOMIC_RELAXED);
    do
        oc_flush();
    while (!__atomic_compare_exchange_n(&keeper->returned, &dependent->next, dependent, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (keeper->root.home)
        hal_store(keeper->root.home + OC_IN_BLOCK(roused), 1);
}

void oc_dependents_take(struct oc_thread *self, const struct oc_task *below) {
    struct oc_tasks *own = self->tasks;
    struct oc_dependent *one = __atomic_exchange_n(&own->returned, NULL, __ATOMIC_ACQUIRE), *next;
    for (; one; one = next) {
        next = one->next;
        bool is_stranger = below && !oc_task_is_below(one->up, below);
        if (put(self, one, OC_READY_ELSEWHERE))
            continue;
        if (is_stranger)
            give_back(own, one);
        else
            run(self, one);
    }
}

void oc_dependent_release(struct oc_dependent *dependent, enum oc_ready why) {
    struct oc_thread *self = &oc_thread;
    if (!dependent->function) {
        if (dependent->home)
            hal_store(dependent->home + OC_IN_BLOCK(roused), 1);
        return;
    }
    if (why != OC_READY_ELSEWHERE) {
        if (!put(self, dependent, why))
            run(self, dependent);
        return;
    }
    struct oc_tasks *keeper = keeper_of(dependent->up);
    if (__atomic_load_n(&keeper->team, __ATOMIC_RELAXED) != self->team ||
        !put(self, dependent, why))
        give_back(keeper, dependent);
}
