/* Locks of a rank's memory. Origins acquire and release them without the target's help.
 *
 * A process that wants a lock takes a ticket by one atomic access. Tickets are served in their
 * order, so no process is overtaken. Readers (processes with shared locks) with consecutive tickets
 * hold the lock together. The state of a lock consists of the target's words (struct
 * oc_window_words) and a queue in the target's heap:
 *
 *   tickets   upper half: the next ticket; lower half: the number of tickets returned
 *   entered   the ticket with which a reader may enter: all processes before it have entered and
 *             are readers, or have left
 *   queue     entry n is the place of the process that waits with a ticket that is n modulo the
 *             queue's length
 *
 * A writer (a process with an exclusive lock) may enter when all tickets before its own have been
 * returned. A process that has to wait writes its place into the queue, checks the words once more,
 * and sleeps. A process that lets the next process in first changes the words and then reads the
 * queue. So one of the two processes sees what the other has written. Therefore no process needs to
 * poll, and one that waits for ever is reported as a deadlock.
 *
 * Tickets are counted modulo 2^15, because fewer than 2^15 processes can want a lock. */
#ifndef MPI_WINDOW_LOCK_H
#define MPI_WINDOW_LOCK_H

#include "mpi/window/window.h"

/* Acquires a lock of a rank. The process sleeps, or makes progress, until it has the lock. */
void oc_lock_take(struct oc_window *window, int rank, bool exclusive);

/* Releases a lock of a rank. All operations under the lock must be complete. */
void oc_lock_give(struct oc_window *window, int rank);

/* ---- Operands ---------------------------------------------------------------------------------
 * Acquires the lock for accumulate operations on a rank's memory (accumulate.h), which is in the
 * word `operands`. A process holds this lock for a few transfers, and waits for no other process in
 * that time. A waiting process therefore tries again after a pause that grows with the number of
 * processes before it. */
void oc_operands_lock(const struct oc_window *window, int rank);
void oc_operands_unlock(const struct oc_window *window, int rank);

#endif
