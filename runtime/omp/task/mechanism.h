/* clang-format off */
/* The mechanism `task` (docs/openmp-mechanisms.md): how ready tasks get to other threads. Either
 * tasks stay in their records, where thieves look for them (stealing.h), or their addresses are
 * handed to other threads (handed.h). Each of the two headers defines inline:
 *
 *   OC_TASK_COMES_BACK                            1: tasks that are put back need their thread
 *   uint32_t oc_task_offer(own, task, function)   lets others take a task; gives what is left to do
 *   void oc_task_offered(own, left)               does that, for a task that has just been made
 *   bool oc_task_count_in_counter(scope, amount)  counts the end of a child in hardware, if it can
 *   void oc_task_collect(scope)                   subtracts the hardware's count from `pending`
 *   int32_t oc_task_collect_later(scope)          has hardware wake the thread at the last child
 *   void oc_task_collect_now(scope, missing)      no longer has hardware wake the thread
 *
 * Each mechanism defines the functions below, and how a waiting thread finds tasks (search.h). */
/* clang-format on */
#ifndef OMP_TASK_MECHANISM_H
#define OMP_TASK_MECHANISM_H

#include "omp/task/deque.h"

/* Lets others take a task that has not just been made. */
void oc_task_publish(struct oc_deque *own, struct oc_task *task, oc_region *function);

/* Moves a task that another thread has into a record of the own thread: of `victim`, or that has
 * been handed out; if `below` is not null, one of its descendants. Null: there is none. Gives its
 * function. */
struct oc_task *oc_task_steal(struct oc_deque *own, struct oc_deque *victim,
                              const struct oc_task *below, oc_region **function);

#ifdef OC_TASK_HANDED
#include "omp/task/handed.h"
#else
#include "omp/task/stealing.h"
#endif
#endif
