/* The inbox: a hardware queue of lines in the receiver's shared block (HAL_INBOX), into which every
 * sender puts its messages as they are, in one packet.
 *
 * A sender waits until the inbox has taken its message, so its messages keep their order. If the
 * inbox is full, the sender tries again after a while, and meanwhile takes in what arrives at its
 * own. It holds nothing that others wait for; and a receiver takes messages out whenever it waits,
 * so there is no cycle of waiting.
 *
 * A line is a header of two words and a body: the data, or, of a message that is longer or
 * synchronous, an offer of them, which the receiver fetches when it knows where to.
 *
 * The receiver keeps unexpected messages. When there are many, it asks the senders of more to hold
 * back (`held_back` in the sender's shared block): such a sender offers its next small message,
 * too. So from then on a sender has two unexpected messages there, or as many as it has nonblocking
 * sends pending, which it keeps itself.
 */
#ifndef MPI_TRANSPORT_NATIVE_INBOX_H
#define MPI_TRANSPORT_NATIVE_INBOX_H

#include "mpi/core/match.h"
#include "mpi/transport/shared_block.h"

/* Number of the hardware queue. */
#define OC_INBOX 0

/* ---- A line ---- */

#define OC_WORD_SENDER 0 /* as in an envelope */
#define OC_WORD_TAG 1    /* tag (26 bits), length in bytes, or one of three offers (6 bits) */
#define OC_HEADER_WORDS 2
#define OC_HEADER_BYTES (4 * OC_HEADER_WORDS)

#define OC_LENGTH_BITS 6
#define OC_OFFER ((1u << OC_LENGTH_BITS) - 1)
/* An offer with an annotation behind it (annotated.h). A receiver that knows no annotations fetches
 * it as any other. */
#define OC_ANNOTATED_OFFER (OC_OFFER - 1)
/* An offer of data that the receiver's core may copy (lend.h); else as any other. */
#define OC_LENT_OFFER (OC_OFFER - 2)

_Static_assert(HAL_ELEMENT_BYTES - OC_HEADER_BYTES < OC_LENT_OFFER, "a length needs more bits");

static inline uint32_t oc_tag_word(int tag, uint32_t length) {
    return (uint32_t)tag << OC_LENGTH_BITS | length;
}

static inline int oc_tag_of(uint32_t word) {
    return (int)(word >> OC_LENGTH_BITS);
}

static inline uint32_t oc_length_of(uint32_t word) {
    return word & OC_OFFER;
}

static inline bool oc_is_offer(size_t length) {
    return length >= OC_LENT_OFFER;
}

/* Where the data of an offered message are, and the word that is 1 until they have been fetched. */
struct __attribute__((may_alias)) oc_offer {
    hal_address data;
    hal_address pending;
    size_t bytes;
};

/* Behind it; only programs with annotations read it (annotated.h). */
struct __attribute__((may_alias)) oc_annotated_offer {
    struct oc_offer offer;
    uint16_t annotation, place; /* of the sender */
};

/* What is kept of either. */
#define OC_OFFER_BYTES sizeof(struct oc_annotated_offer)

_Static_assert(OC_HEADER_BYTES + OC_OFFER_BYTES <= HAL_LINE_BYTES, "an offer is too long");

/* An offer is read where it lies. */
_Static_assert(OC_SHARED(slot) % _Alignof(struct oc_offer) == 0 &&
                   HAL_LINE_BYTES % _Alignof(struct oc_offer) == 0 &&
                   OC_HEADER_BYTES % _Alignof(struct oc_offer) == 0,
               "offers are not aligned");

#endif
