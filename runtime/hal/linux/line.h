/* Lines of seats that wait for an element of a queue, or for room in a queue. Seats are served in
 * the order in which they came. The queue's lock guards its lines. */
#ifndef HAL_LINUX_LINE_H
#define HAL_LINUX_LINE_H

#include <stdbool.h>

#include "hal/linux/devices.h"

/* hal_line_join() adds this process to the line and releases the lock. hal_line_wait() then waits
 * until it is this process' turn. */
void hal_line_join(struct line *line);
void hal_line_wait(void);

/* Removes the seat that came first from the line and returns it; −1: the line is empty. */
int hal_line_leave(struct line *line);

/* Ends the wait of a seat that has been removed from its line. */
void hal_line_call(int seat);

#endif
