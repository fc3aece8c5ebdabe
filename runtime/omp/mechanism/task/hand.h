/* Tasks are handed out: a ready one stays in the record of its thread, and its address goes to
 * where others look for tasks. Who takes the function out of the record has the task, so an address
 * may come too late, and then says nothing: a thread that waits takes its own tasks back, as whom
 * it has handed them to may stand at a lock that it has. Where there is no room, the task is run
 * at once. Teams inside others hand out nothing. */
#ifndef OMP_MECHANISM_TASK_HAND_H
#define OMP_MECHANISM_TASK_HAND_H

#include "hal/hal.h"

struct oc_task;
struct oc_tasks;

/* Of each thread: not in use for regions, reductions, MPI or locks. */
#define OC_HAND_QUEUE 2

/* Beside the bits of neighbours that are to be told: there is no room for the task; nobody is known
 * to take it. */
#define OC_HAND_FULL 0x80000000u
#define OC_HAND_CLOSED 0x40000000u

/* Where tasks are handed to. */
struct oc_way {
    hal_address queue;   /* it, or that of its lock; 0: it may not be open yet */
    hal_address block;   /* where it lies */
    struct oc_way *next; /* whose turn comes then */
    /* Of a queue: places in it that are free for the thread, as it knows; those that it has used so
     * far; its number among those that use it. */
    uint32_t room, sent, whose;
};

/* The next way that is open, for the thread's team; null: there is none. */
struct oc_way *oc_hand_find(struct oc_tasks *own);

/* Counts what the thread hands out by a counter from now on. */
void oc_hand_count(struct oc_tasks *own);

/* What oc_task_show() has left to do for a task that has just been made, or that has become ready
 * otherwise: looks for somebody to take it; where there is no room, runs it if it is new. */
void oc_hand_rest(struct oc_tasks *own, uint32_t left, bool is_new);

/* Room for a task, after there was none. */
bool oc_hand_has_room(struct oc_tasks *own, struct oc_way *way);

/* The thread begins a region, or has come to another team: lets others hand it tasks of that. */
struct oc_thread;
void oc_hand_begin(const struct oc_thread *self);

/* Takes an address from where the thread looks for tasks; null: there is none. */
struct oc_task *oc_hand_take(void);

#endif
