/* Messages that stay with their senders until they are fetched. */
#include "mpi/core/copy.h"
#include "mpi/transport/native/copy.h"
#include "mpi/transport/native/native.h"

void oc_native_send_offer(struct oc_request *send, int world) {
    struct oc_offer offer = {hal_global(send->buffer), hal_global((const void *)&send->pending),
                             send->bytes};
    if (!offer.data && send->bytes) {
        struct oc_copy *copy = oc_native_copy(send);
        if (!copy) {
            send->error = MPI_ERR_NO_MEM;
            send->pending = 0;
            return;
        }
        offer.data = hal_global(copy->data);
        offer.pending = hal_global((const void *)&copy->pending);
    }
    uint32_t line[OC_LINE_WORDS];
    line[OC_WORD_SENDER] = oc_sender(send->context, send->comm->rank);
    line[OC_WORD_TAG] = oc_tag_word(send->tag, OC_OFFER);
    oc_copy(line + OC_HEADER_WORDS, &offer, sizeof offer);
    oc_native_enqueue(line, world);
}
