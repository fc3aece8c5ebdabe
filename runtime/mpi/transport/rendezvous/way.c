#include "mpi/transport/rendezvous/way.h"

#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

struct oc_way **oc_ways;

/* The peer's line is in the own shared block, and the own one in the peer's. */
static void set_up_straight(struct oc_way *way) {
    hal_address block = hal_shared_of(way->place);
    way->bell = block + OC_SHARED_BELL;
    way->heard = (struct oc_line *)oc_transport_block->slot[way->place];
    way->fragment = SIZE_MAX;
    way->lane = &way->own_lane;
    way->line = block + OC_SHARED(slot) + (size_t)oc_own_place * sizeof(struct oc_line);
}

static void set_up_through(struct oc_way *way, const struct oc_memory *to, struct oc_memory *from,
                           struct oc_line *copy) {
    way->bell = oc_memory_bell(to, way->place);
    way->heard = copy;
    way->heard_at = oc_memory_line(from, way->place, oc_own_place);
    way->fragment = to->half;
    way->to_memory = to;
    way->through = from;
    way->lane = &from->lane;
    way->line = oc_memory_line(to, oc_own_place, way->place);
    for (size_t at = 0; at < sizeof(struct oc_line); at += 4)
        oc_line_store(way, at, 0);
    oc_line_store(way, OC_LINE(written_by), hal_job() + 1);
}

struct oc_way *oc_way_make(int place) {
    struct oc_memory *to = oc_memory_between(oc_own_place, place);
    struct oc_way *way = calloc(1, sizeof *way);
    struct oc_line *copy = to ? calloc(1, sizeof *copy) : NULL;
    if (!way || (to && !copy))
        oc_die(OC_FATAL, "no memory for the transport to and from rank #", place, 0);
    way->place = place;
    way->put = (struct oc_move){.way = way, .put = true, .then = oc_put_done};
    way->get = (struct oc_move){.way = way, .put = false, .then = oc_get_done};
    if (to)
        set_up_through(way, to, oc_memory_between(place, oc_own_place), copy);
    else
        set_up_straight(way);
    return oc_ways[place] = way;
}
