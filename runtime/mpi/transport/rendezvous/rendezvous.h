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

/* Grants the next receive of a lane, if none is under way. */
void oc_grant_next(struct oc_lane *lane);

/* Reads what the peer has written. */
void oc_read_filled(struct oc_way *way);
void oc_get_done(struct oc_way *way);

static inline void oc_line_store(const struct oc_way *way, size_t member, uint32_t value) {
    hal_store(way->line + member, value);
}

/* Numbers of messages have so many bits: more are not under way between two processes. */
#define OC_NUMBER_BITS 26
#define OC_NUMBER_MASK ((1u << OC_NUMBER_BITS) - 1)

#endif
