/* The deque of a thread: the records of its explicit tasks.
 *
 * A thread has a stack of records in memory next to its core. It spawns a task into the first free
 * record and takes the youngest task when it waits; thieves take the oldest. To take a task, a
 * thread swaps the function out of its record, so no lock is needed. A thief moves the task into a
 * record of its own at once: a task always runs out of a record of its thread, and its children are
 * counted next to the thread that spawns them.
 *
 * Memory order: a record is written before its function (release), and read after the swap that
 * took it (acquire). A thread that completes a task flushes before it decrements the count of the
 * task's scope, so a thread that sees that count sees what the task has stored. */
#ifndef OMP_TASK_DEQUE_H
#define OMP_TASK_DEQUE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/store.h"
#include "omp/task/record.h"
#include "omp/team/block.h"
#include "omp/team/post.h"
#include "omp/team/thread.h"

/* Records of a thread for deferred tasks. When all are in use, tasks are undeferred. Nested regions
 * have fewer, as there may be many of them and their records are in the heap; a team of one defers
 * only tasks that have waited for others. */
enum { OC_TASK_RECORDS = 128, OC_TASK_RECORDS_NESTED = 32, OC_TASK_RECORDS_ALONE = 8 };

/* Further records for undeferred tasks inside each other; after these come records in the heap. */
enum { OC_TASK_RECORDS_UNDEFERRED = 8 };

/* Cycles that a thread waits at a barrier, after a search in vain, before it requests notifications
 * again: most barriers are over by then. As long as searches are in vain, it waits twice as long
 * each time: to search a neighbour takes as long as a barrier, and delays the next one for all. */
enum { OC_TASK_BACKOFF = 256, OC_TASK_MOST_BACKOFF = 4096 };

struct oc_extra;
struct oc_dependent;

/* What a thread keeps for a team that it is in. */
struct oc_deque {
    /* The first free record; all from there on are free. And where thieves begin to look: they read
     * both at once (oc_deque_ends()). */
    struct oc_task *next __attribute__((aligned(2 * sizeof(void *)))), *first;
    struct oc_task *limit; /* `most`, or null where every task needs checks (set_limits) */
    struct oc_task
        *scope;       /* the innermost task, taskgroup or implicit task that the thread is in */
    uint32_t thieves; /* bits of neighbours that wait for a notification */
    struct oc_task *floor; /* records below hold no descendants of the current task */
    struct oc_task *end;   /* of the records; what is there is always free */
    struct oc_team *team;
    int size;             /* of the team */
    int victim;           /* the neighbour, from 1 on, that the thread steals from; 0: none */
    bool is_cancellable;  /* OMP_CANCELLATION */
    bool needs_checks;    /* even an included task does */
    bool is_prioritized;  /* OMP_MAX_TASK_PRIORITY allows priorities, */
    bool has_priorities;  /* and some of the tasks here may have one */
    bool is_backoff_over; /* the thread requests postponed notifications now (victims.h) */
    bool has_waited;      /* the thread has made tasks and waited for them */
    bool has_unrelated;   /* some tasks here may not descend from the current one */
    int neighbours;       /* bits of `thieves` that are in use */
    uint32_t postponed;   /* bits of neighbours that it has not requested to notify it again; */
    uint32_t backoff;     /* cycles that it waits before it does */
    const struct oc_task
        *drained; /* the scope in which it drains its tasks at a barrier, or null */
    struct oc_dependent *returned;  /* tasks that became ready elsewhere (ready.c) */
    struct oc_extra *extra;         /* records in the heap */
    struct oc_deque *next_deque;    /* another one of the thread, for teams of this active level */
    uintptr_t offer;                /* what neighbours are notified with (OC_DEQUE_OF_ALL) */
    struct oc_recipient *recipient; /* of the next task that is handed out (handed.h); or null */
    hal_address neighbour[OC_NEIGHBOURS]; /* the blocks of the neighbours */
    struct oc_task *most;                 /* where the records of deferred tasks end */
    struct oc_task *limit_undeferred;     /* like `limit`, of undeferred tasks: `end` or null */
    uintptr_t *entered; /* reductions over tasks that other threads may not have entered; or null */
    struct oc_task root; /* the implicit task */
    struct oc_task record[];
};

/* A neighbour is notified with the deque's address. This bit says that the deque is one of the team
 * of all threads, as it then always is: thieves of that team need not ask. */
#define OC_DEQUE_OF_ALL ((uintptr_t)1)

/* `next` and `first` of another thread, by one trip to another tile. Both are hints, and are read
 * once: on the host others change them meanwhile. */
struct oc_deque_ends {
    struct oc_task *next, *first;
};
static inline struct oc_deque_ends oc_deque_ends(const struct oc_deque *victim) {
    struct oc_deque_ends ends;
    hal_copy_pair(&ends, &victim->next);
    hal_in_order();
    return ends;
}

/* The calling thread's deque for its team; makes it, if there is none. */
struct oc_deque *oc_deque_make(struct oc_thread *self);
static inline struct oc_deque *oc_deque_open(struct oc_thread *self) {
    struct oc_deque *own = self->tasks;
    return __builtin_expect(own != NULL, 1) ? own : oc_deque_make(self);
}

/* Notifies a neighbour that waits for that of the tasks here. */
void oc_task_notify(struct oc_deque *own);
/* Notifies neighbour `which`, which waits for that, of the tasks here. */
static inline void oc_task_notify_one(struct oc_deque *own, int which) {
    __atomic_fetch_and(&own->thieves, ~(1u << which), __ATOMIC_RELAXED);
    oc_post(own->neighbour[which] + OC_IN_BLOCK(task.offers) +
                sizeof(uint32_t[OC_POINTER_WORDS]) * (uint32_t)which,
            own->offer);
    hal_store(own->neighbour[which] + OC_IN_BLOCK(task.notified), 1);
}

/* Takes a record for an undeferred task or a taskgroup: a free one, or one in the heap. */
struct oc_task *oc_task_new_undeferred(struct oc_deque *own, uint32_t flags, struct oc_task *up);

/* Whether there is no record left for a deferred task, or for a stolen one. */
static inline bool oc_deque_is_full(const struct oc_deque *own) {
    return own->next >= own->most;
}

/* Takes a free record before `end`; null: there is none. */
static inline struct oc_task *oc_task_new(struct oc_deque *own, const struct oc_task *end,
                                          uint32_t flags, struct oc_task *up) {
    struct oc_task *task = own->next;
    if (task >= end)
        return NULL;
    own->next = task + 1;
    task->flags = flags;
    task->up = up;
    return task;
}

/* Gives back the free records at the top of the stack. */
static inline void oc_deque_shrink(struct oc_deque *own) {
    struct oc_task *next = own->next;
    while (next > own->floor && !__atomic_load_n(&next[-1].up, __ATOMIC_RELAXED))
        next--;
    hal_in_order();
    own->next = next;
    if (own->first > next)
        own->first = next;
}

/* Gives back the youngest record, whose task is complete, as are all its descendants. */
static inline void oc_task_pop(struct oc_deque *own, struct oc_task *task) {
    task->flags = 0;
    task->up = NULL;
    if (__builtin_expect(own->next == task + 1, 1)) {
        own->next = task;
        if (own->first > task)
            own->first = task;
    } else {
        oc_deque_shrink(own);
    }
}

#endif
