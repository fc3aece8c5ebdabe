/* The mechanisms that hand out tasks. A ready task stays in the record of its thread, and its
 * address goes into a queue or ring, from which another thread takes it. The thread that swaps the
 * function out of the record runs the task. A thread that comes too late finds no function and
 * ignores the address. A waiting thread takes its own tasks back. Otherwise a thread that has
 * received their addresses might wait for a lock that the waiting thread holds, and neither would
 * continue. If there is no room for the address, the task runs at once. Nested teams hand out no
 * tasks. */
#ifndef OMP_TASK_HANDED_H
#define OMP_TASK_HANDED_H

#include <string.h>

#include "hal/store.h"
#include "omp/task/transfer.h"
#include "omp/team/team.h"

/* The number of the queue that each thread has in its tile for tasks. The queue contains the tasks
 * that were handed to the thread. With task=locked, it contains only the token that locks the
 * thread's ring. */
#define OC_HAND_QUEUE 2

/* Two further bits of oc_task_offer()'s result. OC_HAND_FULL says that there is no room for the
 * task, OC_HAND_CLOSED that no recipient is known. */
#define OC_HAND_FULL 0x80000000u
#define OC_HAND_CLOSED 0x40000000u

/* A destination of handed-out tasks: another thread's queue or ring, or the central queue. */
struct oc_recipient {
    hal_address queue;         /* the queue, or the queue that locks the ring; 0: may not be open */
    hal_address block;         /* the block of the thread that receives the tasks */
    struct oc_recipient *next; /* the recipient of the next task */
    /* Used if the destination is a queue. `room` is the number of slots that this thread may fill
     * without asking again. `sent` is the number of slots that it has been granted since the
     * beginning. `index` is this thread's index among the threads that fill the queue. */
    uint32_t room, sent, index;
};

#if defined(OC_TASK_LOCKED)
#include "omp/task/handed_locked.h"
#elif defined(OC_TASK_CENTRAL)
#include "omp/task/handed_central.h"
#else
#include "omp/task/handed_queues.h"
#endif

/* The next recipient of the thread's team whose queue or ring is open; null if there is none. */
struct oc_recipient *oc_hand_find(struct oc_deque *own);

/* Makes a hardware counter count the ends of the implicit task's children from now on. */
void oc_hand_count(struct oc_deque *own);

/* Called with the result of oc_task_offer(). If the task has not been handed out, finds a recipient
 * for it. If no recipient has room and the task is new, runs the task. Notifies neighbours. */
void oc_hand_finish(struct oc_deque *own, uint32_t left, bool is_new);

/* Checks again whether there is room for a task. */
bool oc_hand_has_room(struct oc_deque *own, struct oc_recipient *recipient);

/* Called when the thread begins a region or has joined another team. From then on, the threads of
 * its team may hand it tasks. */
void oc_hand_begin(struct oc_thread *self);

/* Takes an address from the queue or ring in which the thread receives tasks; null if it is
 * empty. */
struct oc_task *oc_hand_take(void);

/* Hands a task out. The result has a bit for each neighbour to be notified, or says why the task
 * has not been handed out (OC_HAND_FULL, OC_HAND_CLOSED). Earlier stores of the thread arrive
 * before the task's address does. */
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

/* 1: before a thread sleeps, it must look for tasks in its own records once more. Another thread
 * may have put a task back there, and no further thread is told of that task. */
enum { OC_TASK_COMES_BACK = 1 };

/* Takes a task that has been handed out and moves it into a record of the calling thread. A task
 * that the thread may not run goes back to its own thread. */
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

/* Takes any task that has been handed out. This mechanism does not look into the records of a
 * victim. */
static inline struct oc_task *oc_task_steal_first(struct oc_deque *own, struct oc_deque *victim,
                                                  struct oc_task *at, oc_region **function) {
    (void)at;
    return oc_task_steal(own, victim, NULL, function);
}

/* The counter to which a scope's children add; 0 if there is none. */
static inline hal_address oc_hand_counter(const struct oc_task *scope) {
    hal_address counter = 0;
    if (scope->flags & OC_TASK_COUNTED)
        memcpy(&counter, scope->own, sizeof counter);
    return counter;
}

/* Adds to the scope's counter by a store, which the thread does not wait for. */
static inline bool oc_task_count_in_counter(const struct oc_task *scope, uint32_t amount) {
    /* The scope of the last child is cached, because the next child usually has the same scope. */
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

/* Makes the hardware counter reach 0 when the scope's last child ends. Returns the number of
 * children that the counter waits for. */
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
