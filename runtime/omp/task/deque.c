#include "omp/task/deque.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "omp/settings/settings.h"
#include "omp/team/message.h"

/* Deques for nested teams are on the heap and are reused by later teams. */
_Thread_local struct oc_outermost oc_outermost;
static _Thread_local struct oc_deque *nested[OC_MOST_ACTIVE];

/* Makes a deque with `records` records; null: there is no memory. */
static struct oc_deque *make(int records) {
    struct oc_deque *deque;
    int all = records ? records + OC_TASK_RECORDS_UNDEFERRED : 0;
    size_t bytes = sizeof *deque + sizeof(struct oc_task[all + 1]);
    deque = aligned_alloc(alignof(struct oc_deque), bytes);
    if (!deque)
        return NULL;
    memset(deque, 0, sizeof *deque);
    deque->most = &deque->record[records];
    deque->end = &deque->record[all];
    return deque;
}

/* An unused deque with at least `records` records; null if there is none. */
static struct oc_deque *unused(struct oc_deque *deque, int records) {
    while (deque && (deque->team || deque->most - deque->record < records))
        deque = deque->next_deque;
    return deque;
}

/* Returns a deque for a nested team. If there is no memory for a new deque, returns an unused deque
 * with fewer records. If there is none either, returns a deque without records, with which all
 * tasks are undeferred. */
static struct oc_deque *find_nested(const struct oc_team *team) {
    int records = team->size == 1 ? OC_TASK_RECORDS_ALONE : OC_TASK_RECORDS_NESTED;
    /* A nested team of one thread has the active level of the team around it. The thread may
     * already use a deque for that level. */
    struct oc_deque **begin = &nested[team->active_level % OC_MOST_ACTIVE], *deque;
    if ((deque = unused(*begin, records)))
        return deque;
    if (!(deque = make(records)) && (deque = unused(*begin, 0)))
        return deque;
    if (!deque && !(deque = make(0))) {
        oc_message("OpenMP", ": no memory for the tasks of a team");
        hal_abort(1);
    }
    deque->next_deque = *begin;
    *begin = deque;
    return deque;
}

/* The thread's position in the tree (region/tree.h). */
static int position(const struct oc_thread *self) {
    return self->team->cores && self->size > 1 && self->number < 2 ? 1 - self->number
                                                                   : self->number;
}

/* The neighbours of a thread are the threads 1, 2, 3, 4, 8, 12, 16, 32, 48, … positions further in
 * the tree, so that tasks get from any thread to any other thread in few steps. To notify neighbour
 * `i`, the thread writes word `i` of `offers` in that neighbour's block. */
static void find_neighbours(struct oc_deque *own, const struct oc_thread *self) {
    own->neighbours = 0;
    for (int step = 1; step < self->size; step *= OC_GROUP)
        for (int i = 1; i < OC_GROUP && i * step < self->size; i++) {
            int to = (position(self) + i * step) % self->size;
            int thread = self->team->cores ? self->team->cores[to] : to;
            own->neighbour[own->neighbours++] = hal_thread_block(thread);
        }
}

struct oc_deque *oc_deque_make(struct oc_thread *self) {
    struct oc_deque *own = self->team == &oc_team ? &oc_outermost.deque : find_nested(self->team);
    if (!own->scope) {
        bool is_alone = hal_threads() == 1;
        self->block = is_alone ? NULL : hal_thread_own_block();
        hal_address home = is_alone ? 0 : hal_thread_block(hal_thread());
        oc_task_clear(&own->root, home);
        if (own == &oc_outermost.deque) {
            own->most = &own->record[OC_TASK_RECORDS];
            own->end = own->most + OC_TASK_RECORDS_UNDEFERRED;
        }
        for (struct oc_task *task = own->record; task <= own->end; task++)
            oc_task_clear(task, home);
        own->next = own->first = own->floor = own->record;
        own->scope = &own->root;
    }
    if (own->size != self->size || own->team != self->team || self->team->cores) {
        own->size = self->size;
        find_neighbours(own, self);
    }
    own->victim = 0;
    own->is_backoff_over = false;
    own->postponed = 0;
    own->backoff = OC_TASK_BACKOFF;
    own->offer = (uintptr_t)own | (own == &oc_outermost.deque ? OC_DEQUE_OF_ALL : 0);
    own->recipient = NULL;
    own->is_cancellable = oc_settings.is_cancellable;
    own->is_prioritized = oc_settings.most_priority > 0;
    HAL_WRITE(&own->thieves, (1u << own->neighbours) - 1);
    __atomic_store_n(&own->team, self->team, __ATOMIC_RELEASE);
    oc_tasks = own;
    oc_tasks_set_limits(self);
    return own;
}

/* A record in the heap. It is never freed, because other threads may still read the record and its
 * scope after the record's task has ended. */
struct oc_extra {
    struct oc_task task;
    struct oc_extra *next;
};

static struct oc_task *extra(struct oc_deque *own) {
    for (struct oc_extra *one = own->extra; one; one = one->next)
        if (!__atomic_load_n(&one->task.up, __ATOMIC_ACQUIRE))
            return &one->task;
    struct oc_extra *one = aligned_alloc(alignof(struct oc_extra), sizeof *one);
    if (!one) {
        oc_message("OpenMP", ": no memory for a task");
        hal_abort(1);
    }
    oc_task_clear(&one->task, own->root.home);
    one->next = own->extra;
    own->extra = one;
    return &one->task;
}

struct oc_task *oc_task_new_undeferred(struct oc_deque *own, uint32_t flags, struct oc_task *up) {
    struct oc_task *task = oc_task_new(own, own->end, flags, up);
    if (!task) {
        oc_deque_shrink(own);
        task = oc_task_new(own, own->end, flags, up);
    }
    if (!task) {
        task = extra(own);
        HAL_WRITE(&task->flags, flags);
        HAL_WRITE(&task->up, up);
    }
    return task;
}

void oc_task_notify(struct oc_deque *own, uint32_t thieves) {
    uint32_t which = 0, bit = 1;
    for (; __builtin_expect(!(thieves & bit), 0); bit <<= 1)
        which++;
    hal_address neighbour = own->neighbour[which];
    __atomic_fetch_and(&own->thieves, ~bit, __ATOMIC_RELAXED);
    oc_post(neighbour + OC_IN_BLOCK(task.offers) + sizeof(uint32_t[OC_POINTER_WORDS]) * which,
            own->offer);
    hal_store(neighbour + OC_IN_BLOCK(task.notified), 1);
}

void oc_task_put_back(struct oc_task *task, oc_region *function, struct oc_task *copy) {
    HAL_WRITE(&copy->flags, 0);
    HAL_WRITE(&copy->up, NULL);
    hal_address home = task->home;
    __atomic_store_n(&task->function, function, __ATOMIC_RELEASE);
    /* The thread to which the task belongs may have looked for tasks meanwhile, and gone to sleep
     * because there were none. */
    hal_store(home + OC_IN_BLOCK(task.woken), 1);
}

void oc_tasks_set_limits(struct oc_thread *self) {
    struct oc_deque *own = oc_tasks;
    own->needs_checks = own->is_cancellable || self->team == &oc_team_initial;
    bool is_common = !self->is_final && !self->settings && !own->has_priorities &&
                     !own->has_unrelated && !own->needs_checks && !own->entered;
    own->limit = is_common ? own->most : NULL;
    own->limit_undeferred = is_common ? own->end : NULL;
}
