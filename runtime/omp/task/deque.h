/* The deque of a thread: the records of its explicit tasks.
 *
 * A thread has a stack of records in memory next to its core. It spawns a task into the first free
 * record. When it waits, it takes the youngest task; thieves take the oldest. To take a task, a
 * thread swaps the function out of its record, so no lock is needed. A thief at once moves the task
 * into one of its own records. So the record of a running task is always next to the core that runs
 * it, and the task's children are counted there.
 *
 * Memory order: a record is written before its function (release), and read after the swap that
 * took the function (acquire). A thread that completes a task flushes its stores before it
 * decrements the count of the task's scope, so a thread that sees the new count sees what the task
 * has stored. */
#ifndef OMP_TASK_DEQUE_H
#define OMP_TASK_DEQUE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/store.h"
#include "omp/task/record.h"
#include "omp/team/block.h"
#include "omp/team/post.h"
#include "omp/team/thread.h"

/* The number of a thread's records for deferred tasks. When all are in use, tasks are undeferred.
 * Teams of nested regions have fewer, because there may be many such teams and their records are in
 * the heap. A team of one thread defers only tasks that have waited for others. */
enum { OC_TASK_RECORDS = 128, OC_TASK_RECORDS_NESTED = 32, OC_TASK_RECORDS_ALONE = 8 };

/* The number of further records, for undeferred tasks inside undeferred tasks. When all these are
 * in use too, records come from the heap. */
enum { OC_TASK_RECORDS_UNDEFERRED = 8 };

/* A thread whose search at a barrier has found nothing waits for this many cycles before it
 * requests notifications again. Most barriers are over by then. With each further search that finds
 * nothing, the wait doubles, because searching a neighbour takes as long as a barrier and delays
 * the next barrier for all threads. */
enum { OC_TASK_BACKOFF = 256, OC_TASK_MOST_BACKOFF = 4096 };

struct oc_extra;
struct oc_dependent;

/* The state of a thread's tasks in one of the thread's teams. */
struct oc_deque {
    /* The first free record (all records after it are free, too), and the record where thieves
     * begin to look. Thieves read both fields in one access (oc_deque_ends()). */
    struct oc_task *next __attribute__((aligned(2 * sizeof(void *)))), *first;
    struct oc_task *limit; /* `most`, or null if every task needs checks (oc_tasks_set_limits()) */
    struct oc_task
        *scope;       /* the innermost task, taskgroup or implicit task that the thread is in */
    uint32_t thieves; /* a bit for each neighbour that waits for a notification */
    struct oc_task *floor; /* no record below `floor` holds a descendant of the current task */
    struct oc_task *end;   /* end of the records; the record there is always free */
    struct oc_team *team;
    int size; /* size of the team */
    /* The number, counted from 1, of the neighbour from which the thread steals. 0 means none. */
    int victim;
    bool is_cancellable;  /* OMP_CANCELLATION is set */
    bool needs_checks;    /* every task needs checks, even one without a record */
    bool is_prioritized;  /* OMP_MAX_TASK_PRIORITY allows priorities */
    bool has_priorities;  /* some tasks in this deque may have a priority */
    bool is_backoff_over; /* the thread requests postponed notifications now (victims.h) */
    bool has_waited;      /* the thread has made tasks and waited for them */
    bool has_unrelated;   /* some tasks in this deque may not descend from the current task */
    int neighbours;       /* number of bits of `thieves` in use */
    /* A bit for each neighbour. It says whether the thread has postponed its request for that
     * neighbour's next notification. */
    uint32_t postponed;
    uint32_t backoff; /* cycles that the thread waits before it makes postponed requests */
    const struct oc_task
        *drained; /* the scope in which the thread drains its tasks at a barrier, or null */
    struct oc_dependent *returned; /* tasks that other threads made ready and gave back (ready.c) */
    struct oc_extra *extra;        /* records in the heap */
    /* The next one in the list of the thread's deques for nested teams of this active level. */
    struct oc_deque *next_deque;
    uintptr_t offer; /* the word that neighbours get as notification (OC_DEQUE_OF_ALL) */
    /* The thread that gets the next task that is handed out (handed.h), or null. */
    struct oc_recipient *recipient;
    hal_address neighbour[OC_NEIGHBOURS]; /* the blocks of the neighbours */
    struct oc_task *most;                 /* end of the records of deferred tasks */
    struct oc_task *limit_undeferred;     /* the limit for undeferred tasks: `end` or null */
    /* The reductions of a construct that the thread has entered, but other threads may not have
     * entered yet; null if there are none. */
    uintptr_t *entered;
    struct oc_task root; /* the implicit task */
    struct oc_task record[];
};

