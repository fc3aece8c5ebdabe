/* Hints about windows (MPI 4.1, section 12.2.1). They are kept for MPI_Win_get_info; of one, the
 * library makes use (accumulate.h). */
#ifndef MPI_WINDOW_HINTS_H
#define MPI_WINDOW_HINTS_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* Adds the hints that the standard defines, except the granularity, which is fixed when the window
 * is created; ignores others. False: there is no memory. */
bool oc_window_hints_set(struct oc_window *window, const struct oc_info *hints);

/* Adds the hints that the standard defines, the granularity included, to a new window. False: there
 * is no memory. */
bool oc_window_hints_begin(struct oc_window *window, const struct oc_info *hints);

/* All hints that a window has, into an empty info; those that were never set, too. */
bool oc_window_hints_get(const struct oc_window *window, struct oc_info *info);

/* Bytes that accumulate operations should be atomic for at a time; 0: as the library likes. */
long oc_window_granularity(const struct oc_info *hints);

#endif
