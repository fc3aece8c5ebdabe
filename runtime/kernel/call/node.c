#include "kernel/call/call.h"

int knode_get_num(void) {
    int cluster = oc_kernel_cluster();
    return cluster < 0 ? -ENOSYS : cluster;
}

int knode_count(void) {
    return hal_kernels();
}
