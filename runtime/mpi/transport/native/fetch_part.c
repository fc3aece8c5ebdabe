#include "mpi/transport/native/native.h"

hal_transfer oc_native_fetch_part(const void *body, size_t offset, void *to, size_t bytes) {
    const struct oc_offer *offer = body;
    return hal_get(to, offer->data + offset, bytes);
}

extern __typeof__(oc_native_fetch_part) oc_transport_fetch_part
    __attribute__((weak, alias("oc_native_fetch_part")));
