/* Steps that all operations on a queue share: finding the queue, checking it and locking it. */
#ifndef HAL_LINUX_QUEUE_H
#define HAL_LINUX_QUEUE_H

#include "hal/linux/devices.h"

/* Locks a queue, which must be open. `bytes` is the size of the element that the caller enqueues or
 * dequeues, or 0 if it does neither. If the queue takes no elements of this size, ends the job with
 * a message that names the function `call`. */
struct queue *hal_queue_enter(const char *call, hal_address at, size_t bytes);
void hal_queue_leave(struct queue *queue);

/* Checks that this process may dequeue, and ends the job if not. */
void hal_queue_check_reader(const char *call, const struct queue *queue, hal_address at);

/* Checks that a queue is an inbox that holds an element, and ends the job if not. */
void hal_queue_check_inbox(const char *call, const struct queue *queue, hal_address at);

#endif
