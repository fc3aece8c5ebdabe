#include "mpi/annotation/mark.h"
#include "hal/store.h"

#define HIGHEST (HAL_PRIORITIES - 1)

bool oc_mark_is_on(const struct oc_mark *mark, int memory) {
    int places = hal_places();
    return mark->memory == memory ||
           (mark->memory >= 0 && mark->memory < places && memory < places &&
            hal_tile_of(mark->memory) == hal_tile_of(memory));
}

/* Opens a channel after all transfers of this process have ended. If one of its stores were blocked
 * by another process' channel, everything sent over the new channel would wait behind this store.
 * Also, an exclusive channel would stop all transfers from and to DRAM. */
static bool open_channel(int memory, enum oc_mark_direction direction) {
    if (!hal_is_direct() ||
        (memory < hal_places() && hal_tile_of(memory) == hal_tile_of(hal_place())))
        return false;
    hal_drain();
    return hal_circuit_open(hal_memory_address(memory), direction == OC_MARK_GET) ==
           HAL_CIRCUIT_DONE;
}

void oc_mark_begin(struct oc_mark *mark, int annotation, int memory,
                   enum oc_mark_direction direction) {
    bool guaranteed = annotation == OC_GUARANTEED;
    int level = guaranteed ? HIGHEST : annotation - 1;
    mark->channel = false;
    mark->memory = annotation ? memory : -1;
    if (!annotation)
        return;
    mark->direction = direction;
    mark->level = level;
    mark->before = hal_priority_swap(memory, level);
    if (guaranteed)
        mark->channel = open_channel(memory, direction);
}

void oc_mark_release(const struct oc_mark *mark) {
    if (mark->memory < 0)
        return;
    /* If another process has changed the priority since oc_mark_begin(), keep its value. */
    int level = hal_priority_swap(mark->memory, mark->before);
    if (level != mark->level)
        hal_priority_swap(mark->memory, level);
}

void oc_mark_end(struct oc_mark *mark) {
    if (mark->memory < 0)
        return;
    hal_fence();
    if (mark->channel)
        hal_circuit_close(hal_memory_address(mark->memory), mark->direction == OC_MARK_GET);
    oc_mark_release(mark);
}
