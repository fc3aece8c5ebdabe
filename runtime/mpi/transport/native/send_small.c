/* The fast path of MPI_Send: small messages in the world. */
#include "mpi/core/copy.h"
#include "mpi/core/process.h"
#include "mpi/transport/native/native.h"

__attribute__((noinline, cold)) static int wait_for_room(const uint32_t *line, int peer) {
    oc_process.call = "MPI_Send";
    oc_native_enqueue(line, peer);
    return MPI_SUCCESS;
}

int oc_transport_send_small(const void *buffer, size_t bytes, int peer, int tag) {
    uint32_t line[OC_LINE_WORDS];
    line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
    line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes);
    oc_copy(line + OC_HEADER_WORDS, buffer, bytes);
    if (!hal_inbox_put(peer, OC_INBOX, line, OC_HEADER_BYTES + (bytes + 3) / 4 * 4))
        return wait_for_room(line, peer);
    return MPI_SUCCESS;
}
