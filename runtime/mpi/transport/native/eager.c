#include "mpi/core/datatype.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/error/plain.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/native/native.h"

/* Sends a message that does not take the eager path. A long message is offered; any unusual one
 * takes the general path. The arguments are in the same registers as on the eager path, which
 * therefore moves none of them. (`oc_native_small` is 0 while sends wait in a queue.) */
static __attribute__((noinline, noclone)) int send_otherwise(const void *buffer, size_t bytes,
                                                             MPI_Datatype type, int peer, int tag) {
    struct oc_request send;
    _Alignas(struct oc_offer) uint32_t line[OC_LINE_WORDS];
    struct oc_offer *offer = (struct oc_offer *)(line + OC_HEADER_WORDS);
    (void)type;
    oc_process.call = "MPI_Send";
    oc_request_fill(&send, &oc_comm_world, OC_CONTEXT_USER, buffer, bytes, peer, tag);
    line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
    line[OC_WORD_TAG] = oc_tag_word(tag, OC_OFFER);
    offer->bytes = bytes;
    offer->data = hal_global(buffer);
    offer->pending = hal_global((const void *)&send.pending);
    /* The arguments are loaded again, because this takes fewer instructions than saving registers
     * for them. */
    __asm__ volatile("" ::: "memory");
    if (OC_LONG_BYTES || !oc_native_small || send.bytes < oc_native_small || !offer->data ||
        hal_is_cached(&send.pending) || !oc_native_put(line, sizeof *offer, send.peer))
        oc_transport_send(&send, false);
    oc_request_wait(&send);
    return oc_finish_send(&send);
}

/* The eager path: the message goes into the receiver's inbox at once. All code that makes calls is
 * in separate functions, so that this function saves no registers. (`small` is 0 while a receiver
 * may have asked this process to hold back.) */
int oc_transport_send_plain_direct(const void *buffer, size_t count, MPI_Datatype type, int peer,
                                   int tag, MPI_Comm handle, unsigned scale) {
    size_t bytes = oc_scaled(count, scale);
    bool is_taken = false;
    (void)handle;
    if (__builtin_expect(bytes < oc_transport_block->small, true) &&
        __builtin_expect(((uintptr_t)buffer | bytes) % 4 == 0, true)) {
        /* The line's life ends before the call below, which therefore needs no frame of this
         * function. */
        uint32_t line[OC_LINE_WORDS];
        line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
        line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes);
        oc_copy_plain_words(line + OC_HEADER_WORDS, buffer, bytes);
        is_taken = hal_inbox_put(peer, OC_INBOX, line, OC_HEADER_BYTES + bytes);
    }
    return __builtin_expect(is_taken, true) ? MPI_SUCCESS
                                            : send_otherwise(buffer, bytes, type, peer, tag);
}
