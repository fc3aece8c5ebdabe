/* The data of a message, the receiver's side. */
#include "mpi/transport/rendezvous/rendezvous.h"

static inline void complete(struct oc_way *way) {
    struct oc_lane *lane = way->lane;
    if (way->reads)
        way->reads->pending = 0;
    lane->busy = false;
    if (lane->row.first)
        oc_grant_next(lane);
}

/* One half may be written again. */
static void grant_more(struct oc_way *way) {
    size_t half = way->through->half;
    way->ungranted -= way->ungranted < half ? way->ungranted : half;
    oc_line_store(way, OC_LINE(allowed), ++way->granted);
    oc_ring(way);
}

static void start_get(struct oc_way *way) {
    struct oc_move *get = &way->get;
    size_t half = way->through->half;
    get->bytes = way->unread < half ? way->unread : half;
    get->there = way->through->buffer + (way->get_turn++ % 2 ? half : 0);
    way->getting = true;
    oc_move_start(get);
}

static void read_fragments(struct oc_way *way) {
    if (way->read == way->filled)
        return;
    way->read++;
    if (way->unread) {
        start_get(way);
        return;
    }
    complete(way); /* there was nothing to be read */
}

void oc_get_done(struct oc_way *way) {
    way->getting = false;
    way->get.here = (char *)way->get.here + way->get.bytes;
    way->unread -= way->get.bytes;
    if (way->ungranted)
        grant_more(way);
    if (way->unread)
        read_fragments(way);
    else
        complete(way);
}

/* What has gone straight is there. */
void oc_read_filled(struct oc_way *way) {
    way->filled = way->heard->written;
    if (!way->through)
        complete(way);
    else if (!way->getting)
        read_fragments(way);
}
