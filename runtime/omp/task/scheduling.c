/* The work of a waiting thread: it runs its own tasks, then those of other threads, and sleeps when
 * there are none. */
#include "omp/task/dependences.h"
#include "omp/task/mechanism.h"
#include "omp/task/priority.h"
#include "omp/task/run.h"
#include "omp/task/search.h"
#include "omp/task/wait.h"

/* Whether the task in a record of the calling thread must not run now, because it does not descend
 * from `below`. */
static bool is_unrelated(const struct oc_deque *own, const struct oc_task *at,
                         const struct oc_task *below) {
    return own->has_unrelated && below && !oc_task_descends(at->up, below);
}

/* Runs the youngest task of the calling thread. If `below` is not null, runs the youngest task that
 * descends from `below`. */
static bool run_own(struct oc_thread *self, struct oc_deque *own, const struct oc_task *below) {
    if (__builtin_expect(HAL_READ(&own->returned) != NULL, 0))
        oc_dependents_take(self, below);
    oc_deque_shrink(own);
    struct oc_task *highest = NULL;
    if (own->has_priorities && !own->has_unrelated)
        highest = oc_task_highest_own(self);
    for (struct oc_task *at = highest ? highest + 1 : own->next; at-- > own->floor;) {
        if (!__atomic_load_n(&at->function, __ATOMIC_RELAXED) || is_unrelated(own, at, below))
            continue;
        oc_region *function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
        if (__builtin_expect(function != NULL, 1)) {
            if (__builtin_expect(HAL_READ(&own->first) > at, 0))
                HAL_WRITE(&own->first, at);
            oc_task_run(self, at, function, oc_task_data(at));
            return true;
        }
    }
    return false;
}

/* Runs one task of the calling thread. If there is none, runs one or several tasks of other
 * threads: stops when `word` is not 0, or after one task if `word` is null. */
static inline bool run_any(struct oc_thread *self, const struct oc_task *below,
                           const volatile uint32_t *word) {
    struct oc_deque *own = oc_tasks;
    bool may_have = own && (own->next > own->floor || HAL_READ(&own->returned));
    return (may_have && run_own(self, own, below)) || oc_search_run(self, own, below, word);
}

bool oc_task_run_any(struct oc_thread *self, const struct oc_task *below) {
    return run_any(self, below, NULL);
}

/* Arms `word` and the words by which other threads notify this thread of tasks. Returns false if
 * one of them has already been written. */
static bool arm(struct oc_thread *self, const volatile uint32_t *word) {
    oc_tasks_arm(self->block);
    return !hal_observe(word) && !oc_search_is_due(self->block);
}

/* Whether there is a task in a record of the calling thread. Another thread may have put a task
 * back after this thread searched its records and before it armed its notification. */
static __attribute__((noinline)) bool has_any(const struct oc_deque *own) {
    for (struct oc_task *at = own->next; at-- > own->floor;)
        if (__atomic_load_n(&at->function, __ATOMIC_RELAXED))
            return true;
    return false;
}

static inline bool may_sleep(const struct oc_deque *own) {
    return !OC_TASK_COMES_BACK || !own || own->next == own->floor || !has_any(own);
}

/* Runs tasks until there are none, and then arms the words that other threads write. Returns true
 * if the thread can now sleep, and false if it must look at `word` or for tasks again. */
static bool run_all(struct oc_thread *self, const volatile uint32_t *word) {
    while (run_any(self, NULL, word))
        if (hal_observe(word))
            return false;
    return arm(self, word) && may_sleep(oc_tasks);
}

/* Runs tasks until the word is not 0. */
static __attribute__((noinline)) void run_until(struct oc_thread *self,
                                                const volatile uint32_t *word) {
    if (oc_search_backs_off(oc_tasks) && oc_search_may_sleep(self, word) && arm(self, word))
        oc_search_sleep(self, word);
    oc_search_renew(self, word);
    while (!hal_observe(word))
        if (run_all(self, word))
            oc_search_sleep(self, word);
}

