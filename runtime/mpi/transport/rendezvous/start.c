#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

struct oc_shared_block *oc_transport_block;

_Static_assert(sizeof(struct oc_line[OC_PEERS]) <= sizeof((struct oc_shared_block *)0)->slot,
               "lines of all peers do not fit");

void oc_transport_begin(void) {
    int places = oc_peers = hal_places();
    if (places > OC_PEERS)
        oc_die(OC_FATAL, "the rendezvous transport serves # ranks; the job has #", OC_PEERS,
               places);
    oc_transport_block = oc_shared_block();
    oc_own_place = hal_place();
    oc_own_doorbell = oc_doorbell_bit(oc_own_place);
    hal_sync_mask(UINT32_MAX);
}
