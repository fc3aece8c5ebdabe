/* Locks of a rank's memory, which origins take and release without the target's help.
 *
 * A process that wants a lock takes a ticket, in one atomic access. Tickets are served in their
 * order, so no process is overtaken. Consecutive readers (processes with shared locks) hold the
 * lock together. The state of a lock consists of the target's words (struct oc_window_words) and a
 * list in the target's heap:
 *
 *   tickets   upper half: the next ticket; lower half: how many have been returned
 *   entered   a reader may enter when this is the number of its ticket: all before it have entered
 *             and are readers, or have left
 *   queue     for each ticket, modulo its length, the place of the process that waits with it
 *
 * It is a writer's turn when all tickets before its own have been returned. A process that has to
 * wait writes its place into the queue, looks at the words once more, and sleeps. A process that
 * lets the next process in first changes the words and then looks into the queue. So one of the two
 * processes sees what the other has written: no process needs to poll, and a process that waits for
 * ever is reported.
 *
 * Tickets are counted modulo 2^15, because fewer than 2^15 processes can want the same lock. */
#ifndef MPI_WINDOW_LOCK_H
#define MPI_WINDOW_LOCK_H

#include "mpi/window/window.h"

/* Takes a lock of a rank. Until it has the lock, the process sleeps and makes progress. */
void oc_lock_take(struct oc_window *window, int rank, bool exclusive);

/* Releases the lock. All operations under the lock must be complete. */
void oc_lock_give(struct oc_window *window, int rank);

/* ---- Operands ---------------------------------------------------------------------------------
 * The lock of accumulate operations (accumulate.h), in the word `operands`. A process holds it for
 * a few transfers and waits for no other process meanwhile. A waiting process therefore tries again
 * after a pause that grows with the number of processes before it. */
void oc_operands_lock(const struct oc_window *window, int rank);
void oc_operands_unlock(const struct oc_window *window, int rank);

#endif
