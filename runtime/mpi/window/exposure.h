/* Post, start, complete, wait (MPI 4.1, section 12.5.2). A target that posts sends each origin an
 * empty message; an origin that completes sends one to each target. They are messages of the
 * window's own communicator, which nobody else uses, so they are matched by sender and in order. */
#ifndef MPI_WINDOW_EXPOSURE_H
#define MPI_WINDOW_EXPOSURE_H

#include "mpi/window/window.h"

enum { OC_TAG_POST, OC_TAG_COMPLETE };

/* That all members of a group are ranks of the window. */
int oc_check_window_group(const struct oc_window *window, MPI_Group handle,
                          struct oc_group **group);

/* Rank in the window of a member of a group. */
int oc_window_rank(const struct oc_window *window, const struct oc_group *group, int member);

/* Tells a rank; waits for nobody to receive it. MPI_ERR_NO_MEM, not raised. */
int oc_window_notify(const struct oc_window *window, int rank, int tag);

/* Waits for such a message. */
void oc_window_hear(const struct oc_window *window, int rank, int tag);

/* Takes those in that origins have sent to complete. True: all have. */
bool oc_window_exposure_ends(struct oc_window *window);

#endif
