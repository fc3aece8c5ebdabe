/* The fast path of MPI_Send: small messages in the world. Whatever takes a call is apart, so that
 * nothing has to be saved here. */
#include "mpi/core/copy.h"
#include "mpi/core/process.h"
#include "mpi/transport/native/native.h"

static inline void fill_header(uint32_t *line, size_t bytes, int tag) {
    line[OC_WORD_SENDER] = oc_sender(OC_CONTEXT_USER, oc_comm_world.rank);
    line[OC_WORD_TAG] = oc_tag_word(tag, (uint32_t)bytes);
}

/* The data are no words, or the inbox is full. */
__attribute__((noinline, cold)) static int send_other(const void *buffer, size_t bytes, int peer,
                                                      int tag) {
    uint32_t line[OC_LINE_WORDS];
    oc_process.call = "MPI_Send";
    fill_header(line, bytes, tag);
    oc_copy(line + OC_HEADER_WORDS, buffer, bytes);
    oc_native_enqueue(line, OC_HEADER_BYTES + oc_whole_words(bytes), peer);
    return MPI_SUCCESS;
}

int oc_transport_send_small(const void *buffer, size_t bytes, int peer, int tag) {
    uint32_t line[OC_LINE_WORDS];
    if (((uintptr_t)buffer | bytes) % 4 != 0)
        return send_other(buffer, bytes, peer, tag);
    fill_header(line, bytes, tag);
    const oc_word *from = buffer, *end = from + bytes / 4;
    for (uint32_t *to = line + OC_HEADER_WORDS; from != end;)
        *to++ = *from++;
    if (!hal_inbox_put(peer, OC_INBOX, line, OC_HEADER_BYTES + bytes))
        return send_other(buffer, bytes, peer, tag);
    return MPI_SUCCESS;
}
