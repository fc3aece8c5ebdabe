/* The names of processes. A process registers its own name, and looks up a peer's name when it
 * first sends to that peer. */
#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/transport/ipc/ipc.h"

struct oc_shared_block *oc_transport_block;
struct oc_ipc_objects oc_ipc;

static struct oc_ipc_peer *peers;

static void name_of(char *name, int place) {
    static const char start[] = "mpi-";
    memcpy(name, start, sizeof start);
    char *at = name + sizeof start - 1, digits[12];
    int count = 0;
    do
        digits[count++] = (char)('0' + place % 10);
    while (place /= 10);
    while (count)
        *at++ = digits[--count];
    *at = 0;
}

void oc_ipc_peers_start(void) {
    char name[KNAME_SIZE];
    name_of(name, hal_place());
    if (!(peers = calloc((size_t)hal_places(), sizeof *peers)))
        oc_die(OC_FATAL, "no memory for the transport", 0, 0);
    int error = name_link(name, oc_ipc_port(hal_place()));
    if (error)
        oc_die(OC_FATAL, "the kernel has not linked the name of rank #: error #", hal_place(),
               -error);
}

struct oc_ipc_peer *oc_ipc_peer(int place) {
    struct oc_ipc_peer *peer = &peers[place];
    if (__builtin_expect(peer->is_known, true))
        return peer;
    char name[KNAME_SIZE];
    struct kname found;
    name_of(name, place);
    int error = name_lookup(name, &found);
    if (error)
        oc_die(OC_FATAL, "the kernel does not find the name of rank #: error #", place, -error);
    peer->address = (struct oc_ipc_address){(uint16_t)found.node, (uint16_t)found.port};
    peer->is_known = true;
    return peer;
}
