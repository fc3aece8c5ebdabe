/* Lines are the elements, of HAL_MESSAGE_BYTES bytes, in a thread's inbox for MPI.
 *
 * A sender takes a position in the ring by a compare-and-swap of `tail`. It writes its line there,
 * and then the position's number into the first word of the line. The receiver looks at this word
 * in the line itself, so a small message passes in a single cache line. No process holds anything
 * for which others wait, except a sender that has taken a position and has not written the number
 * yet.
 *
 * Memory order: a sender that finds room has read `head`, or `limit`, which another sender has
 * computed from `head`. Both words are written with release and read with acquire. A sender writes
 * the number in a line by an exchange, which also precedes its check whether the receiver
 * sleeps. */
#ifndef HAL_LINUX_LINES_H
#define HAL_LINUX_LINES_H

#include "hal/linux/devices.h"

/* Sets up this process' inbox of lines. `queue` describes the ring of the inbox. */
void hal_lines_open(const struct queue *queue);

/* Puts a line into an inbox. Returns false if there is no room, or if the receiver should fetch the
 * message instead (body.h). */
bool hal_lines_put(int seat, const struct queue *queue, const void *head, size_t head_bytes,
                   const void *body, size_t body_bytes);

/* These functions are for waiting threads, of which several may check at the same time.
 * hal_lines_more() returns whether the inbox has ever received more than `seen` lines; it returns
 * false if the process has no inbox of lines. hal_lines_seen() returns how many lines have come
 * without a gap, which is at least `seen`. */
bool hal_lines_more(uint32_t seen);
uint32_t hal_lines_seen(uint32_t seen);

/* The number of lines in the calling process' inbox that the process has counted so far. Each call
 * counts at most one more line. If the result is not 0, there may therefore be further lines. */
uint32_t hal_lines_count(void);
void hal_lines_drop(void);

/* Counts an event for a thread that sleeps, and wakes it (wait.c). */
void hal_notify_sleeper(int seat);

#endif
