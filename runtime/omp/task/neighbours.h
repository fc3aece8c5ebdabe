/* Tasks of neighbours, who tell of them. */
#ifndef OMP_TASK_NEIGHBOURS_H
#define OMP_TASK_NEIGHBOURS_H

#include "omp/task/tasks.h"
#include "omp/task/youngest.h"
#ifdef OC_TASK_HANDED
#include "omp/mechanism/task/first.h"
#else
#include "omp/task/first.h"
#endif

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

/* For who has nothing else to do: the first tasks of a neighbour, one after the other, until the
 * next one cannot be had at once, or has left something to do, or `word` is not 0; without a word,
 * one. False: none. */
static inline bool run_first(struct oc_thread *self, struct oc_tasks *own, struct oc_tasks *victim,
                             const volatile uint32_t *word) {
    struct oc_task *task, *last = NULL;
    oc_region *function;
    if (own->next == own->end)
        return false;
    while ((task = oc_task_steal_first(own, victim, &function))) {
        oc_task_run_own(self, own, task, function);
        if (own->next != task || !word || hal_observe(word))
            return true;
        last = task;
    }
    return last != NULL;
}

/* A task of the neighbour whose tasks it takes, or several (run_first()). */
static bool run_prey(struct oc_thread *self, struct oc_tasks *own, const struct oc_task *below,
                     const volatile uint32_t *word) {
    int which = own->prey - 1;
    struct oc_tasks *victim = (struct oc_tasks *)oc_pointer_of(self->block->told[which]);
    /* It may have left a team inside another one for the next, before each task. */
    if (__builtin_expect(self->team != &oc_team, 0)) {
        if (!is_team(self, victim)) {
            own->prey = 0;
            return false;
        }
        word = NULL;
    }
    if (!below && run_first(self, own, victim, word))
        return true;
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
static bool run_told(struct oc_thread *self, const struct oc_task *below,
                     const volatile uint32_t *word) {
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
        if (run_prey(self, own, below, word)) {
            oc_tasks_told = true;
            return true;
        }
    }
    return false;
}

/* A task of somebody else, or several, until `word`, if there is one, is not 0; `own`: null: the
 * thread has none of the team's yet. */
static inline bool run_others(struct oc_thread *self, struct oc_tasks *own,
                              const struct oc_task *below, const volatile uint32_t *word) {
    if (own) {
        bool has_prey = own->prey != 0;
        if (has_prey && run_prey(self, own, below, word))
            return true;
        if (has_prey)
            return run_told(self, below, word);
    }
    return self->size > 1 && (oc_tasks_told || hal_observe(&self->block->tidings)) &&
           run_told(self, below, word);
}

/* Whether somebody has told of tasks since they were looked for. In a team of one, nobody looks. */
static inline bool are_told(const struct oc_block *block) {
    return hal_observe(&block->tidings) && oc_thread.size > 1;
}

#endif
