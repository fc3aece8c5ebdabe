/* Locks of a rank's memory, taken and given back by their origins alone.
 *
 * A process that wants one takes a ticket, in one atomic access. Tickets are served in their order,
 * so nobody is overtaken; several readers (shared locks) in a row hold the lock together. The words
 * of the target (struct oc_window_words), and a list in its heap:
 *
 *   tickets   upper half: the next ticket; lower half: how many have been given back
 *   entered   a reader may enter when it has the number of its ticket: all before it have entered
 *             and are readers, or have gone
 *   line      for each ticket, modulo its length, the place of the process that waits with it
 *
 * A writer's turn is when as many have been given back as there are tickets before its own. A
 * process that has to wait writes itself into the line, looks once more, and sleeps. The process
 * that lets the next one in changes the words first and looks into the line then. So one of the two
 * sees the other, nobody polls, and a process that waits for ever is reported.
 *
 * Numbers are counted modulo 2^15, more than there are processes that want the same lock. */
#ifndef MPI_WINDOW_LOCK_H
#define MPI_WINDOW_LOCK_H

#include "mpi/window/window.h"

/* Waits for a lock of a rank, asleep, making progress. */
void oc_lock_take(struct oc_window *window, int rank, bool exclusive);

/* Gives it back. What was done under it must be complete. */
void oc_lock_give(struct oc_window *window, int rank);

/* ---- Operands ---------------------------------------------------------------------------------
 * The lock of accumulate operations (accumulate.h), in the word `operands`. It is held for a few
 * transfers, by a process that waits for nobody meanwhile; so a waiting one asks again after a
 * while, the longer the more are before it. */
void oc_operands_lock(const struct oc_window *window, int rank);
void oc_operands_unlock(const struct oc_window *window, int rank);

#endif
