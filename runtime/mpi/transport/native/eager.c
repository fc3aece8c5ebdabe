#include "mpi/core/copy.h"
#include "mpi/request/blocking_send.h"
#include "mpi/transport/native/native.h"

/* This function has its arguments in the registers of the fast path, which therefore moves none of
 * them. */
static __attribute__((noinline, noclone)) int send_otherwise(const void *buffer, size_t bytes,
                                                             size_t extent, int peer, int tag) {
    (void)extent;
    return oc_send_plain(buffer, bytes, peer, tag);
}

/* The eager path: the message goes into the receiver's inbox at once. Code that makes calls is in
 * separate functions, so that this one saves no registers. (`small` is 0 while a receiver may have
 * asked this process to hold back.) */
int oc_transport_send_plain_direct(const void *buffer, size_t count, size_t extent, int peer,
                                   int tag) {
    size_t bytes = count * extent;
    uint32_t line[OC_LINE_WORDS];
    if (bytes >= oc_transport_block->small || ((uintptr_t)buffer | bytes) % 4 != 0)
        return send_otherwise(buffer, bytes, extent, peer, tag);
    line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
    line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes);
    oc_copy_words(line + OC_HEADER_WORDS, buffer, bytes);
    if (!hal_inbox_put(peer, OC_INBOX, line, OC_HEADER_BYTES + bytes))
        return send_otherwise(buffer, bytes, extent, peer, tag);
    return MPI_SUCCESS;
}
