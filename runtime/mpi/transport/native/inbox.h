/* The inbox: a ring of lines in the receiver's shared block that all senders share.
 *
 * A sender takes a ticket by one remote fetch-add on the inbox's word, which also tells it how many
 * tickets have been served. Ticket t owns slot t % OC_SLOTS as soon as t - served < OC_SLOTS; until
 * then its owner sleeps, looks again after a while, and meanwhile takes in what arrives at its own
 * inbox. Tickets are served in order, so nobody starves and messages of one sender keep their
 * order. A sender that holds a ticket waits for nothing but its receiver's progress, and a receiver
 * makes progress whenever it waits, so there is no cycle of waiting.
 *
 * A message is one line or less, put so that it *ends* at the end of its slot: what arrives last,
 * the word with the lap, says that everything is there. A lap differs from the one before, so a
 * slot needs no clearing.
 */
#ifndef MPI_TRANSPORT_NATIVE_INBOX_H
#define MPI_TRANSPORT_NATIVE_INBOX_H

#include "mpi/core/match.h"
#include "mpi/transport/shared_block.h"

/* ---- The inbox's word: tickets taken (16 bits), served (15 bits), congested (1 bit) ---- */

#define OC_TICKET 0x10000u
#define OC_SERVED 2u
#define OC_CONGESTED 1u /* small messages stay with their senders, like large ones */

#define OC_TICKETS 0x8000u /* tickets are counted modulo this */

static inline uint32_t oc_inbox_taken(uint32_t word) {
    return word >> 16 & (OC_TICKETS - 1);
}

static inline uint32_t oc_inbox_served(uint32_t word) {
    return word >> 1 & (OC_TICKETS - 1);
}

/* Laps are never 0 in the first lap, as the block is at start. */
static inline uint32_t oc_inbox_lap(uint32_t ticket) {
    return (ticket / OC_SLOTS + 1) & 0xff;
}

/* ---- A line: payload or offer, then these three words at its end ------------------------- */

#define OC_HEADER_WORDS 3
#define OC_BODY_WORDS (OC_LINE_WORDS - OC_HEADER_WORDS)

/* The eager threshold: longer messages are offered, and fetched by the receiver. */
#define OC_EAGER_BYTES (OC_BODY_WORDS * 4)

#define OC_WORD_CONTEXT (OC_LINE_WORDS - 3)
#define OC_WORD_TAG (OC_LINE_WORDS - 2)
#define OC_WORD_LAST (OC_LINE_WORDS - 1) /* source (16 bits), length (8 bits), lap (8 bits) */

/* In place of a length: the body is an offer. */
#define OC_OFFER 0xffu

/* Where the data of a large message are, and whom to tell when they have been fetched. */
struct oc_offer {
    hal_address data;
    hal_address release;
    size_t bytes;
};

#define OC_OFFER_WORDS ((sizeof(struct oc_offer) + 3) / 4)

_Static_assert(sizeof(struct oc_offer) <= OC_EAGER_BYTES, "an offer does not fit into a line");

#endif
