/* Tasks of neighbours, who tell of them. */
#ifndef OMP_TASK_NEIGHBOURS_H
#define OMP_TASK_NEIGHBOURS_H

#include "omp/task/tasks.h"

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
    /* It may have left a team inside another one for the next. */
    if (__builtin_expect(self->team != &oc_team, 0) && !is_team(self, victim)) {
        own->prey = 0;
        return false;
    }
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

/* Also if these are of another region: most often one that this thread is about to join. */
_Thread_local bool oc_tasks_told;

/* A task of a neighbour that has told of some. */
static bool run_told(struct oc_thread *self, const struct oc_task *below) {
    struct oc_block *block = self->block;
    block->tidings = 0;
    oc_tasks_told = false;
    for (int i = 0; i < OC_NEIGHBOURS; i++) {
        if (!hal_observe(&block->told[i][0]))
            continue;
        struct oc_tasks *victim = (struct oc_tasks *)oc_pointer_of(block->told[i]);
        struct oc_tasks *own = is_team(self, victim) ? oc_tasks_open(self) : NULL;
        if (!own) {
            oc_tasks_told = true;
            continue;
        }
        own->prey = i + 1;
        if (run_prey(self, own, below)) {
            oc_tasks_told = true;
            return true;
        }
    }
    return false;
}

/* A task of somebody else; `own`: null: the thread has none of the team's yet. */
static inline bool run_others(struct oc_thread *self, struct oc_tasks *own,
                              const struct oc_task *below) {
    if (own) {
        bool has_prey = own->prey != 0;
        if (has_prey && run_prey(self, own, below))
            return true;
        if (has_prey)
            return run_told(self, below);
    }
    return self->size > 1 && (oc_tasks_told || hal_observe(&self->block->tidings)) &&
           run_told(self, below);
}

/* Whether somebody has told of tasks since they were looked for. */
static inline bool are_told(const struct oc_block *block) {
    return hal_observe(&block->tidings);
}

#endif
