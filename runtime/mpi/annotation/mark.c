#include "mpi/annotation/mark.h"

#define HIGHEST (HAL_PRIORITIES - 1)

bool oc_mark_is_on(const struct oc_mark *mark, int place) {
    int places = hal_places();
    return mark->place == place || (mark->place >= 0 && mark->place < places && place < places &&
                                    hal_tile_of(mark->place) == hal_tile_of(place));
}

/* A store that somebody else's channel keeps from leaving would be before all that is to go over
 * the own one. */
__attribute__((noinline)) static bool open_channel(const struct oc_mark *mark) {
    hal_settle();
    return hal_circuit_open(hal_memory_address(mark->place), mark->way == OC_MARK_GET) ==
           HAL_CIRCUIT_DONE;
}

void oc_mark_begin(struct oc_mark *mark, int annotation, int place, enum oc_mark_way way) {
    bool guaranteed = annotation == OC_GUARANTEED;
    int level = guaranteed ? HIGHEST : annotation - 1;
    mark->channel = false;
    mark->place = annotation ? place : -1;
    if (!annotation)
        return;
    mark->way = way;
    mark->level = level;
    mark->before = hal_priority_swap(place, level);
    if (guaranteed && !oc_mark_is_on(mark, hal_place()))
        mark->channel = open_channel(mark);
}

void oc_mark_end(struct oc_mark *mark) {
    if (mark->place < 0)
        return;
    hal_fence();
    if (mark->channel)
        hal_circuit_close(hal_memory_address(mark->place), mark->way == OC_MARK_GET);
    /* What others have set meanwhile stays. */
    int level = hal_priority_swap(mark->place, mark->before);
    if (level != mark->level)
        hal_priority_swap(mark->place, level);
}
