/* How a waiting thread finds tasks of other threads. The mechanism `task` chooses one of two
 * headers. With victims.h, the thread searches the neighbours that have notified it; with
 * handed_wait.h, it takes the tasks that have been handed to it. Each of the two headers defines
 * inline:
 *
 *   bool oc_search_run(self, own, below, word)    runs one or several tasks of other threads
 *   bool oc_search_is_due(block)                  there may be some since the last search
 *   bool oc_search_backs_off(own)                 the thread has postponed a search
 *   bool oc_search_may_sleep(self, word)          the thread may go on to postpone it
 *   void oc_search_renew(self, word)              ends a search after the wait is over
 *   void oc_search_sleep(self, word)              sleeps until something armed is written, or for
 *                                                 as long as the search is postponed */
#ifndef OMP_TASK_SEARCH_H
#define OMP_TASK_SEARCH_H

#if defined(OC_TASK_QUEUES) || defined(OC_TASK_LOCKED)
#include "omp/task/handed_wait.h"
#else
#include "omp/task/victims.h"
#endif
#endif
