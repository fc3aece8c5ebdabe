/* Places that wait for an element of a queue, or for room in one, first come, first served. The
 * lock of the queue guards its lines. */
#ifndef HAL_LINUX_LINE_H
#define HAL_LINUX_LINE_H

#include <stdbool.h>

#include "hal/linux/devices.h"

/* This process joins the line; it releases the lock, and then waits for its turn. */
void hal_line_join(struct line *line);
void hal_line_wait(void);

/* The place that has come first, which leaves the line; −1: nobody waits. */
int hal_line_leave(struct line *line);

/* Ends the wait of a place that has left the line. */
void hal_line_call(int place);

#endif
