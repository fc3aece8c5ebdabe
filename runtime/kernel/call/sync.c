#include "kernel/call/call.h"

static int make(const int *nodes, int count, int type, bool is_waiter, const char *call) {
    if (!hal_kernels())
        return -ENOSYS;
    if (!nodes || count < 2 || (type != SYNC_ONE_TO_ALL && type != SYNC_ALL_TO_ONE))
        return -EINVAL;
    struct oc_kernel_element element = {.port = type, .remote = nodes[0]};
    int own = -1;
    for (int i = 0; i < count; i++) {
        if (oc_kernel_bad_node(nodes[i]) || element.nodes[nodes[i] / 32] >> nodes[i] % 32 & 1)
            return -EINVAL;
        element.nodes[nodes[i] / 32] |= 1u << nodes[i] % 32;
        if (nodes[i] == oc_kernel_cluster())
            own = i;
    }
    /* One side of a sync is its first cluster, and the other side is all other clusters. One side
     * waits and the other signals; the type says which. */
    if (own < 0 || (own == 0) != (is_waiter == (type == SYNC_ALL_TO_ONE)))
        return -EINVAL;
    int node = type == SYNC_ALL_TO_ONE ? KNODE_ANY : nodes[0];
    return oc_kernel_open(&element, sizeof element, is_waiter ? SYNC_IN : SYNC_OUT, node, 0, call);
}

int ksync_create(const int *nodes, int count, int type) {
    return make(nodes, count, type, true, "ksync_create");
}

int ksync_open(const int *nodes, int count, int type) {
    return make(nodes, count, type, false, "ksync_open");
}

int ksync_unlink(int id) {
    return oc_kernel_close(id, SYNC_IN, "ksync_unlink");
}

int ksync_close(int id) {
    return oc_kernel_close(id, SYNC_OUT, "ksync_close");
}

int ksync_wait(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, SYNC_IN, SYNC_IN);
    return handle ? oc_kernel_operate(handle, CALL_RUN, NULL, 0, "ksync_wait") : -EBADF;
}

int ksync_signal(int id) {
    struct oc_kernel_handle *handle = oc_kernel_handle(id, SYNC_OUT, SYNC_OUT);
    return handle ? oc_kernel_operate(handle, CALL_SIGNAL, NULL, 0, "ksync_signal") : -EBADF;
}
