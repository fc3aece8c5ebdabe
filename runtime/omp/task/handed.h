/* The mechanisms that hand tasks out. A ready task stays in the record of its thread, and its
 * address goes to where another thread looks for tasks. The thread that takes the function out of
 * the record has the task, so an address may come too late, and then means nothing. A waiting
 * thread takes its own tasks back, because the thread that was handed them may be waiting for a
 * lock that this one has. Where there is no room, the task runs at once. Nested teams hand out
 * nothing. */
#ifndef OMP_TASK_HANDED_H
#define OMP_TASK_HANDED_H

#include <string.h>

#include "hal/store.h"
#include "omp/task/transfer.h"
#include "omp/team/team.h"

/* A queue of each thread that regions, reductions, MPI and locks do not use. */
#define OC_HAND_QUEUE 2

/* Bits beside those of the neighbours to be notified: there is no room for the task; no recipient
 * is known. */
#define OC_HAND_FULL 0x80000000u
#define OC_HAND_CLOSED 0x40000000u

/* Where tasks are handed to. */
struct oc_recipient {
    hal_address queue; /* the queue, or that of the ring's lock; 0: it may not be open yet */
    hal_address block; /* where it lies */
    struct oc_recipient *next; /* whose turn comes then */
    /* For a queue: slots that this thread may still fill, as far as it knows; slots that it has
     * been given so far; its index among the threads that fill the queue. */
    uint32_t room, sent, index;
};

#if defined(OC_TASK_LOCKED)
#include "omp/task/handed_locked.h"
#elif defined(OC_TASK_CENTRAL)
#include "omp/task/handed_central.h"
#else
#include "omp/task/handed_queues.h"
#endif

/* The next recipient that is open, for the thread's team; null: there is none. */
struct oc_recipient *oc_hand_find(struct oc_deque *own);

/* Counts in a hardware counter, from now on, the ends of children of the implicit task. */
void oc_hand_count(struct oc_deque *own);

/* What oc_task_offer() has left to do: finds a recipient. Where there is no room, runs the task, if
 * it is new. */
void oc_hand_finish(struct oc_deque *own, uint32_t left, bool is_new);

/* Looks for room for a task after there was none. */
bool oc_hand_has_room(struct oc_deque *own, struct oc_recipient *recipient);

/* The thread begins a region, or has joined another team: others may hand it tasks of that. */
void oc_hand_begin(struct oc_thread *self);

/* Takes an address from where the thread looks for tasks; null: there is none. */
struct oc_task *oc_hand_take(void);

/* Gives the neighbours to be notified, or why the task has not been handed out. What has been
 * stored arrives before the address does. */
static inline uint32_t oc_task_offer(struct oc_deque *own, struct oc_task *task,
                                     oc_region *function) {
    struct oc_recipient *recipient = own->recipient;
    oc_flush();
    *(oc_region *volatile *)&task->function = function;
    if (__builtin_expect(!recipient || !oc_hand_is_open(recipient), 0))
        return OC_HAND_CLOSED;
    if (__builtin_expect(!oc_hand_put(own, recipient, task), 0))
        return OC_HAND_FULL;
    return oc_hand_thieves(own);
}

static inline void oc_task_offered(struct oc_deque *own, uint32_t left) {
    oc_hand_finish(own, left, true);
}

/* Whether a thread that goes to sleep has to look once more for a task that another one has put
 * back meanwhile: nobody else will be handed that. */
enum { OC_TASK_COMES_BACK = 1 };

/* Takes a task that has been handed out, and moves it into a record of the own thread. A task that
 * the thread may not run goes back to its own thread. */
static inline struct oc_task *oc_hand_claim(struct oc_deque *own, const struct oc_task *below,
                                            oc_region **function) {
    if (oc_deque_is_full(own))
        return NULL;
    for (struct oc_task *at; (at = oc_hand_take());) {
        *function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
        if (!*function)
            continue;
        struct oc_task *task = oc_task_copy_link(own, at);
        if (!below || oc_task_descends(task->up, below)) {
            oc_task_take_over(own, task, at);
            return task;
        }
        oc_task_put_back(at, *function, task);
    }
    return NULL;
}

/* There is no first task of a victim. */
static inline struct oc_task *oc_task_steal_first(struct oc_deque *own, struct oc_deque *victim,
                                                  struct oc_task *at, oc_region **function) {
    (void)at;
    return oc_task_steal(own, victim, NULL, function);
}

/* The counter that a scope's children add to; 0: none. */
static inline hal_address oc_hand_counter(const struct oc_task *scope) {
    hal_address counter = 0;
    if (scope->flags & OC_TASK_COUNTED)
        memcpy(&counter, scope->own, sizeof counter);
    return counter;
}

/* Counts with a store to the counter, for which no thread waits. */
static inline bool oc_task_count_in_counter(const struct oc_task *scope, uint32_t amount) {
    /* The scope of the last child; most often it is the same. */
    static _Thread_local const struct oc_task *last;
    static _Thread_local hal_address counter;
    if (amount != OC_NEW)
        return false;
    if (scope != last) {
        counter = 0;
        if (__atomic_load_n(&scope->flags, __ATOMIC_RELAXED) & OC_TASK_COUNTED)
            memcpy(&counter, scope->own, sizeof counter);
        last = scope;
    }
    if (!counter)
        return false;
    hal_counter_add(counter, 1);
    return true;
}

static inline void oc_task_collect(struct oc_task *scope) {
    hal_address counter = oc_hand_counter(scope);
    int32_t ended = counter ? hal_counter_value(counter) : 0;
    if (ended <= 0)
        return;
    hal_counter_add(counter, -ended);
    __atomic_fetch_sub(&scope->pending, (uint32_t)ended * OC_NEW, __ATOMIC_RELAXED);
}

/* Gives how many children the counter waits for. */
static inline int32_t oc_task_collect_later(struct oc_task *scope) {
    hal_address counter = oc_hand_counter(scope);
    int32_t missing = counter ? (int32_t)(hal_observe(&scope->pending) & OC_CHILDREN) : 0;
    if (missing)
        hal_counter_add(counter, -missing);
    return missing;
}

static inline void oc_task_collect_now(struct oc_task *scope, int32_t missing) {
    if (missing)
        hal_counter_add(oc_hand_counter(scope), missing);
}

#endif
