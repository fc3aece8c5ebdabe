/* What a thread does while it waits: its own tasks, those of others, and sleep. */
#include "omp/task/below.h"
#include "omp/task/priority.h"
#include "omp/task/youngest.h"

#if defined(OC_TASK_QUEUES) || defined(OC_TASK_LOCKED)
#include "omp/mechanism/task/others.h"
/* Who waits does not know before it looks whether there are any. */
_Thread_local bool oc_tasks_told = true;
#else
#include "omp/task/neighbours.h"
#endif
#ifdef OC_TASK_HANDED
#include "omp/mechanism/task/collect.h"
#else
/* All ends of children are counted in memory. */
static inline void collect(struct oc_task *scope) {
    (void)scope;
}
static inline int32_t collect_later(struct oc_task *scope) {
    (void)scope;
    return 0;
}
static inline void collect_now(struct oc_task *scope, int32_t missing) {
    (void)scope;
    (void)missing;
}
#endif

/* Whether a task in a record of the own thread is one that may not be run now. */
static bool is_strange(const struct oc_tasks *own, const struct oc_task *at,
                       const struct oc_task *below) {
    return own->has_strangers && below && !oc_task_is_below(at->up, below);
}

/* The youngest task of the own thread that the current task, or none, is above of. */
static bool run_own(struct oc_thread *self, struct oc_tasks *own, const struct oc_task *below) {
    if (__builtin_expect(own->returned != NULL, 0))
        oc_dependents_take(self, below);
    oc_tasks_shrink(own);
    struct oc_task *urgent = NULL;
    if (own->has_priorities && !own->has_strangers)
        urgent = oc_task_urgent_own(self);
    for (struct oc_task *at = urgent ? urgent + 1 : own->next; at-- > own->floor;) {
        if (!__atomic_load_n(&at->function, __ATOMIC_RELAXED) || is_strange(own, at, below))
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

/* A task; of others perhaps several, until `word`, if there is one, is not 0. */
static inline bool run_any(struct oc_thread *self, const struct oc_task *below,
                           const volatile uint32_t *word) {
    struct oc_tasks *own = self->tasks;
    bool may_have = own && (own->next > own->floor || own->returned);
    return (may_have && run_own(self, own, below)) || run_others(self, own, below, word);
}

bool oc_task_run_any(struct oc_thread *self, const struct oc_task *below) {
    return run_any(self, below, NULL);
}

/* Arms what others write. False: some of it has been written before. */
static bool is_nothing(struct oc_thread *self, const volatile uint32_t *word) {
    oc_tasks_arm(self->block);
    return !hal_observe(word) && !are_told(self->block);
}

/* Runs tasks until there are none; then arms what others write. False: look at the word again. */
static bool run_all(struct oc_thread *self, const volatile uint32_t *word) {
    while (run_any(self, NULL, word))
        if (hal_observe(word))
            return false;
    return is_nothing(self, word);
}

void oc_tasks_await(const volatile uint32_t *word) {
    struct oc_thread *self = &oc_thread;
    if (is_dozing(self->tasks) && is_patient(self, word) && is_nothing(self, word))
        doze(self, word);
    have_told_again(self, word);
    while (!hal_observe(word))
        if (run_all(self, word))
            doze(self, word);
}

bool oc_tasks_look(void) {
    return oc_task_run_any(&oc_thread, NULL);
}

void oc_tasks_await_queue(hal_address queue) {
    struct oc_thread *self = &oc_thread;
    while (!hal_thread_inbox_count(queue)) {
        if (oc_task_run_any(self, NULL))
            continue;
        oc_tasks_arm(self->block);
        if (!hal_thread_inbox_count(queue) && !are_told(self->block))
            hal_wait(HAL_NEVER);
    }
}

static bool is_waiting(struct oc_task *scope, uint32_t mask) {
    collect(scope);
    uint32_t pending = __atomic_load_n(&scope->pending, __ATOMIC_ACQUIRE);
    return ((pending - OC_SUBTREE) & mask) != 0;
}

/* Sleeps until something has happened. Looks once more for tasks: one may have been given back
 * since the last time, whose giver has roused a thread that was awake. */
static void sleep_for(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                      const struct oc_task *below) {
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* there is nobody who could end that */
    struct oc_block *block = self->block;
    block->roused = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (oc_task_run_any(self, below))
        return;
    __atomic_fetch_or(&scope->pending, OC_WAITED, __ATOMIC_SEQ_CST);
    oc_tasks_arm(block);
    if (is_waiting(scope, mask) && !are_told(block)) {
        int32_t missing = collect_later(scope);
        if (!hal_observe(&block->roused))
            hal_wait(HAL_NEVER);
        collect_now(scope, missing);
    }
    __atomic_fetch_and(&scope->pending, ~OC_WAITED, __ATOMIC_SEQ_CST);
}

void oc_task_sleep(struct oc_thread *self, const uint32_t *word, const struct oc_task *below) {
    struct oc_block *block = self->block;
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* there is nobody who could end that */
    block->roused = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (oc_task_run_any(self, below))
        return;
    oc_tasks_arm(block);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) && !hal_observe(&block->roused) && !are_told(block))
        hal_wait(HAL_NEVER);
}

void oc_task_wait(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                  const struct oc_task *below) {
    while (is_waiting(scope, mask))
        if (!oc_task_run_youngest(self, self->tasks) && !oc_task_run_any(self, below))
            sleep_for(self, scope, mask, below);
    oc_tasks_shrink(self->tasks);
}
