/* The data of a message, the receiver's side. */
#include "mpi/transport/rendezvous/rendezvous.h"

static void complete(struct oc_way *way) {
    if (way->reads)
        way->reads->pending = 0;
    way->reads = NULL;
    way->lane->busy = false;
    oc_grant_next(way->lane);
}

static void end_fragment(struct oc_way *way) {
    way->get.here = (char *)way->get.here + way->get.bytes;
    way->unread -= way->get.bytes;
    way->get_turn++;
    way->read++;
    if (way->ungranted) {
        way->ungranted--;
        oc_line_store(way, OC_LINE(allowed), ++way->granted);
        oc_tell_peer(way);
    }
    if (!way->unread)
        complete(way);
}

/* What has gone straight is there already. */
static void read_fragments(struct oc_way *way) {
    struct oc_move *get = &way->get;
    while (way->read != way->filled) {
        get->bytes = way->unread;
        if (way->through && get->bytes) {
            const struct oc_memory *memory = way->through;
            if (get->bytes > memory->half)
                get->bytes = memory->half;
            get->there = memory->buffer + (way->get_turn % 2 ? memory->half : 0);
            way->getting = true;
            oc_move_start(get);
            return;
        }
        end_fragment(way);
    }
}

void oc_get_done(struct oc_way *way) {
    way->getting = false;
    end_fragment(way);
    read_fragments(way);
}

void oc_read_filled(struct oc_way *way) {
    if (!way->getting)
        read_fragments(way);
}
