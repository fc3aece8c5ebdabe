#include "mpi/error/raise.h"
#include "mpi/transport/ipc/ipc.h"

static int made(int number) {
    if (number < 0)
        oc_die(OC_FATAL, "the kernel has given no mailbox or portal: error #", -number, 0);
    return number;
}

void oc_transport_begin(void) {
    if (!hal_kernels())
        oc_die(OC_FATAL, "this transport needs kernels; right: onchip run --kernel", 0, 0);
    oc_transport_block = oc_shared_block();
    int node = knode_get_num(), port = oc_ipc_port(hal_place());
    oc_ipc.address = (struct oc_ipc_address){(uint16_t)node, (uint16_t)port};
    oc_ipc.mailbox_in = made(kmailbox_create(port));
    oc_ipc.mailbox_out = made(kmailbox_open(node, port));
    oc_ipc.portal_in = made(kportal_create(port));
    oc_ipc.portal_out = made(kportal_open(node, port));
    oc_ipc.portal = kportal_get_port(oc_ipc.portal_out);
    oc_ipc_slots_start();
    oc_ipc_peers_start();
    oc_ipc_reserve();
    oc_ipc_read_next();
}
