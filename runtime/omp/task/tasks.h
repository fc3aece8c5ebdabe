/* Explicit tasks: what each thread keeps of them.
 *
 * A thread has records in a stack, in memory next to its core. It spawns a task into the first free
 * one, and takes the youngest when it has to wait; others steal the oldest. Whoever takes a task
 * swaps its function out of the record, so nobody needs a lock. A thief moves the task into a
 * record of its own at once: whatever runs, runs out of the records of its thread, so its children
 * are counted next to who spawns them.
 *
 * Memory order: a record is written before its function (release), and read after the swap that
 * took it (acquire). A thread that completes a task has flushed before it tells the parent's
 * record, so who sees the count of children go down sees what they have stored. */
#ifndef OMP_TASK_TASKS_H
#define OMP_TASK_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "link/variant.h"
#include "omp/task/task.h"
#include "omp/team/pass.h"
#include "omp/team/team.h"
#include "omp/team/thread.h"

/* Records of a thread for deferred tasks. Where they are all in use, tasks run at once. Regions
 * inside others have fewer, as there may be many of them and their records are in the heap; a team
 * of one puts only those tasks aside that have waited for others. */
enum { OC_TASK_RECORDS = 128, OC_TASK_RECORDS_INSIDE = 32, OC_TASK_RECORDS_ALONE = 8 };

/* Records after these, of what is run at once inside each other; then come those of the heap. */
enum { OC_TASK_RECORDS_NOW = 8 };

struct oc_extra;
struct oc_dependent;

/* What a thread keeps for a team that it is in. */
struct oc_tasks {
    /* Its first free record; all from here on are free. And where thieves begin to look, who read
     * both at once (oc_tasks_ends()). */
    struct oc_task *next __attribute__((aligned(2 * sizeof(void *)))), *first;
    struct oc_task *limit; /* `most`; null: no task is like most (oc_tasks_heed()) */
    struct oc_task *scope; /* what it is in: task, taskgroup, or implicit task */
    uint32_t hungry;       /* bits of neighbours that want to be told of tasks */
    struct oc_task *floor; /* below are records that are no descendants of the current task */
    struct oc_task *end;   /* of its records; what is there is always free */
    struct oc_team *team;
    int size;            /* of the team */
    int prey;            /* the neighbour, from 1 on, whose tasks it takes; 0: nobody's */
    bool is_cancellable; /* what OMP_CANCELLATION says, */
    bool is_guarded;     /* even a task that is a part of another is not like most */
    bool is_prioritized; /* and OMP_MAX_TASK_PRIORITY: whether there are priorities at all */
    bool has_priorities; /* there may be some among its tasks */
    bool is_left;        /* it has looked at neighbours that it has not had tell again, */
    bool is_impatient;   /* and has waited since then (neighbours.h); */
    bool has_waited;     /* it has made tasks and waited for them */
    bool has_strangers;  /* among them may be some that are no descendants of the current one */
    int neighbours;      /* bits of hungry that are in use */
    struct oc_dependent *returned; /* tasks that have become ready elsewhere (ready.c) */
    struct oc_extra *extra;        /* records beside these, of tasks that are run at once */
    struct oc_tasks *beside;       /* others of the thread, for teams of the same active level */
    uintptr_t name;                /* by which neighbours are told of it (OC_TASKS_OF_ALL) */
    struct oc_way *way; /* where the next task is handed to (mechanism/task/hand.h); or null */
    hal_address tell[OC_NEIGHBOURS]; /* the blocks of these */
    struct oc_task *most;            /* where the records of deferred tasks end */
    struct oc_task *limit_now;       /* as `limit`, of tasks that are run at once: `end` or null */
    uintptr_t *entered;  /* reductions over tasks that others may not have entered; or null */
    struct oc_task root; /* the implicit task */
    struct oc_task record[];
};

/* What its neighbours are told: where it is, and whether it is of the team of all threads, as it
 * then always is. So they need not ask, of that team. */
#define OC_TASKS_OF_ALL ((uintptr_t)1)

/* What `next` and `first` of another thread are: one trip to another tile. On the host others
 * change them meanwhile; both are hints (task/steal.c), and are read once. */
struct oc_tasks_ends {
    struct oc_task *next, *first;
};
static inline struct oc_tasks_ends oc_tasks_ends(const struct oc_tasks *victim) {
    struct oc_tasks_ends ends;
    hal_copy_pair(&ends, &victim->next);
    hal_in_order();
    return ends;
}

/* That of the calling thread for its team; made, if there is none. */
struct oc_tasks *oc_tasks_make(struct oc_thread *self);
static inline struct oc_tasks *oc_tasks_open(struct oc_thread *self) {
    struct oc_tasks *own = self->tasks;
    return __builtin_expect(own != NULL, 1) ? own : oc_tasks_make(self);
}

/* Runs a task out of a record of the own thread, which may be an extra one, and completes it. */
void oc_task_run(struct oc_thread *self, struct oc_task *task, oc_region *function, void *data);

/* It is complete, but perhaps for descendants. */
void oc_task_complete(struct oc_task *task);

/* It has been run in the calling thread, which forgets what it has set. */
void oc_task_end(struct oc_thread *self, struct oc_task *task);

