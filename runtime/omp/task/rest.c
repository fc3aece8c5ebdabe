/* What a thread does while it waits: its own tasks, those of others, and sleep. */
#include "omp/task/priority.h"
#include "omp/task/youngest.h"

/* The youngest task of the own thread that the current task, or none, is above of. */
static bool run_own(struct oc_thread *self, struct oc_tasks *own) {
    oc_tasks_shrink(own);
    struct oc_task *urgent = NULL;
    if (own->has_priorities)
        urgent = oc_task_urgent_own(self);
    for (struct oc_task *at = urgent ? urgent + 1 : own->next; at-- > own->floor;) {
        if (!__atomic_load_n(&at->function, __ATOMIC_RELAXED))
            continue;
        oc_region *function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
        if (function) {
            if (own->first > at)
                own->first = at;
            oc_task_run(self, at, function, oc_task_data(at));
            return true;
        }
    }
    return false;
}

/* Whether the tasks of a neighbour are those of the team. */
static bool is_team(const struct oc_thread *self, const struct oc_tasks *victim) {
    return __atomic_load_n(&victim->team, __ATOMIC_ACQUIRE) == self->team &&
           victim->size == self->size;
}

/* Has the neighbour tell again. */
static void register_with(struct oc_tasks *victim, struct oc_block *block, int which) {
    block->told[which][0] = 0;
    __atomic_fetch_or(&victim->hungry, 1u << which, __ATOMIC_SEQ_CST);
}

/* A task of the neighbour whose tasks it takes. */
static bool run_prey(struct oc_thread *self, struct oc_tasks *own, const struct oc_task *below) {
    int which = own->prey - 1;
    struct oc_tasks *victim = (struct oc_tasks *)oc_pointer_of(self->block->told[which]);
    oc_region *function;
    struct oc_task *task = oc_task_steal(own, victim, below, &function);
    if (!task) {
        own->prey = 0;
        register_with(victim, self->block, which);
        /* It may have got some before it knew that. */
        task = oc_task_steal(own, victim, below, &function);
        if (!task)
            return false;
    }
    oc_task_run_own(self, own, task, function);
    return true;
}

/* Neighbours have told of tasks of another region: most often of one that this thread is about to
 * join. */
static _Thread_local bool is_early;

/* A task of a neighbour that has told of some. */
static bool run_told(struct oc_thread *self, const struct oc_task *below) {
    struct oc_block *block = self->block;
    block->tidings = 0;
    is_early = false;
    for (int i = 0; i < OC_NEIGHBOURS; i++) {
        if (!hal_observe(&block->told[i][0]))
            continue;
        struct oc_tasks *victim = (struct oc_tasks *)oc_pointer_of(block->told[i]);
        struct oc_tasks *own = is_team(self, victim) ? oc_tasks_open(self) : NULL;
        if (!own) {
            is_early = true;
            continue;
        }
        own->prey = i + 1;
        if (run_prey(self, own, below))
            return true;
    }
    return false;
}

bool oc_task_run_any(struct oc_thread *self, const struct oc_task *below) {
    struct oc_tasks *own = self->tasks;
    if (own) {
        if (run_own(self, own))
            return true;
        bool has_prey = own->prey != 0;
        if (has_prey && run_prey(self, own, below))
            return true;
        if (has_prey)
            return run_told(self, below);
    }
    return self->size > 1 && (is_early || hal_observe(&self->block->tidings)) &&
           run_told(self, below);
}

/* What others write to tell a thread of something. */
static void arm(struct oc_block *block) {
    hal_arm(block, offsetof(struct oc_block, ring));
}

bool oc_tasks_rest(const volatile uint32_t *word) {
    struct oc_thread *self = &oc_thread;
    const struct oc_tasks *own = self->tasks;
    bool is_bare = !own || (own->next == own->record && !own->prey);
    if (!is_bare || is_early || hal_observe(&self->block->tidings))
        while (oc_task_run_any(self, NULL))
            if (hal_observe(word))
                return false;
    arm(self->block);
    return !hal_observe(word) && !hal_observe(&self->block->tidings);
}

static bool is_waiting(struct oc_task *scope, uint32_t mask) {
    uint32_t pending = __atomic_load_n(&scope->pending, __ATOMIC_ACQUIRE);
    return ((pending - OC_SUBTREE) & mask) != 0;
}

/* Sleeps until something has happened. */
static void sleep_for(struct oc_thread *self, struct oc_task *scope, uint32_t mask) {
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* there is nobody who could end that */
    struct oc_block *block = self->block;
    block->roused = 0;
    __atomic_fetch_or(&scope->pending, OC_WAITED, __ATOMIC_SEQ_CST);
    arm(block);
    if (is_waiting(scope, mask) && !hal_observe(&block->roused) && !hal_observe(&block->tidings))
        hal_wait(HAL_NEVER);
    __atomic_fetch_and(&scope->pending, ~OC_WAITED, __ATOMIC_SEQ_CST);
}

void oc_task_sleep(struct oc_thread *self, const uint32_t *word) {
    struct oc_block *block = self->block;
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* there is nobody who could end that */
    block->roused = 0;
    arm(block);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) && !hal_observe(&block->roused) &&
        !hal_observe(&block->tidings))
        hal_wait(HAL_NEVER);
}

void oc_task_wait(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                  const struct oc_task *below) {
    while (is_waiting(scope, mask))
        if (!oc_task_run_youngest(self, self->tasks) && !oc_task_run_any(self, below))
            sleep_for(self, scope, mask);
    oc_tasks_shrink(self->tasks);
}
