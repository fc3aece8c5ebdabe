/* The published transport, in which sender and receiver synchronise for each message.
 *
 * A sender writes the header of a message into its line at the receiver (line.h). The receiver
 * takes it in, by matching it or keeping it for later, which makes room for the next header. When
 * the message has met its receive, the receiver grants it: in its own line at the sender, it says
 * where the data are to be written. The sender writes them there and says so. A few words of data
 * are next to their header; if their receive is posted when they arrive, they need no grant.
 *
 * Data are written directly into the receiver's buffer. On a chip with memories that several
 * processes share (memory.h), they are written into a buffer there, in fragments if they are longer
 * than half of it; the receiver reads one half while the other is being written.
 *
 * Between two processes, one message at a time is granted in each direction, and one through each
 * buffer. Everything that is polled is in the tile of its reader, or close to it. No function waits
 * for a peer: what cannot be done yet is done after the peer has changed its line and rung the
 * doorbell (doorbell.h). */
#ifndef MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H
#define MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H

#include "hal/store.h"
#include "mpi/transport/rendezvous/connection.h"
#include "mpi/transport/rendezvous/doorbell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/transport.h"

/* 1 in `rendezvous-words`: the core copies data word by word, and polls the lines in memories that
 * it waits for (words.c, poll.c). */
#ifndef OC_WORDS
#define OC_WORDS 0
#endif

/* The place of this process, the number of places, and the doorbell of this process at its
 * peers. */
extern int oc_own_place, oc_peers;
extern uint32_t oc_own_doorbell;

/* ---- The sender's side ---- */

/* A receiver's grant: the number of the message, how many bytes are wanted, and where. */
struct oc_grant {
    uint32_t number;
    size_t bytes;
    hal_address to;
};

/* Sends a message whose annotation has been set. */
void oc_send_plainly(struct oc_request *send);

/* Writes the header of the next message to a peer, if there is room. There must be a message. */
void oc_send_header(struct oc_connection *connection);

/* The number that a send gets when it is announced to its receiver. It uses the member `sender`,
 * which is free in a send. */
static inline uint32_t *oc_number_of(struct oc_request *send) {
    return &send->sender;
}

/* The peer has taken the last announced message together with its data. */
void oc_end_requested(struct oc_connection *connection);

/* Writes the data that the peer has granted. */
void oc_write_granted(struct oc_connection *connection);
void oc_put_done(struct oc_connection *connection);

/* ---- The receiver's side ---- */

/* The doorbells of peers whose header could not be kept. */
extern uint32_t oc_held_doorbells;
/* Ends the job if doorbells have been held too long. Called after a check of them; `any` is the
 * result of that check, which this function returns. */
bool oc_held_doorbells_check(bool any);

/* Matches a message of `bytes` bytes by its header, or keeps the header. Returns false if there is
 * no memory to keep it. */
bool oc_take_request(struct oc_connection *connection, uint32_t bytes);

/* Grants the next receive of a grant queue, if there is one and none is in progress. */
void oc_grant_next(struct oc_grant_queue *grants);

/* Adds a receive to a grant queue. */
void oc_grant_enqueue(struct oc_grant_queue *grants, struct oc_request *receive);

/* Reads data that the peer has written. */
void oc_read_filled(struct oc_connection *connection);
void oc_get_done(struct oc_connection *connection);

/* ---- Communication ---- */

/* The functions below, and those for grant queues, have other definitions in programs with
 * annotations (annotated.c, annotated_line.c).
 *
 * The first three change this process' line and ring the peer's doorbell. */
void oc_post_header(const struct oc_connection *connection, const struct oc_request *send);
void oc_post_grant(const struct oc_connection *connection, const struct oc_request *receive,
                   const struct oc_grant *grant);
void oc_post_flags(const struct oc_connection *connection, const struct oc_request *request);

/* Puts the next fragment of a send, or gets that of a receive. Returns false if it is in progress;
 * oc_put_done() or oc_get_done() will then be called. */
bool oc_put_data(struct oc_connection *connection);
bool oc_get_data(struct oc_connection *connection);

/* Whether the caller waits for a transfer; with `rendezvous-words` it waits for every one. */
bool oc_is_waited_for(const struct oc_transfer *transfer);
void oc_put_now(const struct oc_transfer *put);
void oc_get_now(const struct oc_transfer *get);

/* Whether this job has written the peer's line. */
bool oc_is_known(struct oc_connection *connection);

/* With `rendezvous-words`: oc_poll() returns a peer whose line in a memory has changed, or null;
 * oc_line_has_changed() tells whether a peer's line has changed. */
struct oc_connection *oc_poll(void);
bool oc_line_has_changed(struct oc_connection *connection);

/* Whether there is a header that has been neither matched nor kept. */
static inline bool oc_has_request(const struct oc_connection *connection) {
    return connection->peer_flags.requests != (connection->own_flags.taken & ~OC_MATCHED);
}

/* Handles changes in the lines of the peers that share a doorbell. */
void oc_answer(uint32_t bit);
void oc_answer_ordinary(uint32_t bit);

/* Write a header and a grant without ringing the doorbell. */
void oc_write_header(const struct oc_connection *connection, const struct oc_request *send);
void oc_write_grant(const struct oc_connection *connection, const struct oc_grant *grant);

OC_VARIANTS(oc_grant_next, oc_grant_next_ordinary, oc_grant_next_annotated);
OC_VARIANTS(oc_post_flags, oc_post_flags_ordinary, oc_post_flags_annotated);
OC_VARIANTS(oc_put_data, oc_put_data_ordinary, oc_put_data_annotated);
OC_VARIANTS(oc_get_data, oc_get_data_ordinary, oc_get_data_annotated);

/* Store a word in the line to the peer, and load one from the peer's line. */
static inline void oc_line_store(const struct oc_connection *connection, size_t member,
                                 uint32_t value) {
    hal_store(connection->line + member, value);
}

static inline uint32_t oc_line_load(const struct oc_connection *connection, size_t member) {
    return hal_load(connection->peer_line + member);
}

static inline void oc_write_flags(const struct oc_connection *connection) {
    oc_line_store(connection, OC_LINE(flags), connection->own_flags.word);
}

/* Data that were stored in a memory must be there before the doorbell, which takes another route.
 * Reading a word there takes no longer than waiting for an acknowledgement. */
static inline void oc_ring(const struct oc_connection *connection) {
    if (OC_WORDS && connection->to_memory)
        return;
    if (connection->to_memory)
        hal_load(connection->line + OC_LINE(flags));
    hal_sync_set(connection->place, oc_own_doorbell);
}

/* The bits of a tag. The bits above are the message's annotation (mpi/annotation/annotation.h); 0:
 * it has none. */
#define OC_TAG_BITS 26
#define OC_TAG_MASK ((1u << OC_TAG_BITS) - 1)

/* The bits of a message's number. No more messages than this are in flight between two
 * processes. */
#define OC_NUMBER_BITS 26
#define OC_NUMBER_MASK ((1u << OC_NUMBER_BITS) - 1)

#endif
