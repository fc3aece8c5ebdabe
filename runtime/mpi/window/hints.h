/* Hints about windows (MPI 4.1, section 12.2.1). They are kept for MPI_Win_get_info; of one, the
 * library makes use (accumulate.h). */
#ifndef MPI_WINDOW_HINTS_H
#define MPI_WINDOW_HINTS_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* Adds those that the standard knows, but for the granularity, which stays as it was at the
 * beginning; others are ignored. False: there is no memory. */
bool oc_window_hints_set(struct oc_window *window, const struct oc_info *hints);

/* The same for a new window. */
bool oc_window_hints_begin(struct oc_window *window, const struct oc_info *hints);

/* All hints that a window has, into an empty info; those that were never set, too. */
bool oc_window_hints_get(const struct oc_window *window, struct oc_info *info);

/* Bytes that accumulate operations should be atomic for at a time; 0: as the library likes. */
long oc_window_granularity(const struct oc_info *hints);

#endif
