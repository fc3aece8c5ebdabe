/* Turns a send into a line in its receiver's inbox. */
#ifndef MPI_TRANSPORT_NATIVE_SEND_H
#define MPI_TRANSPORT_NATIVE_SEND_H

#include <string.h>

#include "mpi/core/copy.h"
#include "mpi/transport/native/copy.h"
#include "mpi/transport/native/native.h"

static inline bool oc_native_holds_back(int world) {
    return !oc_transport_block->small && oc_native_is_held_back(world);
}

/* Puts the line of a send into the inbox of a process; returns false if there is no room. */
typedef bool oc_native_put_function(const struct oc_request *send, uint32_t *line, size_t bytes,
                                    int world);

static inline bool oc_native_put_line(const struct oc_request *send, uint32_t *line, size_t bytes,
                                      int world) {
    (void)send;
    return oc_native_put(line, bytes, world);
}

/* Sends a message by `put`. If the receiver's inbox has no room, the send, and later ones, wait in
 * a queue if `queues` is set; otherwise the caller waits. */
static inline __attribute__((always_inline)) void oc_native_send(struct oc_request *send,
                                                                 bool synchronous, bool queues,
                                                                 oc_native_put_function *put) {
    _Alignas(struct oc_offer) uint32_t line[OC_LINE_WORDS];
    bool sends_wait = !oc_native_small;
    int world = oc_communicator_world_rank(send->comm, send->peer);
    uint32_t *body = line + OC_HEADER_WORDS;
    size_t bytes = send->bytes, length = bytes;
    bool is_long = bytes > OC_MOST_DATA;
    if (OC_LONG_BYTES && is_long && bytes <= OC_LONG_BYTES && !sends_wait && !synchronous &&
        !oc_native_holds_back(world) && oc_native_put_long(send, world))
        return;
    if (__builtin_expect(is_long, true) || synchronous || oc_native_holds_back(world)) {
        struct oc_offer *offer = (struct oc_offer *)body;
        offer->data = hal_global(send->buffer);
        offer->pending = hal_global((const void *)&send->pending);
        offer->bytes = bytes;
        if (((!offer->data && bytes) || hal_is_cached(&send->pending)) &&
            !oc_native_offer_copy(offer, send))
            return;
        length = OC_OFFER;
        bytes = sizeof *offer;
    } else {
        oc_copy(body, send->buffer, bytes);
        send->pending = 0;
    }
    line[OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank);
    line[OC_WORD_TAG] = oc_tag_word(send->tag, (uint32_t)length);
    if (!queues)
        while (!put(send, line, bytes, world))
            oc_native_back_off(send, world);
    else if (sends_wait || !put(send, line, bytes, world)) {
        if (put == oc_native_put_line)
            send->annotation = 0;
        oc_native_enqueue(send, world, line, bytes);
    }
}

#endif
