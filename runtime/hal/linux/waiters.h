/* Seats that wait for an element of a queue, or for room in a queue. They are served in the order
 * in which they came. The queue's lock guards its waiters. */
#ifndef HAL_LINUX_WAITERS_H
#define HAL_LINUX_WAITERS_H

#include <stdbool.h>

#include "hal/linux/devices.h"

/* hal_waiters_join() adds this process to the waiters; the caller holds the lock and then releases
 * it. hal_waiters_wait() then sleeps until another process calls hal_waiters_call() for this
 * one. */
void hal_waiters_join(struct waiters *waiters);
void hal_waiters_wait(void);

/* Removes the seat that came first from the waiters and returns it; −1: no seat waits. */
int hal_waiters_leave(struct waiters *waiters);

/* Ends the wait of a seat that has been removed from the waiters. */
void hal_waiters_call(int seat);

#endif
