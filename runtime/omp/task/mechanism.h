/* clang-format off */
/* The mechanism `task` (docs/openmp-mechanisms.md): how ready tasks get to other threads. Either
 * tasks stay in their records, where thieves look for them (stealing.h), or their addresses are
 * handed to other threads (handed.h). Each of the two headers defines inline:
 *
 *   OC_TASK_COMES_BACK                            1: a task put back is found by its thread only
 *   uint32_t oc_task_offer(own, task, function)   lets others take a task; returns what is left
 *   void oc_task_offered(own, left)               does that, for a task that has just been made
 *   bool oc_task_count_in_counter(scope, amount)  counts the end of a child in hardware, if it can
 *   void oc_task_collect(scope)                   subtracts the hardware's count from `pending`
 *   int32_t oc_task_collect_later(scope)          has hardware wake the thread at the last child
 *   void oc_task_collect_now(scope, missing)      no longer has hardware wake the thread
 *
 * Each mechanism also defines the functions below, and how a waiting thread finds tasks
 * (search.h). */
/* clang-format on */
#ifndef OMP_TASK_MECHANISM_H
#define OMP_TASK_MECHANISM_H

#include "omp/task/deque.h"

/* Lets other threads take a task that was made earlier. */
void oc_task_publish(struct oc_deque *own, struct oc_task *task, oc_region *function);

/* Moves a task of another thread into a record of the calling thread. The task comes from `victim`,
 * or has been handed out. If `below` is not null, the function only takes descendants of `below`.
 * Sets `function`. Returns null if it finds no task. */
struct oc_task *oc_task_steal(struct oc_deque *own, struct oc_deque *victim,
                              const struct oc_task *below, oc_region **function);

#ifdef OC_TASK_HANDED
#include "omp/task/handed.h"
#else
#include "omp/task/stealing.h"
#endif
#endif
