#include "omp/copy/copy.h"

int onchip_copy_out(void *far, const void *near, size_t bytes) {
    hal_address to;
    int wrong = oc_copy_sides(near, far, &to);
    return wrong ? wrong : hal_thread_put(to, near, bytes);
}
