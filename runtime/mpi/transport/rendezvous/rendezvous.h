/* The published transport: sender and receiver meet before anything of a message is moved.
 *
 * A sender writes the header of a message into its line at the receiver (line.h). The receiver
 * takes it in: matches it, or keeps it for later, which makes room for the next one. When the
 * message has met its receive, the receiver grants it: says, in its own line at the sender, where
 * the data are to be written. The sender writes them there, and says so.
 *
 * Data are written into the receiver's buffer, without a copy in between. On a chip with memories
 * that some processes share (memory.h) they are written into a buffer there, in fragments if they
 * are longer than half of it, and the receiver reads one half while the other one is written.
 *
 * Between two processes one message at a time is granted in each direction, and through each
 * buffer one. Whatever is polled lies with, or close to, who polls it. Nothing here waits for
 * others: what is not possible yet is done when the peer's bell (bell.h) says that its line has
 * changed. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H
#define MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H

#include "mpi/transport/rendezvous/bell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/rendezvous/way.h"
#include "mpi/transport/transport.h"

/* This process, and how many there are. */
extern int oc_own_place, oc_places;

/* ---- The sender's side ---- */

/* What the receiver says of a message: its number, how many bytes are wanted, and where. */
struct oc_grant {
    uint32_t number;
    size_t bytes;
    hal_address to;
};

/* Sends what has its annotation. */
void oc_send_plainly(struct oc_request *send);

/* Writes the header of the next message to a peer, if there is one, and room. */
void oc_ask(struct oc_way *way);

/* The send with this number, which the peer was asked for and has granted. */
struct oc_request *oc_take_asked(struct oc_way *way, uint32_t number);

/* Writes what the peer has granted. */
void oc_write_granted(struct oc_way *way);
void oc_put_done(struct oc_way *way);

/* ---- The receiver's side ---- */

/* Takes in the header of a message. False: there is no memory to keep it. */
bool oc_take_request(struct oc_way *way);

/* Grants the next receive of a lane, if there is one and none is under way. */
void oc_lane_next(struct oc_lane *lane);

/* Lets a receive wait for a lane. */
void oc_line_up(struct oc_lane *lane, struct oc_request *receive);

/* Reads what the peer has written. */
void oc_read_filled(struct oc_way *way);
void oc_get_done(struct oc_way *way);

/* ---- What travels ---- */

/* Each of these, and the two for lanes, does otherwise in programs with annotations (annotated.c),
 * which call the plain ones. `oc_write_header` … `oc_write_count` tell the peer by a last word, and
 * ring.
 *
 * Puts the next fragment of a send, or gets that of a receive. False: it is under way, and
 * oc_put_done() or oc_get_done() will be called. */
void oc_write_header(struct oc_way *way, const struct oc_request *send);
void oc_write_grant(struct oc_way *way, const struct oc_request *receive,
                    const struct oc_grant *grant);
void oc_write_count(struct oc_way *way, const struct oc_request *request, size_t member,
                    uint32_t count);
bool oc_put_data(struct oc_way *way);
bool oc_get_data(struct oc_way *way);

__typeof__(oc_line_up) oc_line_up_plain;
__typeof__(oc_lane_next) oc_lane_next_plain;
__typeof__(oc_write_header) oc_write_header_plain;
__typeof__(oc_write_grant) oc_write_grant_plain;
__typeof__(oc_write_count) oc_write_count_plain;
__typeof__(oc_put_data) oc_put_data_plain;
__typeof__(oc_get_data) oc_get_data_plain;

#define OC_PLAIN(NAME) extern __typeof__(NAME) NAME __attribute__((weak, alias(#NAME "_plain")))

static inline void oc_line_store(const struct oc_way *way, size_t member, uint32_t value) {
    hal_store(way->line + member, value);
}

/* A tag's; those above say how a message is annotated (mpi/annotation/annotation.h), 0: not. */
#define OC_TAG_BITS 26
#define OC_TAG_MASK ((1u << OC_TAG_BITS) - 1)

/* Numbers of messages have so many bits: more are not under way between two processes. */
#define OC_NUMBER_BITS 26
#define OC_NUMBER_MASK ((1u << OC_NUMBER_BITS) - 1)

#endif
