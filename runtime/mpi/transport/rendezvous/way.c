#include "mpi/transport/rendezvous/way.h"

#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

struct oc_way **oc_ways;

static hal_address line_in_block(int writer, int reader) {
    return hal_shared_of(reader) + OC_SHARED(slot) + (size_t)writer * sizeof(struct oc_line);
}

/* The peer's line is in the own shared block, and the own one in the peer's. */
static void set_up_straight(struct oc_way *way) {
    way->fragment = SIZE_MAX;
    way->lane = &way->own_lane;
    way->line = line_in_block(oc_own_place, way->place);
    way->heard = line_in_block(way->place, oc_own_place);
    way->is_known = true;
}

static void set_up_through(struct oc_way *way, const struct oc_memory *to, struct oc_memory *from) {
    way->heard = oc_memory_line(from, way->place, oc_own_place);
    way->to = oc_memory_buffer(to, way->place);
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
    if (!way)
        oc_die(OC_FATAL, "no memory for the transport to and from rank #", place, 0);
    way->place = place;
    way->put = (struct oc_move){.way = way, .put = true, .then = oc_put_done};
    way->get = (struct oc_move){.way = way, .put = false, .then = oc_get_done};
    if (to)
        set_up_through(way, to, oc_memory_between(place, oc_own_place));
    else
        set_up_straight(way);
    return oc_ways[place] = way;
}
