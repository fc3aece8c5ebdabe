/* The calls post, start, complete and wait (MPI 4.1, section 12.5.2). MPI_Win_post sends an empty
 * message to each origin; MPI_Win_complete sends one to each target. No other messages use the
 * communicator of a window, so these messages are matched by sender, tag and order. */
#ifndef MPI_WINDOW_EXPOSURE_H
#define MPI_WINDOW_EXPOSURE_H

#include "mpi/window/window.h"

enum { OC_TAG_POST, OC_TAG_COMPLETE };

/* Checks that all members of a group are ranks of the window. */
int oc_check_window_group(const struct oc_window *window, MPI_Group handle,
                          struct oc_group **group);

/* The rank in the window of a member of `group`. */
int oc_window_rank(const struct oc_window *window, const struct oc_group *group, int member);

/* Sends an empty message to a rank without waiting for its receive. Returns MPI_ERR_NO_MEM without
 * raising it. */
int oc_window_notify(const struct oc_window *window, int rank, int tag);

/* Waits for a message that a rank has sent by oc_window_notify(). */
void oc_window_hear(const struct oc_window *window, int rank, int tag);

/* Receives the messages of origins that have completed their accesses, as far as they have arrived.
 * Returns true if those of all origins have. */
bool oc_window_exposure_ends(struct oc_window *window);

#endif
