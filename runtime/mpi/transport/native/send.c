#include "mpi/transport/native/send.h"

/* Not inlined, because every send would otherwise save the registers that only a wait needs. */
__attribute__((noinline)) bool oc_native_put_ordinary(uint32_t *line, size_t bytes, int world) {
    return hal_inbox_put(world, OC_INBOX, line, OC_HEADER_BYTES + oc_whole_words(bytes));
}

void oc_native_send_waiting(struct oc_request *send, bool synchronous) {
    oc_native_send(send, synchronous, false, oc_native_put_line);
}
