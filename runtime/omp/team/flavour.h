/* Code that waits for other threads is compiled twice, as two flavours (OC_WITH_TASKS,
 * runtime/objects.mk). In the flavour for programs with explicit tasks, waiting threads run tasks.
 * link/variants.ld chooses the flavour that a program calls, so only programs that use tasks pay
 * for them. Inside a flavour, functions call functions of the same flavour. */
#ifndef OMP_TEAM_FLAVOUR_H
#define OMP_TEAM_FLAVOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "link/variant.h"

/* Runs tasks of the team until `word`, which is in the thread's own block, is not 0. If no task is
 * available, the thread sleeps. It sleeps only if it has no task of its own, and has looked at all
 * notifications of tasks. */
void oc_tasks_await(const volatile uint32_t *word);
/* Does so until the word of a barrier of the thread's team is not 0, and clears the word. */
void oc_tasks_await_release(volatile uint32_t *released);
/* Runs tasks of the team until a queue of this thread has an element; the ring of the queue is in
 * the thread's own block. While no task is available, the thread sleeps. */
void oc_tasks_await_queue(hal_address queue);
/* Runs a task of the team; returns false if none is available. */
bool oc_tasks_run_one(void);

/* Runs tasks until all descendants of the thread's implicit task are complete. The thread calls
 * this function before it arrives at a barrier, and at the end of its region, because the tasks
 * must not outlive their region. */
void oc_tasks_drain(void);
/* Does so for a thread that has made its deque `own`. */
struct oc_deque;
void oc_tasks_drain_own(struct oc_deque *own);
/* Prepares the thread's deque and its queue of handed-out tasks at the beginning of a region of the
 * outermost team. */
void oc_tasks_begin(void);
/* Prepares the thread's queue of handed-out tasks when the thread has joined another team. */
void oc_tasks_join(void);
/* Called when the thread has returned from a nested team. The threads of that team may have
 * overwritten the notifications of the thread's neighbours, so the thread forgets its victim. */
void oc_tasks_return(void);
/* Marks the deque of the outermost team as out of date, because the team is being set up again. */
void oc_tasks_forget(void);
void oc_tasks_end(void);

struct oc_thread;
/* Decides anew whether the thread's tasks need checks. Called when its task has got settings of its
 * own (settings/settings.h) or has lost them. */
void oc_tasks_set_limits(struct oc_thread *self) OC_OPTIONAL;

#ifndef OC_WITH_TASKS
#define OC_WITH_TASKS 0
#endif

/* The name of a function in the flavour that is being compiled. */
#if OC_WITH_TASKS
#define OC_FLAVOUR(name) name##_with_tasks
#else
#define OC_FLAVOUR(name) name##_without_tasks
#endif

#endif
