/* The distances between processes and memory controllers. Each tile's network interface holds its
 * own distances. */
#include "hal/chip/memory.h"

#include "hal/hal.h"

int hal_controller_links(int controller, int place) {
    return (int)hal_controller_register(endpoint_of_place(place), controller,
                                        REGISTER_MEMORY_LINKS);
}

_Static_assert((int)MEMORY_CLOSED == -1, "what hal_controller_links gives");

int hal_controller_between(int writer, int reader) {
    int best = -1, fewest = INT32_MAX, nearest = INT32_MAX;
    for (int i = 0; i < hal_controllers(); i++) {
        int to = hal_controller_links(i, writer), from = hal_controller_links(i, reader);
        if (to < 0 || from < 0 || to + from > fewest || (to + from == fewest && from >= nearest))
            continue;
        best = i;
        fewest = to + from;
        nearest = from;
    }
    return best;
}
