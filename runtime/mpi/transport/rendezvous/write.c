/* The data of a message, the sender's side; and how a peer is told of anything. */
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

/* A packet has arrived before anything else could be done. */
bool oc_put_data_unannotated(struct oc_way *way) {
    const struct oc_move *put = &way->put;
    if (put->bytes > HAL_LINE_BYTES) {
        oc_move_start(&way->put);
        return false;
    }
    if (is_stored(put))
        store(put);
    else
        hal_finish(hal_put(put->there, put->here, put->bytes));
    return true;
}

void oc_tell_flags_unannotated(const struct oc_way *way, const struct oc_request *request) {
    (void)request;
    oc_write_flags(way);
    oc_ring(way);
}

static void end_fragment(struct oc_way *way) {
    struct oc_request *send = way->writes;
    way->put.here = (char *)way->put.here + way->put.bytes;
    way->unwritten -= way->put.bytes;
    way->put_turn++;
    way->said.written++;
    oc_tell_flags(way, send);
    if (!way->unwritten) {
        way->writes = NULL;
        send->pending = 0;
    }
}

/* Every message has a fragment, perhaps an empty one. The halves of a buffer are written in turn.
 */
static void write_fragments(struct oc_way *way) {
    struct oc_move *put = &way->put;
    while (way->said.written != way->seen.allowed) {
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

/* Where data that go straight are wanted. */
static hal_address target_of(const struct oc_way *way) {
    uint64_t to = oc_line_load(way, OC_LINE(to));
    if (sizeof way->to > 4)
        to |= (uint64_t)oc_line_load(way, OC_LINE(to) + 4) << 32;
    return (hal_address)to;
}

/* The send with this number, which the peer has granted. */
static inline struct oc_request *take_asked(struct oc_way *way, uint32_t number) {
    struct oc_request **at = &way->asked, *send;
    while (*oc_number_of(send = *at) != number)
        at = &send->next;
    *at = send->next;
    return send;
}

static inline void begin(struct oc_way *way) {
    uint32_t grant[2]; /* number, bytes */
    hal_load_two(grant, way->heard + OC_LINE(granted));
    way->writes = take_asked(way, grant[0]);
    way->put.here = way->writes->buffer;
    way->unwritten = grant[1];
    way->put_turn = 0;
    if (!way->to_memory)
        way->to = target_of(way);
}

void oc_write_granted(struct oc_way *way) {
    if (!way->writes)
        begin(way);
    if (!way->putting)
        write_fragments(way);
}
