/* Streams between processes. They use a ring at the end of the receiver's shared block, and a few
 * words beside it.
 *
 * A receiver that is ready sets its word `from` to STREAM_READY. A sender claims the receiver by
 * writing its own number into this word, opens a full-duplex channel, and puts bytes into the ring
 * as far as there is room. After each piece the sender stores the number of bytes written so far
 * into `written`. The receiver copies the bytes out and stores the number of bytes that it has
 * copied into `taken`, which the sender reads over its channel.
 *
 * Circuits may block all other traffic on their links. A process that holds a channel therefore
 * must not wait for anything that does not come over this channel. Streams meet this condition: the
 * receiver already waits for this sender, and needs nothing from the network. If the receiver
 * stored words at the sender, outside the channel, two crossing streams would deadlock. */
#ifndef QOS_STREAM_H
#define QOS_STREAM_H

#include <stddef.h>

#include "hal/hal.h"

#define STREAM_RING 1024
/* The largest number of bytes in a transfer. It is half of the ring, so that both sides can work at
 * the same time. */
#define STREAM_PIECE 512

#define STREAM_READY UINT32_MAX

enum stream_stage { STREAM_NOT_BEGUN = 0, STREAM_FLOWS = 1, STREAM_IS_OVER = 2 };

struct stream {
    uint32_t from;    /* STREAM_READY, or the sender + 1 */
    uint32_t length;  /* the sender sets `length`, `stage` and `written` */
    uint32_t stage;   /* enum stream_stage */
    uint32_t written; /* bytes written so far */
    uint32_t taken;   /* bytes that the receiver has copied so far; it sets this word */
    uint32_t padding[HAL_LINE_BYTES / sizeof(uint32_t) - 5];
    unsigned char ring[STREAM_RING];
};

/* The offset of the stream in the shared block. The part before it belongs to programs and to
 * MPI. */
#define STREAM_OFFSET (HAL_SHARED_BYTES - sizeof(struct stream))

/* The global address of a member of struct stream at a place. */
#define STREAM_AT(place, member)                                                                   \
    (hal_shared_of(place) + STREAM_OFFSET + offsetof(struct stream, member))

#endif
