/* The data of a message, the receiver's side. */
#include "mpi/core/copy.h"
#include "mpi/transport/rendezvous/rendezvous.h"

static inline void complete(struct oc_way *way) {
    if (way->reads)
        way->reads->pending = 0;
    way->lane->busy = false;
    oc_lane_next(way->lane);
}

/* One half may be written again. */
static void grant_more(struct oc_way *way) {
    size_t half = way->through->half;
    way->ungranted -= way->ungranted < half ? way->ungranted : half;
    way->said.allowed++;
    oc_tell_flags(way, way->reads);
}

/* A packet is there before anything else could be done. */
bool oc_get_data_unannotated(struct oc_way *way) {
    const struct oc_move *get = &way->get;
    if (get->bytes > HAL_LINE_BYTES) {
        oc_move_start(&way->get);
        return false;
    }
    hal_finish(hal_get(get->here, get->there, get->bytes));
    return true;
}

static void end_fragment(struct oc_way *way) {
    way->get.here = (char *)way->get.here + way->get.bytes;
    way->unread -= way->get.bytes;
    if (way->ungranted)
        grant_more(way);
    if (!way->unread)
        complete(way);
}

/* The next one, out of the other half. Of an empty message, nothing is to be read. */
static bool read_fragment(struct oc_way *way) {
    struct oc_move *get = &way->get;
    size_t half = way->through->half;
    way->read++;
    get->bytes = way->unread < half ? way->unread : half;
    get->there = way->through->buffer + (way->get_turn++ % 2 ? half : 0);
    way->getting = get->bytes && !oc_get_data(way);
    return !way->getting;
}

static void read_fragments(struct oc_way *way) {
    while (way->read != way->seen.written && read_fragment(way))
        end_fragment(way);
}

void oc_get_done(struct oc_way *way) {
    way->getting = false;
    end_fragment(way);
    read_fragments(way);
}

/* What has gone straight is there. */
void oc_read_filled(struct oc_way *way) {
    if (!way->through)
        complete(way);
    else if (!way->getting)
        read_fragments(way);
}
