/* The published transport, in which sender and receiver synchronise for each message.
 *
 * A sender writes the header of a message into its line at the receiver (line.h). The receiver
 * matches the header or keeps it for later; either way, the line has room for the next header. When
 * a receive has matched, the receiver *grants* the message: it writes, into its own line at the
 * sender, where the data are to go. The sender writes the data there and reports that they are
 * complete. A few words of data travel next to their header. If the receive is already posted when
 * they arrive, they need no grant.
 *
 * Data are written directly into the receiver's buffer. On a chip with memories that several
 * processes share (memory.h), data are written into a buffer in such a memory. Data longer than
 * half of this buffer go in fragments: the receiver reads one half while the sender writes the
 * other.
 *
 * Between two processes, at most one message is granted at a time in each direction, and at most
 * one for each buffer. Everything that a process polls is in its own tile, or close to it. No
 * function waits for a peer: whatever must wait is done after the peer has changed its line and
 * rung the doorbell (doorbell.h). */
#ifndef MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H
#define MPI_TRANSPORT_RENDEZVOUS_RENDEZVOUS_H

#include "hal/store.h"
#include "mpi/transport/rendezvous/connection.h"
#include "mpi/transport/rendezvous/doorbell.h"
#include "mpi/transport/rendezvous/line.h"
#include "mpi/transport/transport.h"

/* Whether this is the transport `rendezvous-words`, in which the core copies data word by word, and
 * a waiting process polls the lines in shared memories (words.c, poll.c). */
#ifndef OC_WORDS
#define OC_WORDS 0
#endif

/* The place of this process, the number of places, and the doorbell (a bit) that this process rings
 * at its peers. */
extern int oc_own_place, oc_peers;
extern uint32_t oc_own_doorbell;

/* ---- The sender's side ---- */

/* A receiver's permission to write a message: the number of the message, how many bytes the
 * receiver wants, and the address where they are to go. */
struct oc_grant {
    uint32_t number;
    size_t bytes;
    hal_address to;
};

/* Queues a message whose annotation has been set, and announces it if the line has room. */
void oc_send_plainly(struct oc_request *send);

/* Writes the header of the next message to a peer, if the line has room for it. A message must be
 * waiting. */
void oc_send_header(struct oc_connection *connection);

/* Where a send keeps its number, which it gets when it is announced to its receiver. The member
 * `sender` has no other use in a send. */
static inline uint32_t *oc_number_of(struct oc_request *send) {
    return &send->sender;
}

/* Completes the last announced send, because the peer has taken it together with its data. */
void oc_end_requested(struct oc_connection *connection);

/* Begins to write the data that the peer has granted. */
void oc_write_granted(struct oc_connection *connection);
void oc_put_done(struct oc_connection *connection);

/* ---- The receiver's side ---- */

/* The doorbells of peers whose headers stay in their lines, because there was no memory to keep
 * them. */
extern uint32_t oc_held_doorbells;
/* Ends the job if headers have stayed in their lines too long. The caller has just tried to handle
 * these headers again. `any` tells whether this has changed anything, and is also the result. */
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

/* Change this process' line and ring the peer's doorbell. Programs with annotations have other
 * definitions of these functions, of the following ones, and of those for grant queues
 * (annotated.c, annotated_line.c). */
void oc_post_header(const struct oc_connection *connection, const struct oc_request *send);
void oc_post_grant(const struct oc_connection *connection, const struct oc_request *receive,
                   const struct oc_grant *grant);
void oc_post_flags(const struct oc_connection *connection, const struct oc_request *request);

/* Put the next fragment of a send, and get that of a receive. Each function returns false if the
 * transfer is still in progress; oc_put_done() or oc_get_done() is then called later. */
bool oc_put_data(struct oc_connection *connection);
bool oc_get_data(struct oc_connection *connection);

/* Whether the caller waits until this transfer is complete. With `rendezvous-words` this is always
 * true. */
bool oc_is_waited_for(const struct oc_transfer *transfer);
void oc_put_now(const struct oc_transfer *put);
void oc_get_now(const struct oc_transfer *get);

/* Whether a process of this job has written the peer's line. Otherwise the line may contain data of
 * an earlier job. */
bool oc_is_known(struct oc_connection *connection);

/* Used with `rendezvous-words`. Returns a peer whose line in a shared memory has changed, or null.
 * oc_line_has_changed() does the check for a given peer. */
struct oc_connection *oc_poll(void);
bool oc_line_has_changed(struct oc_connection *connection);

/* Whether the peer's line has a header that has been neither matched nor kept. */
static inline bool oc_has_request(const struct oc_connection *connection) {
    return connection->peer_flags.requests != (connection->own_flags.taken & ~OC_MATCHED);
}

/* Handles changes in the lines of the peers that share the doorbell `bit`. */
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

/* Rings the peer's doorbell. Stores to a shared memory must arrive before the doorbell, which takes
 * another route. This process therefore first reads a word of that memory, which takes no longer
 * than waiting for an acknowledgement. */
static inline void oc_ring(const struct oc_connection *connection) {
    if (OC_WORDS && connection->to_memory)
        return;
    if (connection->to_memory)
        hal_load(connection->line + OC_LINE(flags));
    hal_sync_set(connection->place, oc_own_doorbell);
}

/* The width of a tag in a header, in bits. The higher bits contain the message's annotation
 * (mpi/annotation/annotation.h), or 0. */
#define OC_TAG_BITS 26
#define OC_TAG_MASK ((1u << OC_TAG_BITS) - 1)

/* The width of a message number, in bits. There are always fewer than 2^26 messages in flight
 * between two processes. */
#define OC_NUMBER_BITS 26
#define OC_NUMBER_MASK ((1u << OC_NUMBER_BITS) - 1)

#endif