/* The calling thread's deque for the team of all threads. */
extern _Thread_local struct oc_outermost {
    struct oc_deque deque;
    struct oc_task record[OC_TASK_RECORDS + OC_TASK_RECORDS_UNDEFERRED + 1];
} oc_outermost;

/* A notification contains the address of the deque that has tasks. In this address, this bit says
 * that the deque belongs to the outermost team and always will, so thieves in that team need not
 * check. */
#define OC_DEQUE_OF_ALL ((uintptr_t)1)

/* The fields `next` and `first` of another thread's deque, read in one trip to its tile. Both are
 * hints. They are read only once, because on Linux other threads may change them meanwhile. */
struct oc_deque_ends {
    struct oc_task *next, *first;
};
static inline struct oc_deque_ends oc_deque_ends(const struct oc_deque *victim) {
    struct oc_deque_ends ends;
    hal_copy_pair(&ends, &victim->next);
    hal_in_order();
    return ends;
}

/* The calling thread's deque for its team. The function makes the deque if there is none. */
struct oc_deque *oc_deque_make(struct oc_thread *self);
static inline struct oc_deque *oc_deque_open(struct oc_thread *self) {
    struct oc_deque *own = oc_tasks;
    return __builtin_expect(own != NULL, 1) ? own : oc_deque_make(self);
}

/* Tells the first of some neighbours that wait for a notification that there are tasks in this
 * deque. `thieves` has a bit for each of these neighbours, of which there is at least one. */
void oc_task_notify(struct oc_deque *own, uint32_t thieves);

/* Takes a record for an undeferred task or a taskgroup: a free one, or one from the heap. */
struct oc_task *oc_task_new_undeferred(struct oc_deque *own, uint32_t flags, struct oc_task *up);

/* Whether there is no record left for a deferred or a stolen task. */
static inline bool oc_deque_is_full(const struct oc_deque *own) {
    return own->next >= own->most;
}

/* Takes a free record before `end`; null if there is none. */
static inline struct oc_task *oc_task_new(struct oc_deque *own, const struct oc_task *end,
                                          uint32_t flags, struct oc_task *up) {
    struct oc_task *task = own->next;
    if (task >= end)
        return NULL;
    HAL_WRITE(&own->next, task + 1);
    HAL_WRITE(&task->flags, flags);
    HAL_WRITE(&task->up, up);
    return task;
}

/* Removes the free records at the top of the stack. */
static inline void oc_deque_shrink(struct oc_deque *own) {
    struct oc_task *next = own->next;
    while (next > own->floor && !__atomic_load_n(&next[-1].up, HAL_ACQUIRE))
        next--;
    hal_in_order();
    HAL_WRITE(&own->next, next);
    if (HAL_READ(&own->first) > next)
        HAL_WRITE(&own->first, next);
}

/* Removes the youngest record. Its task and all descendants must be complete. */
static inline void oc_task_pop(struct oc_deque *own, struct oc_task *task) {
    HAL_WRITE(&task->flags, 0);
    HAL_WRITE(&task->up, NULL);
    if (__builtin_expect(own->next == task + 1, 1)) {
        HAL_WRITE(&own->next, task);
        if (__builtin_expect(HAL_READ(&own->first) > task, 0))
            HAL_WRITE(&own->first, task);
    } else {
        oc_deque_shrink(own);
    }
}

#endif
