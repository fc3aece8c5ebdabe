/* The calls post, start, complete and wait (MPI 4.1, section 12.5.2). MPI_Win_post sends an empty
 * message to each origin; MPI_Win_complete sends one to each target. These messages use the
 * window's own communicator, which nothing else uses, so they are matched by sender and in
 * order. */
#ifndef MPI_WINDOW_EXPOSURE_H
#define MPI_WINDOW_EXPOSURE_H

#include "mpi/window/window.h"

enum { OC_TAG_POST, OC_TAG_COMPLETE };

/* Checks that all members of a group are ranks of the window. */
int oc_check_window_group(const struct oc_window *window, MPI_Group handle,
                          struct oc_group **group);

/* The rank that a member of `group` has in the window. */
int oc_window_rank(const struct oc_window *window, const struct oc_group *group, int member);

/* Sends a message to a rank without waiting for its receive. Returns MPI_ERR_NO_MEM without raising
 * it. */
int oc_window_notify(const struct oc_window *window, int rank, int tag);

/* Waits for a message of oc_window_notify(). */
void oc_window_hear(const struct oc_window *window, int rank, int tag);

/* Takes in messages from origins that have completed their accesses. Returns true if all origins
 * have. */
bool oc_window_exposure_ends(struct oc_window *window);

#endif
