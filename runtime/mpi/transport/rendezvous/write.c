/* The data of a message, the sender's side. */
#include "mpi/core/copy.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* A few words are stored: they arrive before what is stored after them. */
#define STORED_BYTES 32

static bool is_stored(const struct oc_move *put) {
    return put->bytes <= STORED_BYTES &&
           ((uintptr_t)put->here | (uintptr_t)put->there | put->bytes) % 4 == 0;
}

static void store(const struct oc_move *put) {
    const oc_word *from = put->here;
    for (size_t at = 0; at < put->bytes; at += 4)
        hal_store_anywhere(put->there + at, *from++);
}

static void end_fragment(struct oc_way *way) {
    way->put.here = (char *)way->put.here + way->put.bytes;
    way->unwritten -= way->put.bytes;
    way->put_turn++;
    oc_line_store(way, OC_LINE(written), ++way->written);
    oc_ring(way);
    if (!way->unwritten) {
        way->writes->pending = 0;
        way->writes = NULL;
    }
}

/* Every message has a fragment, perhaps an empty one. */
static void write_fragments(struct oc_way *way) {
    struct oc_move *put = &way->put;
    while (way->written != way->allowed) {
        put->bytes = way->unwritten < way->fragment ? way->unwritten : way->fragment;
        put->there = way->put_turn % 2 ? way->to + way->fragment : way->to;
        if (!is_stored(put)) {
            way->putting = true;
            oc_move_start(put);
            return;
        }
        store(put);
        end_fragment(way);
    }
}

void oc_put_done(struct oc_way *way) {
    way->putting = false;
    end_fragment(way);
    write_fragments(way);
}

void oc_write_granted(struct oc_way *way) {
    const volatile struct oc_line *line = way->heard;
    way->allowed = line->allowed;
    if (!way->writes) {
        way->writes = oc_take_asked(way, line->granted);
        way->put.here = way->writes->buffer;
        way->to = line->to;
        way->unwritten = line->bytes;
        way->put_turn = 0;
    }
    if (!way->putting)
        write_fragments(way);
}
