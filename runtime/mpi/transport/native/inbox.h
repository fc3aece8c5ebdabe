/* The inbox: a hardware queue of lines in the receiver's shared block (HAL_INBOX). Senders put
 * their messages into it, each in one packet.
 *
 * A sender waits until the inbox has taken its message, so its messages keep their order. If the
 * inbox is full, the sender tries again after a while, and meanwhile takes in what arrives in its
 * own inbox. The waiting sender holds nothing that other processes wait for, and a receiver empties
 * its inbox whenever it waits. There is therefore no cycle of waiting processes.
 *
 * A line has a header of two words and a body. The body is the data or, for a longer or synchronous
 * message, an offer of the data. The receiver fetches offered data when it knows their target.
 *
 * The receiver keeps unexpected messages. When it keeps many, it asks the senders of further
 * unexpected messages to hold back (`held_back` in the sender's shared block). Such a sender offers
 * its next small message instead of sending the data. From then on the receiver keeps only two
 * unexpected messages of this sender, or one for each nonblocking send that the sender has pending;
 * the sender itself keeps the data of these. */
#ifndef MPI_TRANSPORT_NATIVE_INBOX_H
#define MPI_TRANSPORT_NATIVE_INBOX_H

#include "mpi/core/match.h"
#include "mpi/transport/shared_block.h"

/* The number of the hardware queue. */
#define OC_INBOX 0

/* ---- A line ---- */

#define OC_WORD_SENDER 0 /* see oc_envelope */
#define OC_WORD_TAG 1    /* tag (26 bits); length in bytes, an offer, or OC_LONG (6 bits) */
#define OC_HEADER_WORDS 2
#define OC_HEADER_BYTES (4 * OC_HEADER_WORDS)
/* The largest length in bytes of the data in a line. */
#define OC_MOST_DATA (HAL_LINE_BYTES - OC_HEADER_BYTES)

#define OC_LENGTH_BITS 6
#define OC_OFFER ((1u << OC_LENGTH_BITS) - 1)
/* Marks an offer that is followed by an annotation (annotated.h). A receiver without code for
 * annotations fetches the data as those of any other offer. */
#define OC_ANNOTATED_OFFER (OC_OFFER - 1)
/* Marks an offer of data that the receiver's core may copy (lend.h). A receiver without code for
 * such copies fetches the data as those of any other offer. */
#define OC_LENT_OFFER (OC_OFFER - 2)

/* Marks a message whose data are longer than a line. The length of the data follows the header, in
 * OC_LONG_HEADER_BYTES; the data follow the length. */
#define OC_LONG (OC_OFFER - 4)
#define OC_LONG_HEADER_BYTES 8
/* The largest length in bytes of data with OC_LONG; 0 if an inbox has no room for messages longer
 * than a line. */
#define OC_LONG_BYTES                                                                              \
    (HAL_MESSAGE_BYTES > HAL_LINE_BYTES                                                            \
         ? HAL_MESSAGE_BYTES - HAL_MESSAGE_HEAD - OC_HEADER_BYTES - OC_LONG_HEADER_BYTES           \
         : 0)

_Static_assert(OC_MOST_DATA < OC_LONG, "a length needs more bits");

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

/* An offer of a message's data. `data` is their address. `pending` is the address of a word that is
 * 1 until the receiver has fetched them. */
struct __attribute__((may_alias)) oc_offer {
    hal_address data;
    hal_address pending;
    size_t bytes;
};

/* An offer as the receiver keeps it. Only an OC_ANNOTATED_OFFER brings an annotation and a
 * place. */
struct __attribute__((may_alias)) oc_kept_offer {
    struct oc_offer offer;
    uint16_t annotation, place; /* the annotation (annotated.h); the sender's place */
    /* The kind of offer, which the receiver takes from the line's header. */
    uint32_t kind;
};

/* Returns whether a line's message is longer than a line; if so, stores the length of its data in
 * *bytes. */
static inline bool oc_is_long(const uint32_t *line, size_t *bytes) {
    if (!OC_LONG_BYTES || oc_length_of(line[OC_WORD_TAG]) != OC_LONG)
        return false;
    *bytes = line[OC_HEADER_WORDS];
    return true;
}

_Static_assert(OC_HEADER_BYTES + sizeof(struct oc_kept_offer) <= HAL_LINE_BYTES,
               "an offer is too long");

/* An offer is read in its line, so it must be aligned. */
_Static_assert(OC_SHARED(slot) % _Alignof(struct oc_offer) == 0 &&
                   HAL_MESSAGE_BYTES % _Alignof(struct oc_offer) == 0 &&
                   OC_HEADER_BYTES % _Alignof(struct oc_offer) == 0,
               "offers are not aligned");

#endif
