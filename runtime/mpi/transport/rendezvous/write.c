/* The data of a message, the sender's side. */
#include "mpi/core/copy.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* A few words are stored: they arrive before what is stored after them. */
#define STORED_BYTES 32

static bool is_stored(const struct oc_move *put) {
    uintptr_t all = (uintptr_t)put->here | (uintptr_t)put->there | put->bytes;
    return !put->bytes || (put->bytes <= STORED_BYTES && all % 4 == 0);
}

static void store(const struct oc_move *put) {
    const oc_word *from = put->here;
    for (size_t at = 0; at < put->bytes; at += 4)
        hal_store_anywhere(put->there + at, *from++);
}

bool oc_put_data_plain(struct oc_way *way) {
    if (!is_stored(&way->put)) {
        oc_move_start(&way->put);
        return false;
    }
    store(&way->put);
    return true;
}

OC_PLAIN(oc_put_data);

void oc_write_count_plain(struct oc_way *way, const struct oc_request *request, size_t member,
                          uint32_t count) {
    (void)request;
    oc_line_store(way, member, count);
    oc_ring(way);
}

OC_PLAIN(oc_write_count);

static void end_fragment(struct oc_way *way) {
    struct oc_request *send = way->writes;
    way->put.here = (char *)way->put.here + way->put.bytes;
    way->unwritten -= way->put.bytes;
    way->put_turn++;
    if (!way->unwritten)
        way->writes = NULL;
    oc_write_count(way, send, OC_LINE(written), ++way->written);
    if (!way->unwritten)
        send->pending = 0;
}

/* Every message has a fragment, perhaps an empty one. The halves of a buffer are written in turn.
 */
static void write_fragments(struct oc_way *way) {
    struct oc_move *put = &way->put;
    while (way->written != way->allowed) {
        put->bytes = way->unwritten < way->fragment ? way->unwritten : way->fragment;
        put->there = way->put_turn % 2 ? way->to + way->fragment : way->to;
        if (!oc_put_data(way)) {
            way->putting = true;
            return;
        }
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
