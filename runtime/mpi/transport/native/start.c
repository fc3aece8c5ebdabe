#include "mpi/transport/native/native.h"

struct oc_shared_block *oc_transport_block;
uint32_t oc_native_small;

void oc_transport_begin(void) {
    struct oc_shared_block *own = oc_transport_block = oc_shared_block();
    own->small = oc_native_small = OC_MOST_DATA + 1;
    oc_native_ring_start(own);
    hal_queue_open(OC_INBOX, HAL_INBOX, own->slot_head, OC_SLOTS, HAL_MESSAGE_BYTES);
}
