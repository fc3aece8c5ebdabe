/* How a thread searches its neighbours for tasks. To request a notification, the thread sets its
 * bit in the neighbour's `thieves`. When the neighbour next makes a task, it notifies the thread
 * once for this request. */
#ifndef OMP_TASK_VICTIMS_H
#define OMP_TASK_VICTIMS_H

#include "omp/task/mechanism.h"
#include "omp/task/run.h"
#include "omp/team/team.h"

/* Whether a victim's deque belongs to the calling thread's nested team. The victim may have left
 * that team. */
static bool is_in_team(const struct oc_thread *self, const struct oc_deque *victim) {
    return __atomic_load_n(&victim->team, __ATOMIC_ACQUIRE) == self->team &&
           victim->size == self->size;
}

/* Returns the deque of neighbour `which`, which has notified the thread; null if the deque belongs
 * to another team. (In the outermost team, the deque may belong to an earlier region with more
 * threads. It is then empty.) */
static struct oc_deque *victim_of(const struct oc_thread *self, int which) {
    uintptr_t offer = oc_pointer_of(self->block->task.offers[which]);
    struct oc_deque *victim = (struct oc_deque *)(offer & ~OC_DEQUE_OF_ALL);
    bool is_of_all = offer & OC_DEQUE_OF_ALL;
    if (self->team == &oc_team)
        return is_of_all ? victim : NULL;
    return !is_of_all && is_in_team(self, victim) ? victim : NULL;
}

/* Whether the event for which the thread waits has come; false if `word` is null. */
static inline bool is_over(const volatile uint32_t *word) {
    return word && hal_observe(word);
}

/* Clears the word by which the victim has notified the thread. Returns false if another thread has
 * meanwhile written the word, and leaves it as it is. This can happen after the number of threads
 * has changed, because the neighbour with this number is then another thread. */
static inline bool clear_offer(const struct oc_thread *self, struct oc_deque *victim, int which) {
    uintptr_t offer = (uintptr_t)victim | (self->team == &oc_team ? OC_DEQUE_OF_ALL : 0);
    return oc_clear_post(self->block->task.offers[which], offer);
}

/* Requests the next notification from the victim. The chip clears the word here without comparing
 * it first: it takes only a few cycles from the look at the word to this point, in which another
 * notification hardly ever comes. On Linux a thread may lose its processor for long between the
 * two, so there clear_offer() clears the word. */
static void request(struct oc_deque *victim, struct oc_block *block, int which) {
    if (OC_POINTER_WORDS == 1)
        HAL_WRITE(&block->task.offers[which][0], 0);
    __atomic_fetch_or(&victim->thieves, 1u << which, __ATOMIC_SEQ_CST);
}

/* Steals the oldest tasks of a victim, one after the other, and runs them. The function stops when
 * `word` is not 0, when another thief has taken the next task, or when a task has left child tasks
 * in the thread's records. If `word` is null, it stops after one task. Returns false if no task has
 * been run. In this case it sets `is_empty` to say whether the victim has no other task either. */