/* The number of times that a thread reads the word of a barrier before it searches for tasks. These
 * reads take about 200 cycles in total. */
#define LOOKS 40

/* A thread at a barrier may have postponed its search for tasks (victims.h), and would have to
 * search before it sleeps. But a search takes longer than most barriers, and delays the threads
 * that are searched. So the thread first looks for a while whether the barrier is over. */
static inline bool is_over_soon(const struct oc_thread *self, const volatile uint32_t *released) {
    if (self->is_notified)
        for (int looks = LOOKS; looks; looks--)
            if (hal_observe(released))
                return true;
    return false;
}

void oc_tasks_await(const volatile uint32_t *word) {
    struct oc_thread *self = &oc_thread;
    if (word != self->released || !is_over_soon(self, word))
        run_until(self, word);
}

static __attribute__((noinline)) void run_until_release(struct oc_thread *self,
                                                        volatile uint32_t *released) {
    run_until(self, released);
    hal_acquire();
    *released = 0;
}

void oc_tasks_await_release(volatile uint32_t *released) {
    struct oc_thread *self = &oc_thread;
    if (__builtin_expect(!is_over_soon(self, released), 0)) {
        run_until_release(self, released);
        return;
    }
    hal_acquire();
    *released = 0;
}

bool oc_tasks_run_one(void) {
    return oc_task_run_any(&oc_thread, NULL);
}

void oc_tasks_await_queue(hal_address queue) {
    struct oc_thread *self = &oc_thread;
    while (!hal_thread_inbox_count(queue)) {
        if (oc_task_run_any(self, NULL))
            continue;
        oc_tasks_arm(self->block);
        if (!hal_thread_inbox_count(queue) && !oc_search_is_due(self->block) && may_sleep(oc_tasks))
            hal_wait(HAL_NEVER);
    }
}

static bool is_waiting(struct oc_task *scope, uint32_t mask) {
    oc_task_collect(scope);
    uint32_t pending = __atomic_load_n(&scope->pending, __ATOMIC_ACQUIRE);
    return ((pending - OC_SUBTREE) & mask) != 0;
}

/* Sleeps until children of the scope are complete or another thread notifies this one of tasks.
 * Before it sleeps, the thread looks for tasks once more: another thread may have put a task back
 * since the last look, and its notification may have come while this thread was still awake. */
static void sleep_for(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                      const struct oc_task *below) {
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* no other thread could end this wait */
    struct oc_block *block = self->block;
    HAL_WRITE(&block->task.woken, 0);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (oc_task_run_any(self, below))
        return;
    __atomic_fetch_or(&scope->pending, OC_WAITED, __ATOMIC_SEQ_CST);
    oc_tasks_arm(block);
    if (is_waiting(scope, mask) && (oc_search_backs_off(oc_tasks) || !oc_search_is_due(block))) {
        int32_t missing = oc_task_collect_later(scope);
        if (!hal_observe(&block->task.woken))
            oc_search_sleep(self, &block->task.woken);
        oc_task_collect_now(scope, missing);
    }
    __atomic_fetch_and(&scope->pending, ~OC_WAITED, __ATOMIC_SEQ_CST);
}

void oc_task_sleep(struct oc_thread *self, const uint32_t *word, const struct oc_task *below) {
    struct oc_block *block = self->block;
    if (hal_threads() == 1)
        hal_wait(HAL_NEVER); /* no other thread could end this wait */
    HAL_WRITE(&block->task.woken, 0);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (oc_task_run_any(self, below))
        return;
    oc_tasks_arm(block);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) && !hal_observe(&block->task.woken) &&
        !oc_search_is_due(block))
        oc_search_sleep(self, &block->task.woken);
}

void oc_task_wait(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                  const struct oc_task *below) {
    while (is_waiting(scope, mask))
        if (!oc_task_run_youngest(self, oc_tasks) && !oc_task_run_any(self, below))
            sleep_for(self, scope, mask, below);
    oc_deque_shrink(oc_tasks);
}