/* The same for one that has been run in the task that made it, and not been counted there. */
void oc_task_leave(struct oc_thread *self, struct oc_task *task);

/* Takes and runs a task; `below`: only descendants of this one, null: any of the team. False: there
 * is none to be had. */
bool oc_task_run_any(struct oc_thread *self, const struct oc_task *below);

/* Takes what has become ready elsewhere into its records, or runs it. */
void oc_dependents_take(struct oc_thread *self, const struct oc_task *below) OC_OPTIONAL;

/* A task that somebody else may have, moved into a record of the own thread; null: there is none.
 * Gives its function. */
struct oc_task *oc_task_steal(struct oc_tasks *own, struct oc_tasks *victim,
                              const struct oc_task *below, oc_region **function);

/* Lets others take the task, whose function this is. */
void oc_task_publish(struct oc_tasks *own, struct oc_task *task, oc_region *function);

/* Calls the function of a task that is run in the calling one's place. */
void oc_task_call(struct oc_thread *self, oc_region *function, void *data);

/* What a task inherits that the calling one makes; null: nothing. Adds it to the flags. */
struct oc_settings *oc_task_settings(const struct oc_thread *self, unsigned *flags);

/* Tells a neighbour that wants to know that there are tasks. */
void oc_task_tell(struct oc_tasks *own);
/* The same for one that does; `which`: its bit in `hungry`. */
static inline void oc_task_tell_one(struct oc_tasks *own, int which) {
    __atomic_fetch_and(&own->hungry, ~(1u << which), __ATOMIC_RELAXED);
    oc_post(own->tell[which] + OC_IN_BLOCK(told) +
                sizeof(uint32_t[OC_POINTER_WORDS]) * (uint32_t)which,
            own->name);
    hal_store(own->tell[which] + OC_IN_BLOCK(tidings), 1);
}

/* Adds minus `amount` to what a scope waits for: OC_CHILD, as a child is complete; OC_SUBTREE, as
 * the descendants are too. */
void oc_task_count(struct oc_task *scope, uint32_t amount);

/* Runs tasks until no bit of `mask` is set in `pending` of a scope of the own thread, besides its
 * own part. */
void oc_task_wait(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                  const struct oc_task *below);

/* Whether a taskgroup that it is in, or the region, has been cancelled (OpenMP 5.2, 11.5). */
bool oc_task_is_cancelled(const struct oc_task *task);

/* Sleeps until the word, which others change, is 0, or something has happened; or runs a task. */
void oc_task_sleep(struct oc_thread *self, const uint32_t *word, const struct oc_task *below);

/* The innermost task that the thread is in and may not leave for others than its descendants
 * (OpenMP 5.2, 12.9). */
const struct oc_task *oc_task_tied(struct oc_tasks *own);

/* The mechanism `task` says how others find a task (docs/openmp-mechanisms.md): they look for it in
 * its record, or its address is handed to them. */
#ifdef OC_TASK_HANDED
#include "omp/mechanism/task/show.h"
#else

/* Lets others take the task. Gives which neighbours are to be told of it, as a bit for each: one
 * that asks in the same moment may not be told before the next task. */
static inline uint32_t oc_task_show(const struct oc_tasks *own, struct oc_task *task,
                                    oc_region *function) {
    /* What it is about to read has arrived, the record included. */
    __atomic_thread_fence(__ATOMIC_RELEASE);
    uint32_t hungry = *(const volatile uint32_t *)&own->hungry;
    *(oc_region *volatile *)&task->function = function;
    return hungry;
}

/* What is left to do for a task that has just been made, by what oc_task_show() has given. */
static inline void oc_task_shown(struct oc_tasks *own, uint32_t hungry) {
    (void)hungry;
    oc_task_tell(own);
}

#endif

/* A record for a task that is run at once, or a taskgroup; the thread's own, if there is a free
 * one.
 */
struct oc_task *oc_task_new_now(struct oc_tasks *own, uint32_t flags, struct oc_task *up);

/* Whether there is no record left for a deferred task, or one of somebody else's. */
static inline bool oc_tasks_are_full(const struct oc_tasks *own) {
    return own->next >= own->most;
}

/* Takes a free record before `end`; null: there is none. */
static inline struct oc_task *oc_task_new(struct oc_tasks *own, const struct oc_task *end,
                                          uint32_t flags, struct oc_task *up) {
    struct oc_task *task = own->next;
    if (task >= end)
        return NULL;
    own->next = task + 1;
    task->flags = flags;
    task->up = up;
    return task;
}

/* Gives back the records at the top of the stack that are free. */
static inline void oc_tasks_shrink(struct oc_tasks *own) {
    struct oc_task *next = own->next;
    while (next > own->floor && !__atomic_load_n(&next[-1].up, __ATOMIC_RELAXED))
        next--;
    hal_in_order();
    own->next = next;
    if (own->first > next)
        own->first = next;
}

/* Gives back the youngest record, whose task and all that descends from it are complete. */
static inline void oc_task_pop(struct oc_tasks *own, struct oc_task *task) {
    task->flags = 0;
    task->up = NULL;
    if (__builtin_expect(own->next == task + 1, 1)) {
        own->next = task;
        if (own->first > task)
            own->first = task;
    } else {
        oc_tasks_shrink(own);
    }
}

#endif
