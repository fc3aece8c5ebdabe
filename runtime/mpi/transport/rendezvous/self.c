#include "mpi/transport/rendezvous/rendezvous.h"

int oc_own_place, oc_peers;
uint32_t oc_own_doorbell;
