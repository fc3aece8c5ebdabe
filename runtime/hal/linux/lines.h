/* Lines: the inbox of a thread whose elements have HAL_MESSAGE_BYTES, which is MPI's.
 *
 * Senders take a place in the ring by a compare-and-swap of `tail`, write their line there and then
 * the place's number into its first word. The receiver looks at this word in the line itself, so a
 * small message passes in a single cache line. No process holds anything for which others wait,
 * except a sender between the two steps.
 *
 * Memory order: a sender that finds room has read `head`, or `limit`, which another sender has
 * computed from it, and both are written and read with release and acquire. The number in a line is
 * written by an exchange, which also comes before the sender's look whether the receiver sleeps. */
#ifndef HAL_LINUX_LINES_H
#define HAL_LINUX_LINES_H

#include "hal/linux/devices.h"

/* Sets up the own inbox of lines in a queue that describes its ring. */
void hal_lines_open(const struct queue *queue);

/* Returns false if there is no room. */
bool hal_lines_put(int seat, const struct queue *queue, const void *head, size_t head_bytes,
                   const void *body, size_t body_bytes);

/* For threads that wait, of which several may look at a time: whether more lines than `seen` have
 * ever been in the own inbox, and how many lines before a gap there have been, at least. Without
 * such an inbox there are never more. */
bool hal_lines_more(uint32_t seen);
uint32_t hal_lines_seen(uint32_t seen);

/* The lines in the own inbox. There may be more if this is not 0. */
uint32_t hal_lines_count(void);
void hal_lines_drop(void);

/* Counts an event for a thread that sleeps, and wakes it (wait.c). */
void hal_notify_sleeper(int seat);

#endif
