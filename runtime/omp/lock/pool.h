/* Queues for locks. Each thread has HAL_THREAD_QUEUES of them, with one element in each. The thread
 * that takes the element has the lock; putting it back gives the lock to the thread that has waited
 * longest. */
#ifndef OMP_LOCK_POOL_H
#define OMP_LOCK_POOL_H

#include "hal/hal.h"

/* Queues of thread 0 for critical constructs without a name and for atomic constructs. All other
 * queues are given out on request. */
enum { OC_QUEUE_CRITICAL, OC_QUEUE_ATOMIC, OC_QUEUES_FIXED };
_Static_assert(OC_QUEUES_FIXED <= HAL_THREAD_QUEUES, "thread 0 has them");

/* With lock=mutex, lock/mutex_pool.c defines the functions below for hardware mutexes. */

/* oc_pool_open() opens the queues of the calling thread. oc_pool_start() opens those of thread 0 if
 * they are not open yet. */
void oc_pool_open(void);
void oc_pool_start(void);

/* Queue number `which` of a thread. */
hal_address oc_pool_queue(int thread, int which);

/* Takes an unused queue with its element in it; 0 if there is none. */
hal_address oc_pool_take(void);
void oc_pool_give(hal_address queue);

#endif
