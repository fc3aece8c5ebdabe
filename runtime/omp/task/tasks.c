#include "omp/task/tasks.h"

#include "omp/task/dependent.h"
#include "omp/team/message.h"
#include "omp/team/settings.h"

#include <stdlib.h>

/* Of the team of all threads; teams inside it have theirs in the heap, and keep them. */
static _Thread_local struct oc_tasks first;
static _Thread_local struct oc_tasks *inner[OC_MOST_ACTIVE];

static struct oc_tasks *find(const struct oc_team *team) {
    if (team == &oc_team)
        return &first;
    /* A team of one inside another one has an active level that its thread has used already. */
    struct oc_tasks **tasks = &inner[team->active_level % OC_MOST_ACTIVE];
    while (*tasks && (*tasks)->team)
        tasks = &(*tasks)->beside;
    if (!*tasks && !(*tasks = calloc(1, sizeof **tasks))) {
        oc_message("OpenMP", ": no memory for the tasks of a team");
        hal_abort(1);
    }
    return *tasks;
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

struct oc_tasks *oc_tasks_open(struct oc_thread *self) {
    if (self->tasks)
        return self->tasks;
    struct oc_tasks *own = find(self->team);
    if (!own->scope) {
        bool is_alone = hal_threads() == 1;
        self->block = is_alone ? NULL : hal_thread_own_block();
        hal_address home = is_alone ? 0 : hal_thread_block(hal_thread());
        oc_task_clear(&own->root, home);
        for (int i = 0; i <= OC_TASK_RECORDS; i++)
            oc_task_clear(&own->record[i], home);
        own->next = own->first = own->floor = own->record;
        own->scope = &own->root;
    }
    if (own->size != self->size || own->team != self->team || self->team->cores) {
        own->size = self->size;
        find_neighbours(own, self);
    }
    own->prey = 0;
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
    bool is_usual =
        !oc_task_is_final && !self->settings && !own->has_priorities && !own->is_guarded;
    own->limit = is_usual ? &own->record[OC_TASK_RECORDS] : NULL;
}

static __attribute__((noinline)) void drain(struct oc_thread *self) {
    /* Those of the groups that it is in, too: a construct whose tasks take part in reductions is
     * one, and its barrier is in it. */
    for (struct oc_task *scope = self->tasks->scope; scope; scope = scope->up)
        if (hal_observe(&scope->pending) != OC_SUBTREE)
            oc_task_wait(self, scope, ~OC_WAITED, NULL);
}

void oc_tasks_drain(void) {
    struct oc_thread *self = &oc_thread;
    const struct oc_tasks *own = self->tasks;
    if (own && (own->scope != &own->root || hal_observe(&own->root.pending) != OC_SUBTREE))
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
    if (self->tasks == &first)
        return; /* the next region may be of the same team (oc_tasks_begin) */
    self->tasks->team = NULL;
    self->tasks = NULL;
}

void oc_tasks_begin(void) {
    struct oc_thread *self = &oc_thread;
    self->tasks = first.size == self->size ? &first : NULL;
#ifdef OC_TASK_HANDED
    oc_hand_begin(self);
#endif
}

void oc_tasks_join(void) {
#ifdef OC_TASK_HANDED
    oc_hand_begin(&oc_thread);
#endif
}

void oc_tasks_forget(void) {
    first.size = 0;
}
