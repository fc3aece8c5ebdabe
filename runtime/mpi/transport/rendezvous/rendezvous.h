/* The published transport, in which sender and receiver synchronise for each message.
 *
 * A sender writes the header of a message into its line at the receiver (line.h). The receiver
 * matches the header or keeps it for later; either way, the line has room for the next header. When
 * a message and its receive are matched, the receiver grants the message: into its own line at the
 * sender, the receiver writes where the data are to go. The sender writes the data there and
 * reports the end. A few words of data travel next to their header; if the receive is already
 * posted when they arrive, they need no grant.
 *
 * Data are written directly into the receiver's buffer. On a chip with memories that several
 * processes share (memory.h), data are written into a buffer in such a memory. Data longer than
 * half of the buffer go in fragments: the receiver reads one half while the sender writes the
 * other.
 *
 * Between two processes, at most one message is granted at a time in each direction, and at most
 * one for each buffer. Everything that is polled is in the tile of its reader, or close to it. No
 * function waits for a peer: what cannot be done yet is done after the peer has changed its line
 * and rung the doorbell (doorbell.h). */
#ifndef MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H
#define MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H

#include "hal/store.h"
#include "mpi/transport/rendezvous/connection.h"
#include "mpi/transport/rendezvous/doorbell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/transport.h"

/* 1 in `rendezvous-words`. There the core copies data word by word, and a waiting process polls the
 * lines that are in memories (words.c, poll.c). */
#ifndef OC_WORDS
#define OC_WORDS 0
#endif

/* The place of this process, the number of places, and the doorbell that this process rings at its
 * peers. */
extern int oc_own_place, oc_peers;
extern uint32_t oc_own_doorbell;

/* ---- The sender's side ---- */

/* A receiver's grant: the number of the message, how many bytes the receiver wants, and where they
 * are to go. */
struct oc_grant {
    uint32_t number;
    size_t bytes;
    hal_address to;
};

/* Sends a message whose annotation has been set. */
void oc_send_plainly(struct oc_request *send);

/* Writes the header of the next message to a peer, if the line has room for it. There must be such
 * a message. */
void oc_send_header(struct oc_connection *connection);

/* The member of a send that holds its number. A send gets this number when it is announced to its
 * receiver. The member is `sender`, which a send does not use otherwise. */
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
/* Ends the job if doorbells have been held too long. The caller has just checked these doorbells;
 * `any` is the result of that check, which this function returns. */
bool oc_held_doorbells_check(bool any);

/* Matches a message of `bytes` bytes by its header, or keeps the header. Returns false if there is
 * no memory to keep it. */
bool oc_take_request(struct oc_connection *connection, uint32_t bytes);

/* Grants the next receive of a grant queue, if there is one and if no granted message of this queue
 * is in progress. */
void oc_grant_next(struct oc_grant_queue *grants);

/* Adds a receive to a grant queue. */
void oc_grant_enqueue(struct oc_grant_queue *grants, struct oc_request *receive);

/* Reads data that the peer has written. */
void oc_read_filled(struct oc_connection *connection);
void oc_get_done(struct oc_connection *connection);

/* ---- Communication ---- */

/* In programs with annotations, the following functions and those for grant queues have other
 * definitions (annotated.c, annotated_line.c).
 *
 * The oc_post_ functions change this process' line and ring the peer's doorbell. */
void oc_post_header(const struct oc_connection *connection, const struct oc_request *send);
void oc_post_grant(const struct oc_connection *connection, const struct oc_request *receive,
                   const struct oc_grant *grant);
void oc_post_flags(const struct oc_connection *connection, const struct oc_request *request);

/* oc_put_data() puts the next fragment of a send; oc_get_data() gets that of a receive. Each
 * returns false if the transfer is still in progress; oc_put_done() or oc_get_done() is then called
 * later. */
bool oc_put_data(struct oc_connection *connection);
bool oc_get_data(struct oc_connection *connection);

/* Whether the caller waits until this transfer is complete. With `rendezvous-words` it waits for
 * every transfer. */
bool oc_is_waited_for(const struct oc_transfer *transfer);
void oc_put_now(const struct oc_transfer *put);
void oc_get_now(const struct oc_transfer *get);

/* Whether a process of this job has written the peer's line. Earlier jobs may have left other
 * contents there. */
bool oc_is_known(struct oc_connection *connection);

/* Used with `rendezvous-words`. oc_poll() returns a peer whose line in a memory has changed, or
 * null. oc_line_has_changed() tells whether the line of a given peer has changed. */
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

/* oc_line_store() stores a word into this process' line at the peer; oc_line_load() loads a word
 * from the peer's line. */
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

/* Rings the peer's doorbell. Data that were stored in a memory must arrive before the doorbell,
 * which takes another route. This process therefore reads a word of that memory first, which takes
 * no longer than waiting for an acknowledgement. */
static inline void oc_ring(const struct oc_connection *connection) {
    if (OC_WORDS && connection->to_memory)
        return;
    if (connection->to_memory)
        hal_load(connection->line + OC_LINE(flags));
    hal_sync_set(connection->place, oc_own_doorbell);
}

/* The number of bits of a tag. The higher bits are the message's annotation
 * (mpi/annotation/annotation.h); they are 0 if it has none. */
#define OC_TAG_BITS 26
#define OC_TAG_MASK ((1u << OC_TAG_BITS) - 1)

/* The number of bits of a message's number. There are always fewer messages in flight between two
 * processes than there are such numbers. */
#define OC_NUMBER_BITS 26
#define OC_NUMBER_MASK ((1u << OC_NUMBER_BITS) - 1)

#endif
