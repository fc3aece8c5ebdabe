/* What a queue is before elements go through it: opened, found, locked. */
#ifndef HAL_LINUX_QUEUE_H
#define HAL_LINUX_QUEUE_H

#include "hal/linux/devices.h"

/* Locks a queue, which must be open, with elements of `bytes`; `call` is for the message if not. */
struct queue *queue_enter(const char *call, hal_address at, size_t bytes);
void queue_leave(struct queue *queue);

/* This process must be one that may dequeue. */
void queue_check_reader(const char *call, const struct queue *queue, hal_address at);

#endif
