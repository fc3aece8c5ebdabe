#include "mpi/transport/native/native.h"

hal_transfer oc_transport_fetch_part_ordinary(const void *body, size_t offset, void *to,
                                              size_t bytes) {
    const struct oc_offer *offer = body;
    return hal_get(to, offer->data + offset, bytes);
}
