/* Tasks with the clauses depend and detach (OpenMP 5.2, 15.9.5, 12.5.2). */
#ifndef OMP_TASK_DEPENDENT_H
#define OMP_TASK_DEPENDENT_H

#include "omp/task/spawn.h"

/* A task that others may wait for, and that may wait for others; in the arena of the task that has
 * made it. */
struct oc_dependent {
    /* What its record is made of, by who completes the last one that it waits for, perhaps in
     * another tile, who reads two words at once. `function`: null: its thread waits to go on with
     * it. `link`: as of a record; with OC_TASK_HEAP its data stay where they are. */
    oc_region *function __attribute__((aligned(2 * sizeof(void *))));
    void *data;
    struct oc_task_link link;
    uint32_t missing;           /* tasks that it waits for; and 1 until all of these are known */
    uint32_t unfinished;        /* with OC_TASK_DETACH: its body, and its event */
    struct oc_edge *successors; /* those that wait for it; after its end: `closed` */
    struct oc_task *task;       /* with OC_TASK_DETACH: its record, once its body is done */
    struct oc_dependent *next;  /* of those that have been given back (ready.c) */
    hal_address home;           /* the block of the thread that has made it; 0: there is but one */
    struct oc_settings *settings; /* with OC_TASK_SETTINGS */
};

/* What a task knows of the dependences between its children. */
struct oc_dependences;
void oc_dependences_free(struct oc_dependences *dependences);

/* The body of the task is done. True: it is complete, and those that have waited for it go on. */
bool oc_dependent_end(struct oc_task *task);

/* Why a task may go on: it has just been made; the last one that it waits for has been run in the
 * calling thread; or that has nothing to do with what the thread does, as when it fulfils an event,
 * in any task of any team. */
enum oc_ready { OC_READY_NEW, OC_READY_NEXT, OC_READY_ELSEWHERE };

/* One that it waits for is complete, or all of these are known. */
void oc_dependent_ready(struct oc_dependent *dependent, enum oc_ready why);

/* It is complete: those that wait for it go on. */
void oc_dependent_close(struct oc_dependent *dependent, enum oc_ready why);

/* It may run now: in the calling thread, unless that is elsewhere, and others. */
void oc_dependent_release(struct oc_dependent *dependent, enum oc_ready why);

/* Spawns one, for which the compiler has passed this. Undeferred: returns when it has been run. */
void oc_dependent_spawn(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                        long alignment, bool is_deferred, unsigned flags, void **depends,
                        struct oc_task_rest rest);

/* Runs a task at once, in a record. */
void oc_task_run_now(struct oc_thread *self, oc_region *function, void *data, unsigned flags,
                     struct oc_dependent *dependent);

#endif
