/* Tasks that others have handed to the thread. */
#ifndef OMP_MECHANISM_TASK_OTHERS_H
#define OMP_MECHANISM_TASK_OTHERS_H

#include "omp/mechanism/task/claim.h"
#include "omp/task/youngest.h"

/* Whether there are addresses there. */
bool oc_hand_is_any(const struct oc_block *block);

/* The thread's own queue, or area, is there from now on. */
void oc_hand_open(struct oc_block *block);

/* In this team the thread takes tasks; others may have something to do with it, or be of another
 * team that it will be in. */
static inline bool takes(const struct oc_thread *self) {
    return self->team == &oc_team && self->size > 1;
}

static inline bool are_told(const struct oc_block *block) {
    const struct oc_tasks *own = oc_thread.tasks;
    return takes(&oc_thread) && oc_hand_is_any(block) && !(own && oc_tasks_are_full(own));
}

/* There are no neighbours to be looked at. */
static inline bool is_dozing(const struct oc_tasks *own) {
    (void)own;
    return false;
}

static inline void have_told_again(struct oc_thread *self, const volatile uint32_t *word) {
    (void)self, (void)word;
}

static inline bool is_patient(const struct oc_thread *self, const volatile uint32_t *word) {
    (void)self, (void)word;
    return true;
}

static inline void doze(struct oc_thread *self, const volatile uint32_t *word) {
    (void)self, (void)word;
    hal_wait(HAL_NEVER);
}

/* Several, until `word`, if there is one, is not 0, or a task has left something to do. */
static inline bool run_others(struct oc_thread *self, struct oc_tasks *own,
                              const struct oc_task *below, const volatile uint32_t *word) {
    if (!takes(self))
        return false;
    if (!oc_hand_is_any(self->block) || !(own = oc_tasks_open(self)))
        return false;
    oc_region *function;
    struct oc_task *task = claim(own, below, &function);
    if (!task)
        return false;
    do
        oc_task_run_own(self, own, task, function);
    while (word && own->next == task && !hal_observe(word) &&
           (task = claim(own, below, &function)));
    return true;
}

#endif
