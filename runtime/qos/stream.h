/* Streams: a ring at the end of the receiver's shared block, and words beside it.
 *
 * A receiver that is ready says so in `from`. A sender claims it there, opens a full-duplex
 * channel, and puts bytes into the ring as far as there is room; after each piece it stores into
 * `written` how many there have been. The receiver copies them out and says in `taken` how many it
 * has. The sender reads that over its channel.
 *
 * A chip's circuits may keep everybody else from their links. So a process that holds a channel
 * waits for nothing that does not come over it: the receiver waits for this sender already, and
 * needs the network for nothing. Any other scheme, with words that go back beside the channel,
 * stops when two streams cross.
 */
#ifndef QOS_STREAM_H
#define QOS_STREAM_H

#include <stddef.h>

#include "hal/hal.h"

#define STREAM_RING 1024
#define STREAM_PIECE 512 /* at most in one transfer, so that both sides are busy at a time */

#define STREAM_READY UINT32_MAX

enum stream_stage { STREAM_NOT_BEGUN = 0, STREAM_FLOWS = 1, STREAM_IS_OVER = 2 };

struct stream {
    uint32_t from;    /* STREAM_READY, or the sender + 1 */
    uint32_t length;  /* by the sender, like the two that follow */
    uint32_t stage;   /* enum stream_stage */
    uint32_t written; /* bytes so far */
    uint32_t taken;   /* by the receiver: alike */
    uint32_t padding[HAL_LINE_BYTES / sizeof(uint32_t) - 5];
    unsigned char ring[STREAM_RING];
};

/* The rest of a shared block belongs to programs and to MPI. */
#define STREAM_OFFSET (HAL_SHARED_BYTES - sizeof(struct stream))

/* Global address of a word, or of the ring, of a place. */
#define STREAM_AT(place, member)                                                                   \
    (hal_shared_of(place) + STREAM_OFFSET + offsetof(struct stream, member))

#endif
