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

/* Whether the tasks of a neighbour in a team inside another one are still those of the own team. */
static bool is_team(const struct oc_thread *self, const struct oc_tasks *victim) {
    return __atomic_load_n(&victim->team, __ATOMIC_ACQUIRE) == self->team &&
           victim->size == self->size;
}

/* Where the neighbour that tells by a word has tasks; null: they are not of the team. (In the team
 * of all threads it may have told of them in an earlier region, of more threads: then there are
 * none.) */
static struct oc_tasks *told_of(const struct oc_thread *self, int which) {
    uintptr_t name = oc_pointer_of(self->block->told[which]);
    struct oc_tasks *victim = (struct oc_tasks *)(name & ~OC_TASKS_OF_ALL);
    bool is_of_all = name & OC_TASKS_OF_ALL;
    if (self->team == &oc_team)
        return is_of_all ? victim : NULL;
    return !is_of_all && is_team(self, victim) ? victim : NULL;
}

/* What the thread waits for has come; without a word, it cannot tell. */
static inline bool is_over(const volatile uint32_t *word) {
    return word && hal_observe(word);
}

/* Also if these are of another region: most often one that this thread is about to join. */
_Thread_local bool oc_tasks_told;

/* Has the neighbour tell again. */
static void register_with(struct oc_tasks *victim, struct oc_block *block, int which) {
    block->told[which][0] = 0;
    __atomic_fetch_or(&victim->hungry, 1u << which, __ATOMIC_SEQ_CST);
}

/* For who has nothing else to do: the first tasks of a neighbour, one after the other, until the
 * next one cannot be had at once, or has left something to do, or `word` is not 0; without a word,
 * one. False: none; `is_empty`: there are no others either. */
static inline bool run_first(struct oc_thread *self, struct oc_tasks *own, struct oc_tasks *victim,
                             const volatile uint32_t *word, bool *is_empty) {
    struct oc_task *task, *last = NULL;
    oc_region *function;
    if (oc_tasks_are_full(own))
        return false;
    struct oc_tasks_ends ends = oc_tasks_ends(victim);
    struct oc_task *at = ends.first;
    *is_empty = at == ends.next;
    if (*is_empty)
        return false;
    while ((task = oc_task_steal_first(own, victim, at, &function))) {
        oc_task_run_own(self, own, task, function);
        if (own->next != task || !word || hal_observe(word))
            return true;
        last = task;
        at = __atomic_load_n(&victim->first, __ATOMIC_RELAXED);
    }
    return last != NULL;
}

/* A task of the neighbour whose tasks it takes, or several (run_first()). If there is none, it has
 * the neighbour tell again, or, if so said, leaves that for later. */
static bool run_prey(struct oc_thread *self, struct oc_tasks *own, const struct oc_task *below,
                     const volatile uint32_t *word, bool is_left) {
    int which = own->prey - 1;
    struct oc_tasks *victim = told_of(self, which);
    if (__builtin_expect(!victim, 0)) {
        own->prey = 0;
        return false;
    }
    /* It may leave a team inside another one for the next, before each task. */
    bool is_empty = false;
    if (!below && run_first(self, own, victim, self->team == &oc_team ? word : NULL, &is_empty))
        return true;
    oc_region *function;
    struct oc_task *task = is_empty ? NULL : oc_task_steal(own, victim, below, &function);
    if (!task) {
        own->prey = 0;
        if (is_left) {
            oc_tasks_told = own->is_left = true;
            return false;
        }
        register_with(victim, self->block, which);
        /* It may have got some before it knew that. */
        task = oc_task_steal(own, victim, below, &function);
        if (!task)
            return false;
    }
    oc_task_run_own(self, own, task, function);
    return true;
}

/* A task of a neighbour that has told of some. One that has none any more was quicker, or others
 * were: where threads make a few tasks each and wait, all of them would look in vain each time. So
 * a thread at a barrier has it tell again only when it has waited for a while (doze()). */
static bool run_told(struct oc_thread *self, const struct oc_task *below,
                     const volatile uint32_t *word) {
    struct oc_block *block = self->block;
    block->tidings = 0;
    oc_tasks_told = false;
    for (int i = 0; i < OC_NEIGHBOURS; i++) {
        if (!hal_observe(&block->told[i][0]))
            continue;
        struct oc_tasks *own = told_of(self, i) ? oc_tasks_open(self) : NULL;
        if (!own) {
            oc_tasks_told = true;
            continue;
        }
        own->prey = i + 1;
        bool has_run =
            run_prey(self, own, below, word, word == self->released && !own->is_impatient);
        if (has_run || is_over(word)) {
            oc_tasks_told = true;
            return has_run;
        }
    }
    if (self->tasks)
        self->tasks->is_impatient = false;
    return false;
}

/* A task of somebody else, or several, until `word`, if there is one, is not 0; `own`: null: the
 * thread has none of the team's yet. */
static inline bool run_others(struct oc_thread *self, struct oc_tasks *own,
                              const struct oc_task *below, const volatile uint32_t *word) {
    if (own && own->prey && run_prey(self, own, below, word, false))
        return true;
    return self->size > 1 && (oc_tasks_told || hal_observe(&self->block->tidings)) &&
           run_told(self, below, word);
}

/* Whether somebody has told of tasks since they were looked for. In a team of one, nobody looks. */
static inline bool are_told(const struct oc_block *block) {
    return hal_observe(&block->tidings) && oc_thread.size > 1;
}

/* Cycles that a thread which has looked in vain waits before it has neighbours tell again: most
 * barriers are over by then, and to look at a neighbour takes as long. */
#define PATIENCE 256

/* The thread has left neighbours to look at later, and nothing else to do now. */
static inline bool is_dozing(const struct oc_tasks *own) {
    return own && own->is_left && own->next == own->floor && !own->returned;
}

/* The thread looks at these now. */
static inline void lose_patience(struct oc_tasks *own) {
    own->is_impatient = true;
    own->is_left = false;
}

/* Has all neighbours that are left tell again, without looking at them, if what the thread waits
 * for has come: where barriers are soon over it would come to that in none of them, and each would
 * take longer. */
static inline void have_told_again(struct oc_thread *self, const volatile uint32_t *word) {
    struct oc_tasks *own = self->tasks;
    if (!own || !own->is_impatient || !hal_observe(word))
        return;
    self->block->tidings = 0;
    oc_tasks_told = own->is_impatient = false;
    for (int i = 0; i < OC_NEIGHBOURS; i++)
        if (hal_observe(&self->block->told[i][0])) {
            struct oc_tasks *victim = told_of(self, i);
            if (victim)
                register_with(victim, self->block, i);
            else
                oc_tasks_told = true;
        }
}

/* Whether the thread, which is dozing, still has patience: it is at a barrier again, and has had
 * tasks since the last one. */
static inline bool is_patient(const struct oc_thread *self, const volatile uint32_t *word) {
    struct oc_tasks *own = self->tasks;
    bool has_waited = own->has_waited && word == self->released;
    own->has_waited = false;
    if (!has_waited)
        lose_patience(own);
    return has_waited;
}

/* Sleeps until something that has been armed is written; a thread that has left neighbours, not for
 * long. */
static inline void doze(struct oc_thread *self, const volatile uint32_t *word) {
    struct oc_tasks *own = self->tasks;
    if (!is_dozing(own)) {
        hal_wait(HAL_NEVER);
        return;
    }
    hal_wait(hal_cycles() + PATIENCE);
    if (!hal_observe(word) && !are_told(self->block))
        lose_patience(own);
}

#endif
