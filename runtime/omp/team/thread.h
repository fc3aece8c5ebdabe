/* What each thread knows of itself and its team. */
#ifndef OMP_TEAM_THREAD_H
#define OMP_TEAM_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "omp/team/block.h"
#include "omp/team/flavour.h"

struct oc_team;
struct oc_settings;
struct oc_deque;

struct oc_thread {
    /* What belongs to the thread's place in its team. A thread that starts a nested region keeps a
     * copy of it and takes it back after the region (region/nested.c). */
    int number; /* in its team */
    int size;   /* of its team */
    int active; /* 1 in an active region, and in those inside it */
    /* Size of the team that the last region has left set up, so that the next region can start with
     * it at once; 0: none. Set in thread 0 only, outside all regions. */
    int ready;
    struct oc_team *team;
    /* What the thread's task has set; null: nothing, so it is as in the task that has started the
     * region (settings/settings.h). */
    struct oc_settings *settings;
    /* Worksharing constructs that the thread has met in its region. */
    uint32_t singles;
    uint32_t shares;
    uint32_t barriers;           /* of the team, as long as it stays as it is */
    uint32_t positions;          /* of the doacross loops among them */
    struct oc_deque *tasks;      /* its part of the team's (task/deque.h); null: it has made none */
    hal_address arrive;          /* the counter of barriers, */
    volatile uint32_t *released; /* and the word that says that one is over */
    hal_address complete;        /* the counter of the region's end; not in its starter */
    int children;                /* that it passes regions on to */
    struct oc_loop loop;         /* the one that it is in */
    bool is_final;               /* its task is final, or a part of one that is */

    /* What belongs to the thread itself. */
    bool
        is_notified; /* of tasks that it has not searched for; where tasks are handed out: always */
    int usual;       /* of thread 0: threads of an outermost region that asks for no number */
    struct oc_block *block;              /* what others write for it */
    hal_address critical;                /* the queue with the token of critical without a name, */
    hal_address atomic;                  /* and that of atomic */
    hal_address child[OC_MOST_CHILDREN]; /* the blocks of its children in the tree */
    struct oc_atomic_held atomic_held;   /* atomic=lock */
};

#define OC_OF_TEAM_BYTES offsetof(struct oc_thread, is_notified)

/* The calling thread. Before the first region it is thread 0 of a team of one. */
extern _Thread_local struct oc_thread oc_thread;

/* Lets time pass before a thread polls a word again. */
void oc_pause(void);

/* Sleeps until a word of the own block is not 0; with tasks, runs them meanwhile (flavour.h). */
static inline void oc_await(const volatile uint32_t *word) {
    if (hal_observe(word))
        return;
    if (OC_WITH_TASKS) {
        /* Nearly always nobody knows of any task, and what it waits for is on its way. */
        struct oc_block *block = oc_thread.block;
        oc_tasks_arm(block);
        if (__builtin_expect(!oc_thread.is_notified && !hal_observe(&block->task.notified), 1)) {
            if (__builtin_expect(hal_observe(word) != 0, 0))
                return;
            hal_wait(HAL_NEVER);
        }
        if (__builtin_expect(!hal_observe(word), 0))
            oc_tasks_await(word);
        return;
    }
    do {
        hal_arm(word, sizeof *word);
        if (__builtin_expect(hal_observe(word) != 0, 0))
            return;
        hal_wait(HAL_NEVER);
        /* A woken thread goes straight on. */
    } while (__builtin_expect(!hal_observe(word), 0));
}

#endif
