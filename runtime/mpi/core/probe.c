#include "mpi/core/probe.h"

#include "mpi/transport/transport.h"

struct oc_arrival *oc_probe(struct oc_request *receive) {
    oc_progress();
    oc_receive_select(receive);
    return *oc_unexpected_find(receive);
}

static bool has_arrived(void *receive) {
    return *oc_unexpected_find(receive) != NULL;
}

struct oc_arrival *oc_probe_waiting(struct oc_request *receive) {
    oc_receive_select(receive);
    oc_await_until(has_arrived, receive, receive);
    return *oc_unexpected_find(receive);
}
