#include "omp/copy/copy.h"

int onchip_copy_in(void *near, const void *far, size_t bytes) {
    hal_address from;
    int wrong = oc_copy_sides(near, far, &from);
    return wrong ? wrong : hal_thread_get(near, from, bytes);
}
