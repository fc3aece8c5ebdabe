#include "mpi/window/window.h"

struct oc_window *oc_windows;
bool oc_window_transfers;

/* Finds a window, and moves it to the front of the list, because the next look-up is often for the
 * same window. */
struct oc_window *oc_window_find(MPI_Win handle) {
    struct oc_window **at = &oc_windows, *found;
    while (*at && oc_window_handle(*at) != handle)
        at = &(*at)->next;
    if ((found = *at)) {
        *at = found->next;
        found->next = oc_windows;
        oc_windows = found;
    }
    return found;
}
