#include "mpi/error/raise.h"
#include "mpi/transport/native/native.h"

struct oc_shared_block *oc_transport_block;
uint32_t oc_native_eager_bytes;

void oc_transport_begin(void) {
    uint32_t line = hal_queues() > OC_INBOX ? hal_element_bytes() : 0;
    if (line < HAL_LINE_BYTES)
        oc_die(OC_FATAL, "needs a hardware queue with elements of # bytes; the chip has #",
               HAL_LINE_BYTES, (long)line);
    oc_native_eager_bytes = line - OC_HEADER_BYTES;
    oc_transport_block = oc_shared_block();
    oc_transport_block->small = oc_native_eager_bytes;
    hal_queue_open(OC_INBOX, HAL_INBOX, oc_transport_block->slot, OC_SLOTS, HAL_LINE_BYTES);
}
