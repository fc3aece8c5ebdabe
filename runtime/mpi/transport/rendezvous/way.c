#include "mpi/transport/rendezvous/way.h"

#include <stdlib.h>

#include "mpi/transport/rendezvous/rendezvous.h"

static struct oc_way *ways;

bool oc_ways_begin(int places) {
    ways = calloc((size_t)places, sizeof *ways);
    return ways;
}

/* The peer's line is in the own shared block, and the own one in the peer's. */
static void set_up_straight(struct oc_way *way) {
    hal_address block = hal_shared_of(way->place);
    way->bell = block + OC_SHARED(bell);
    way->heard = (const struct oc_line *)oc_transport_block->slot[way->place];
    way->fragment = SIZE_MAX;
    way->lane = &way->own_lane;
    way->line = block + OC_SHARED(slot) + (size_t)oc_own_place * sizeof(struct oc_line);
}

static void set_up_through(struct oc_way *way, const struct oc_memory *to, struct oc_memory *from) {
    way->bell = oc_memory_bell(to, way->place);
    way->heard_at = oc_memory_line(from, way->place, oc_own_place);
    way->fragment = to->half;
    way->through = from;
    way->lane = &from->lane;
    way->line = oc_memory_line(to, oc_own_place, way->place);
}

static void set_up(struct oc_way *way, int place) {
    struct oc_memory *to = oc_memory_between(oc_own_place, place);
    way->place = place;
    way->put = (struct oc_move){.way = way, .put = true, .then = oc_put_done};
    way->get = (struct oc_move){.way = way, .put = false, .then = oc_get_done};
    if (to)
        set_up_through(way, to, oc_memory_between(place, oc_own_place));
    else
        set_up_straight(way);
}

struct oc_way *oc_way_of(int place) {
    struct oc_way *way = &ways[place];
    if (__builtin_expect(!way->line, false))
        set_up(way, place);
    return way;
}
