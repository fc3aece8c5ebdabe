/* What a queue is before elements go through it: opened, found, locked. */
#ifndef HAL_LINUX_QUEUE_H
#define HAL_LINUX_QUEUE_H

#include "hal/linux/devices.h"

/* Locks a queue, which must be open, for an element of `bytes` (0: for none); `call` is for the
 * message if it does not take that. */
struct queue *hal_queue_enter(const char *call, hal_address at, size_t bytes);
void hal_queue_leave(struct queue *queue);

/* Checks that this process may dequeue; ends the job otherwise. */
void hal_queue_check_reader(const char *call, const struct queue *queue, hal_address at);

/* Checks that a queue is an inbox with an element in it; ends the job otherwise. */
void hal_queue_check_inbox(const char *call, const struct queue *queue, hal_address at);

#endif
