#include "kernel/call/call.h"

int knode_get_num(void) {
    int cluster = oc_kernel_cluster();
    return cluster < 0 ? -ENOSYS : cluster;
}

int knode_count(void) {
    return hal_kernels();
}

int kprocess_get_num(void) {
    return hal_place();
}

int kprocess_count(void) {
    return hal_places();
}

uint64_t kclock(void) {
    return hal_cycles();
}
