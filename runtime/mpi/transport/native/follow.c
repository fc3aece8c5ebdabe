#include "mpi/transport/native/native.h"

uint32_t oc_native_under_way;

bool oc_native_follow(void) {
    uint32_t before = oc_native_under_way;
    oc_native_fetched();
    oc_native_copied();
    return oc_native_under_way != before;
}
