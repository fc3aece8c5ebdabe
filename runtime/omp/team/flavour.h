/* What waits for other threads is compiled twice (OC_WITH_TASKS, runtime/Makefile): threads of
 * programs with explicit tasks run these while they wait. link/variants.ld says which of the two
 * a program calls, so only programs that use tasks pay for them; inside, each calls its own. */
#ifndef OMP_TEAM_FLAVOUR_H
#define OMP_TEAM_FLAVOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "link/variant.h"

/* Runs tasks of the team, and sleeps where there are none to be had, until the word, of the own
 * block, is not 0. A thread that sleeps without it has none of its own, and has been told of none.
 */
void oc_tasks_await(const volatile uint32_t *word);
/* Runs tasks of the team, and sleeps where there are none, until an own queue, whose ring is in the
 * own block, has an element. */
void oc_tasks_await_queue(hal_address queue);
/* Runs a task of the team; false: there is none to be had. */
bool oc_tasks_run_one(void);

/* Runs tasks until all those that the thread's implicit task has brought about are complete: before
 * it arrives at a barrier; and at the end of its region, which they then belong to no more. */
void oc_tasks_drain(void);
/* The thread starts a region of the team of all threads. */
void oc_tasks_begin(void);
/* The thread has come to another team. */
void oc_tasks_join(void);
/* The thread is back from a team inside its own, whose threads have told it of tasks where those of
 * its own had. */
void oc_tasks_return(void);
/* The team of all threads is set up anew. */
void oc_tasks_forget(void);
void oc_tasks_end(void);

struct oc_thread;
/* The thread's task has got settings of its own (settings/settings.h), or lost them. */
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
