#include "omp/task/tasks.h"

#include "omp/task/dependent.h"
#include "omp/task/youngest.h"
#include "omp/team/message.h"
#include "omp/team/settings.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* Of the team of all threads; teams inside it have theirs in the heap, and keep them. */
static _Thread_local struct {
    struct oc_tasks tasks;
    struct oc_task record[OC_TASK_RECORDS + OC_TASK_RECORDS_NOW + 1];
} first;
static _Thread_local struct oc_tasks *inner[OC_MOST_ACTIVE];

/* With so many records; null: there is no memory. */
static struct oc_tasks *make(int records) {
    struct oc_tasks *tasks;
    int all = records ? records + OC_TASK_RECORDS_NOW : 0;
    size_t bytes = sizeof *tasks + sizeof(struct oc_task[all + 1]);
    tasks = aligned_alloc(alignof(struct oc_tasks), bytes);
    if (!tasks)
        return NULL;
    memset(tasks, 0, sizeof *tasks);
    tasks->most = &tasks->record[records];
    tasks->end = &tasks->record[all];
    return tasks;
}

/* One with so many records, or more, that is not in use; null: there is none. */
static struct oc_tasks *unused(struct oc_tasks *tasks, int records) {
    while (tasks && (tasks->team || tasks->most - tasks->record < records))
        tasks = tasks->beside;
    return tasks;
}

/* Those of a team inside another one. Without memory for records, each task is run at once. */
static struct oc_tasks *find_inner(const struct oc_team *team) {
    int records = team->size == 1 ? OC_TASK_RECORDS_ALONE : OC_TASK_RECORDS_INSIDE;
    /* A team of one inside another one has an active level that its thread has used already. */
    struct oc_tasks **begin = &inner[team->active_level % OC_MOST_ACTIVE], *tasks;
    if ((tasks = unused(*begin, records)))
        return tasks;
    if (!(tasks = make(records)) && (tasks = unused(*begin, 0)))
        return tasks;
    if (!tasks && !(tasks = make(0))) {
        oc_message("OpenMP", ": no memory for the tasks of a team");
        hal_abort(1);
    }
    tasks->beside = *begin;
    *begin = tasks;
    return tasks;
}

/* Its position in the tree (team/tree.h). */
static int position(const struct oc_thread *self) {
    return self->team->cores && self->size > 1 && self->number < 2 ? 1 - self->number
                                                                   : self->number;
}

/* Neighbours are 1, 2, 3, 4, 8, 12, 16, 32, 48 … positions further: so that tasks can get from
 * anybody to everybody in few steps. Who is told by its neighbour `i` finds it in word `i`. */
static void find_neighbours(struct oc_tasks *own, const struct oc_thread *self) {
    own->neighbours = 0;
    for (int step = 1; step < self->size; step *= OC_GROUP)
        for (int i = 1; i < OC_GROUP && i * step < self->size; i++) {
            int to = (position(self) + i * step) % self->size;
            int thread = self->team->cores ? self->team->cores[to] : to;
            own->tell[own->neighbours++] = hal_thread_block(thread);
        }
}

struct oc_tasks *oc_tasks_make(struct oc_thread *self) {
    struct oc_tasks *own = self->team == &oc_team ? &first.tasks : find_inner(self->team);
    if (!own->scope) {
        bool is_alone = hal_threads() == 1;
        self->block = is_alone ? NULL : hal_thread_own_block();
        hal_address home = is_alone ? 0 : hal_thread_block(hal_thread());
        oc_task_clear(&own->root, home);
        if (own == &first.tasks) {
            own->most = &own->record[OC_TASK_RECORDS];
            own->end = own->most + OC_TASK_RECORDS_NOW;
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
    own->prey = 0;
    own->is_left = own->is_impatient = false;
    own->name = (uintptr_t)own | (own == &first.tasks ? OC_TASKS_OF_ALL : 0);
    own->way = NULL;
    own->is_cancellable = oc_settings.is_cancellable;
    own->is_prioritized = oc_settings.most_priority > 0;
    own->hungry = (1u << own->neighbours) - 1;
    __atomic_store_n(&own->team, self->team, __ATOMIC_RELEASE);
    self->tasks = own;
    oc_tasks_heed(self);
    return own;
}

void oc_tasks_heed(struct oc_thread *self) {
    struct oc_tasks *own = self->tasks;
    own->is_guarded = own->is_cancellable || self->team == &oc_team_initial;
    bool is_usual = !oc_task_is_final && !self->settings && !own->has_priorities &&
                    !own->has_strangers && !own->is_guarded && !own->entered;
    own->limit = is_usual ? own->most : NULL;
    own->limit_now = is_usual ? own->end : NULL;
}

static __attribute__((noinline)) void drain(struct oc_thread *self) {
    struct oc_tasks *own = self->tasks;
    own->has_waited = true;
    /* Those of the groups that it is in, too: a construct whose tasks take part in reductions is
     * one, and its barrier is in it. */
    for (struct oc_task *scope = own->scope; scope; scope = scope->up)
        /* Most often there are a few that nobody has taken. */
        while (hal_observe(&scope->pending) != OC_SUBTREE)
            if (!oc_task_run_youngest(self, own)) {
                oc_task_wait(self, scope, ~OC_WAITED, NULL);
                break;
            }
    /* Tasks of others that have become ready here, as the last one that they depend on has been run
     * here: who waits for them does not know where they are. */
    while (own->next != own->record && oc_task_run_any(self, NULL))
        ;
    if (own->has_strangers && own->next == own->record) {
        own->has_strangers = false;
        oc_tasks_heed(self);
    }
}

void oc_tasks_drain(void) {
    struct oc_thread *self = &oc_thread;
    const struct oc_tasks *own = self->tasks;
    if (own && (own->scope != &own->root || own->next != own->record ||
                hal_observe(&own->root.pending) != OC_SUBTREE))
        drain(self);
}

void oc_tasks_end(void) {
    struct oc_thread *self = &oc_thread;
    if (!self->tasks)
        return;
    oc_tasks_drain();
    if (self->tasks->root.dependences)
        oc_dependences_free(self->tasks->root.dependences);
    self->tasks->root.dependences = NULL;
    self->tasks->root.data = NULL;
    oc_tasks_shrink(self->tasks);
    if (self->settings)
        oc_settings_end(self);
    if (self->tasks == &first.tasks)
        return; /* the next region may be of the same team (oc_tasks_begin) */
    self->tasks->team = NULL;
    self->tasks = NULL;
}

void oc_tasks_begin(void) {
    struct oc_thread *self = &oc_thread;
    self->tasks = first.tasks.size == self->size ? &first.tasks : NULL;
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
    struct oc_tasks *own = oc_thread.tasks;
    if (own)
        own->prey = 0;
}

void oc_tasks_forget(void) {
    first.tasks.size = 0;
}