static inline bool run_first(struct oc_thread *self, struct oc_deque *own, struct oc_deque *victim,
                             const volatile uint32_t *word, bool leaves_last, bool *is_empty) {
    struct oc_task *task, *last = NULL;
    oc_region *function;
    if (oc_deque_is_full(own))
        return false;
    struct oc_deque_ends ends = oc_deque_ends(victim);
    struct oc_task *at = ends.first;
    *is_empty = at + leaves_last >= ends.next;
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

/* Runs one or, by run_first(), several tasks of the victim. If the victim has no task, the function
 * requests a notification or, if `postpones` is set, postpones that request. */
static bool run_from_victim(struct oc_thread *self, struct oc_deque *own,
                            const struct oc_task *below, const volatile uint32_t *word,
                            bool postpones) {
    int which = own->victim - 1;
    struct oc_deque *victim = victim_of(self, which);
    if (__builtin_expect(!victim, 0)) {
        own->victim = 0;
        return false;
    }
    /* The victim may leave a nested team for the next one, so check its team before each task. */
    bool is_empty = false;
    if (!below && run_first(self, own, victim, self->team == &oc_team ? word : NULL,
                            postpones && own->has_waited, &is_empty))
        return true;
    oc_region *function;
    struct oc_task *task = is_empty ? NULL : oc_task_steal(own, victim, below, &function);
    if (!task) {
        own->victim = 0;
        if (postpones) {
            self->is_notified = true;
            own->postponed |= 1u << which;
            return false;
        }
        own->postponed &= ~(1u << which);
        if (OC_POINTER_WORDS > 1 && !clear_offer(self, victim, which)) {
            self->is_notified = true;
            return false;
        }
        request(victim, self->block, which);
        /* The victim may have made tasks before it saw the request, so look once more. */
        task = oc_task_steal(own, victim, below, &function);
        if (!task)
            return false;
    }
    oc_task_run_own(self, own, task, function);
    return true;
}

/* Called at the end of the thread's wait: postpones the requests that it has not made yet. */
static __attribute__((noinline)) void postpone_rest(struct oc_deque *own,
                                                    const struct oc_block *block) {
    own->is_backoff_over = false;
    for (int i = 0; i < OC_NEIGHBOURS; i++)
        if (hal_observe(&block->task.offers[i][0]))
            own->postponed |= 1u << i;
}

/* Whether the thread is at a barrier and its backoff is not over. At a barrier, a thread waits for
 * its own tasks and then for the barrier's word. */
static inline bool oc_search_postpones(const struct oc_thread *self,
                                       const volatile uint32_t *word) {
    const struct oc_deque *own = oc_tasks;
    if (!own)
        return word == self->released;
    return !own->is_backoff_over && (word == self->released || own->drained == own->scope);
}

/* Runs a task of a neighbour that has notified the thread. Often the neighbour or another thief has
 * already run that task, for example if all threads make a few tasks before each barrier. A thread
 * at a barrier therefore requests the next notification only after it has waited for a while
 * (oc_search_sleep()). */
static bool run_from_notifiers(struct oc_thread *self, const struct oc_task *below,
                               const volatile uint32_t *word) {
    struct oc_block *block = self->block;
    HAL_WRITE(&block->task.notified, 0);
    bool postpones = oc_search_postpones(self, word);
    uint32_t postponed = postpones && oc_tasks ? oc_tasks->postponed : 0;
    self->is_notified = postponed != 0;
    for (int i = 0; i < OC_NEIGHBOURS; i++) {
        if (!hal_observe(&block->task.offers[i][0]) || postponed >> i & 1)
            continue;
        struct oc_deque *own = victim_of(self, i) ? oc_deque_open(self) : NULL;
        if (!own) {
            self->is_notified = true;
            continue;
        }
        own->victim = i + 1;
        bool has_run = run_from_victim(self, own, below, word, postpones);
        if (has_run)
            own->backoff = OC_TASK_BACKOFF;
        if (has_run || is_over(word)) {
            self->is_notified = true;
            if (!has_run && own->is_backoff_over)
                postpone_rest(own, block);
            return has_run;
        }
    }
    if (oc_tasks)
        oc_tasks->is_backoff_over = false;
    return false;
}

/* Whether the thread has postponed requests, or is at a barrier and waits for those of its own
 * tasks that thieves have taken. */
static inline bool has_postponed(const struct oc_deque *own) {
    return own && (own->postponed || own->drained == own->scope);
}

/* Whether the thread has nothing else to do and either has postponed requests or waits for its own
 * tasks. */
static inline bool oc_search_backs_off(const struct oc_deque *own) {
    return has_postponed(own) && own->next == own->floor && !HAL_READ(&own->returned);
}

/* Runs one or several tasks of other threads, until `word`, if there is one, is not 0. `own` is
 * null if the thread has no deque for the team yet. */
static inline bool oc_search_run(struct oc_thread *self, struct oc_deque *own,
                                 const struct oc_task *below, const volatile uint32_t *word) {
    /* A thread whose last tasks are being run by others does not search, because its wait will soon
     * be over. */
    if (own && own->drained == own->scope && !below && !own->is_backoff_over &&
        oc_search_backs_off(own))
        return false;
    if (own && own->victim &&
        run_from_victim(self, own, below, word, oc_search_postpones(self, word)))
        return true;
    return self->size > 1 && (self->is_notified || hal_observe(&self->block->task.notified)) &&
           run_from_notifiers(self, below, word);
}

/* A thread that is alone in its team does not search for tasks. */
static inline bool oc_search_is_due(const struct oc_block *block) {
    return hal_observe(&block->task.notified) && oc_thread.size > 1;
}

/* Ends the thread's backoff. The thread makes its postponed requests at its next search. */
static inline void end_backoff(struct oc_deque *own) {
    own->is_backoff_over = true;
    own->postponed = 0;
}

/* Makes the postponed requests when the wait is over, without a search, if the backoff is over. So
 * if barriers are short, the thread makes no requests during a barrier, where they would delay the
 * other threads. */
static inline void oc_search_renew(struct oc_thread *self, const volatile uint32_t *word) {
    struct oc_deque *own = oc_tasks;
    if (!own || !own->is_backoff_over || !hal_observe(word))
        return;
    HAL_WRITE(&self->block->task.notified, 0);
    self->is_notified = own->is_backoff_over = false;
    for (int i = 0; i < OC_NEIGHBOURS; i++)
        if (hal_observe(&self->block->task.offers[i][0])) {
            struct oc_deque *victim = victim_of(self, i);
            if (victim && (OC_POINTER_WORDS == 1 || clear_offer(self, victim, i)))
                request(victim, self->block, i);
            else
                self->is_notified = true;
        }
}

/* Whether the thread continues to back off, because it is at a barrier again and has waited for
 * tasks of its own since the last barrier. Otherwise the function ends the backoff. If a barrier
 * ends before the thread calls this function, `has_waited` stays set. This costs one backoff at a
 * later barrier. */
static inline bool oc_search_may_sleep(const struct oc_thread *self,
                                       const volatile uint32_t *word) {
    struct oc_deque *own = oc_tasks;
    bool goes_on = own->has_waited && word == self->released;
    own->has_waited = false;
    if (!goes_on)
        end_backoff(own);
    return goes_on;
}

/* Sleeps at most until the end of the backoff. If nothing has woken the thread by then, ends the
 * backoff, so that the thread makes its postponed requests. */
static __attribute__((noinline)) void back_off(const struct oc_thread *self, struct oc_deque *own,
                                               const volatile uint32_t *word) {
    uint64_t end = hal_cycles() + own->backoff;
    hal_wait(end);
    /* A thread that waits for its own tasks ignores notifications at the end of the backoff.
     * Otherwise a pending notification would keep the backoff from ever ending. */
    bool is_early = own->drained != own->scope || hal_cycles() < end;
    if (hal_observe(word) || (is_early && oc_search_is_due(self->block)))
        return;
    end_backoff(own);
    if (own->backoff < OC_TASK_MOST_BACKOFF)
        own->backoff *= 2;
}

static inline void oc_search_sleep(struct oc_thread *self, const volatile uint32_t *word) {
    struct oc_deque *own = oc_tasks;
    if (has_postponed(own))
        back_off(self, own, word);
    else
        hal_wait(HAL_NEVER);
}

#endif
