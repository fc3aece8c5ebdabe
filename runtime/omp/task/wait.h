/* Waiting for tasks. */
#ifndef OMP_TASK_WAIT_H
#define OMP_TASK_WAIT_H

#include "omp/task/deque.h"

/* Takes a task and runs it: a descendant of `below` or, if `below` is null, any task of the team.
 * Returns false if it has found no task. */
bool oc_task_run_any(struct oc_thread *self, const struct oc_task *below);

/* Runs tasks until no bit of `mask` is set in the scope's `pending`. The OC_SUBTREE that `pending`
 * contains for the scope itself does not count. The scope belongs to the calling thread. If the
 * thread runs tasks of other threads, they are descendants of `below`, unless that is null. */
void oc_task_wait(struct oc_thread *self, struct oc_task *scope, uint32_t mask,
                  const struct oc_task *below);

/* Runs a task, or sleeps until other threads have set `word` to 0 or wake this thread. */
void oc_task_sleep(struct oc_thread *self, const uint32_t *word, const struct oc_task *below);

/* The innermost task that the thread is in and may leave only for its descendants (OpenMP 5.2,
 * 12.9). */
const struct oc_task *oc_task_tied(struct oc_deque *own);

#endif
