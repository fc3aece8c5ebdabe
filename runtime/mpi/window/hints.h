/* Hints of windows (MPI 4.1, section 12.2.1). They are kept for MPI_Win_get_info. The library uses
 * only "mpi_accumulate_granularity" (accumulate.h). */
#ifndef MPI_WINDOW_HINTS_H
#define MPI_WINDOW_HINTS_H

#include "mpi/info/info.h"
#include "mpi/window/window.h"

/* Adds those hints that the standard defines and ignores others. "mpi_accumulate_granularity" is
 * not changed, because it is fixed when the window is created. Returns false if there is no
 * memory. */
bool oc_window_hints_set(struct oc_window *window, const struct oc_info *hints);

/* Adds those hints that the standard defines, including "mpi_accumulate_granularity", to a new
 * window. Returns false if there is no memory. */
bool oc_window_hints_begin(struct oc_window *window, const struct oc_info *hints);

/* Copies all hints of a window into an empty info. Hints that were never set have their
 * defaults. */
bool oc_window_hints_get(const struct oc_window *window, struct oc_info *info);

/* The value of "mpi_accumulate_granularity": the number of bytes that an accumulate operation
 * should change atomically at a time. 0 means that the library chooses. */
long oc_window_granularity(const struct oc_info *hints);

#endif
