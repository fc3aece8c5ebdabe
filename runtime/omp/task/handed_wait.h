/* How a thread takes tasks that others have handed to it. */
#ifndef OMP_TASK_HANDED_WAIT_H
#define OMP_TASK_HANDED_WAIT_H

#include "omp/task/mechanism.h"
#include "omp/task/run.h"

/* Whether the thread's queue or ring contains addresses of tasks. */
bool oc_hand_is_any(const struct oc_block *block);

/* Opens the thread's queue or ring on the first call. */
void oc_hand_open(struct oc_block *block);

/* Whether the thread may take tasks that were handed to it. In a nested team it may not, because
 * the tasks may belong to another team. */
static inline bool takes(const struct oc_thread *self) {
    return self->team == &oc_team && self->size > 1;
}

static inline bool oc_search_is_due(const struct oc_block *block) {
    const struct oc_deque *own = oc_tasks;
    return takes(&oc_thread) && oc_hand_is_any(block) && !(own && oc_deque_is_full(own));
}

/* Always false: with this mechanism, a thread searches no neighbours and so never postpones a
 * search. */
static inline bool oc_search_backs_off(const struct oc_deque *own) {
    (void)own;
    return false;
}

static inline void oc_search_renew(struct oc_thread *self, const volatile uint32_t *word) {
    (void)self, (void)word;
}

static inline bool oc_search_may_sleep(const struct oc_thread *self,
                                       const volatile uint32_t *word) {
    (void)self, (void)word;
    return true;
}

static inline void oc_search_sleep(struct oc_thread *self, const volatile uint32_t *word) {
    (void)self, (void)word;
    hal_wait(HAL_NEVER);
}

/* Runs a task that has been handed to the thread. If `word` is not null, runs further tasks until
 * the word is not 0 or a task has left child tasks in the thread's records. */
static inline bool oc_search_run(struct oc_thread *self, struct oc_deque *own,
                                 const struct oc_task *below, const volatile uint32_t *word) {
    if (!takes(self))
        return false;
    if (!oc_hand_is_any(self->block) || !(own = oc_deque_open(self)))
        return false;
    oc_region *function;
    struct oc_task *task = oc_hand_claim(own, below, &function);
    if (!task)
        return false;
    do
        oc_task_run_own(self, own, task, function);
    while (word && own->next == task && !hal_observe(word) &&
           (task = oc_hand_claim(own, below, &function)));
    return true;
}

#endif
