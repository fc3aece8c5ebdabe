/* Locks of a rank's memory, which origins take and release without the target's help.
 *
 * A process that wants a lock takes a ticket, in one atomic access. Tickets are served in their
 * order, so no process is overtaken; several consecutive readers (shared locks) hold the lock
 * together. The state consists of the target's words (struct oc_window_words) and a list in its
 * heap:
 *
 *   tickets   upper half: the next ticket; lower half: how many have been returned
 *   entered   a reader may enter when this is the number of its ticket: all before it have entered
 *             and are readers, or have left
 *   line      for each ticket, modulo its length, the place of the process that waits with it
 *
 * It is a writer's turn when as many tickets have been returned as there are before its own. A
 * process that has to wait writes its place into the line, looks once more, and sleeps. The process
 * that lets the next one in first changes the words and then looks into the line. So one of the two
 * sees the other, no process polls, and a process that waits for ever is reported.
 *
 * Numbers are counted modulo 2^15, which is more than there are processes that want the same
 * lock. */
#ifndef MPI_WINDOW_LOCK_H
#define MPI_WINDOW_LOCK_H

#include "mpi/window/window.h"

/* Sleeps until it has a lock of a rank, and makes progress meanwhile. */
void oc_lock_take(struct oc_window *window, int rank, bool exclusive);

/* Releases the lock. Everything that was done under it must be complete. */
void oc_lock_give(struct oc_window *window, int rank);

/* ---- Operands ---------------------------------------------------------------------------------
 * The lock of accumulate operations (accumulate.h), in the word `operands`. A process holds it for
 * a few transfers and waits for no other process meanwhile. A waiting process therefore tries again
 * after a pause that grows with the number of processes before it. */
void oc_operands_lock(const struct oc_window *window, int rank);
void oc_operands_unlock(const struct oc_window *window, int rank);

#endif
